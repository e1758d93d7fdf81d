"""PNG from SVG, by resvg, which comes with the extra `hexfront[png]`."""

from hexfront.engine.errors import BadData

SERIF, SANS = "DejaVu Serif", "DejaVu Sans"  # what they are if nothing else of a list is there


def png_of(svg: str, width: int) -> bytes:
    """The picture, so many pixels wide; BadData tells how to install what is missing."""
    try:
        import resvg_py
    except ImportError:
        raise BadData(
            "PNG needs the package resvg-py: install it with pip install 'hexfront[png]', or write an .svg"
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, serif_family=SERIF, sans_serif_family=SANS))
