"""Addresses of the net: which belong to one household, which are out in the world, and which the host named."""

import ipaddress

from hexfront.engine.errors import BadData

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# What Python counts as the world, and what is none of it: places where clouds keep what only their own machines may
# ask, and addresses within which another one is written, which a router of ours would turn back into it.
_INSIDE = tuple(
    map(
        ipaddress.ip_network,
        (
            "192.0.0.0/24",  # protocols' own; 192.0.0.192 is a cloud's keeper of secrets
            "192.88.99.0/24",  # the way into 6to4
            "168.63.129.16/32",  # a cloud's keeper of secrets
            "2001::/23",  # Teredo and other protocols' own
            "2001:db8::/32",
            "2002::/16",  # 6to4
            "3fff::/20",
        ),
    )
)
_WORLD = ipaddress.IPv6Network("2000::/3")  # nothing else of IPv6 has been given out, 64:ff9b::/96 least of all


def household(host: str) -> str:
    """What belongs to one household: an address, of a long one the half that its router was given."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), 64), strict=False))
    return host


def is_public(host: str) -> bool:
    """Is this an address out in the world, however it is written?"""
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address not in _WORLD:
            return False
    return address.is_global and not address.is_multicast and not any(address in network for network in _INSIDE)


def is_loopback(host: str) -> bool:
    """Is this our own machine, by name or by address?"""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def networks(text: str, what: str) -> tuple[Network, ...]:
    """Addresses and networks, separated by commas; BadData if one is none."""
    try:
        return tuple(ipaddress.ip_network(one.strip()) for one in text.split(",") if one.strip())
    except ValueError:
        raise BadData(f"{what} takes addresses or networks, separated by commas, and not {text}") from None
