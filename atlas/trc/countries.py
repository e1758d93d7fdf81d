"""Whose each hex is: countries, the border of June 1941, districts and set-up areas."""

from __future__ import annotations

from typing import Any

from atlas import derive
from atlas.board import Band, Board
from atlas.hexes import Hex

Spec = dict[str, Any]
AXIS = ("Germany", "Poland", "Hungary", "Rumania")


def divide(board: Board, spec: Spec) -> None:
    """Give every land hex to the country that has most of it; a city's hex to the country of the city."""
    shares = {one["name"]: derive.shares(board.where, derive.polygon(one["ring"])) for one in spec["country"]}
    owner = {at: owned(at, shares) for at in board.land}
    owner |= {str(one["hexes"]): str(one["country"]) for one in board.places}
    for one in spec["country"] + [{"name": "Russia", "why": spec["russia"]}]:
        own = sorted(at for at, name in owner.items() if name == one["name"])
        told = {key: value for key, value in one.items() if key != "ring"}
        board.countries.append(told | {"from": "geography", "hexes": " ".join(own)})


def owned(at: Hex, shares: dict[str, dict[Hex, float]]) -> str:
    """The country that has most of a hex; Russia has what no ring covers."""
    parts = {name: some[at] for name, some in shares.items()}
    parts["Russia"] = 1 - sum(parts.values())
    return max(parts, key=lambda name: (parts[name], name))


def of(board: Board, *names: str) -> set[Hex]:
    """The hexes of some countries."""
    return {at for one in board.countries if one["name"] in names for at in str(one["hexes"]).split()}


def areas(board: Board, spec: Spec) -> None:
    """Military districts, set-up areas, coasts for landings, places where rails leave the board."""
    add_districts(board, spec)
    groups = {"N": "Army Group North", "C": "Army Group Centre", "S": "Army Group South"}
    for code, name in groups.items():
        why = "units of this code start in Germany, Poland, Hungary or Rumania (3.4)"
        area(board, f"setup-{code}", f"set-up of {name}", "rulebook", why, of(board, *AXIS))
    why = "units of this code start in {} (3.4)"
    for code, land in (("R", "Rumania"), ("F", "Finland")):
        area(board, f"setup-{code}", f"set-up in {land}", "rulebook", why.format(land), of(board, land))
    for key, one in spec["listed"].items():
        area(board, key, one["name"], one["from"], one["why"], set(board.hexes.read(one["hexes"])))
    for key, ring in spec["seas"].items():
        shore = shores(board, derive.inside(board.where, ring, 0.5))
        area(board, f"{key}-coast", f"{key.title()} coast", "geography", "land hexes that touch this sea", shore)


def shores(board: Board, basin: set[Hex]) -> set[Hex]:
    """The land hexes that touch the sea of a basin, by a sea hex or by a side that lies in the sea."""
    sea = board.of_kind("sea") & basin
    wet = {at for one in board.coasts if one.given.get("name") == "sea coast" for pair in one.sides for at in pair}
    open_land = board.land - of(board, "Bulgaria", "Turkey")
    return {at for at in open_land if set(board.hexes.around(at)) & sea or at in wet & basin}


def add_districts(board: Board, spec: Spec) -> None:
    """Russian land within the ring of each district; no hex has two."""
    russia, taken = of(board, "Russia"), set[Hex]()
    parts = {one["id"]: derive.shares(board.where, derive.polygon(one["ring"])) for one in spec["district"]}
    for one in spec["district"]:
        mine = parts[one["id"]]
        own = {at for at in russia - taken if mine[at] >= 0.3 and all(mine[at] >= p[at] for p in parts.values())}
        taken |= own
        area(board, one["id"], one["name"], "geography", one["why"], own)


def area(board: Board, key: str, name: str, source: str, why: str, hexes: set[Hex]) -> None:
    """Add one area."""
    told = {"id": key, "name": name, "from": source, "why": why}
    board.areas.append(told | {"hexes": " ".join(sorted(hexes))})


def band(name: str, source: str, why: str, sides: list) -> Band:
    """A border of some sides."""
    return Band({"name": name, "from": source, "why": why}, sides)
