"""The look of a study's plots: one paper, one ink, a colour for each side."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexfront.engine.errors import BadData

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure

PAPER, CARD, INK, FAINT, RULE = "#f6f1e3", "#fffdf7", "#2e2a24", "#6f6552", "#d8cfb9"
FIRST, SECOND, NOBODY = "#3f5f78", "#b3492f", "#a79f8d"  # the first side, the second side, a draw
NEUTRAL = "#8b8058"
WATER, SHORE = "#bcd3da", "#3f6f8a"
DPI = 144
_NEEDED = "plots need the package matplotlib: install it with pip install 'hexfront[study]'"


def check_plots() -> None:
    """BadData unless plots can be drawn: told before any game is played."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadData(_NEEDED) from None


def colour(side: int) -> str:
    """The colour of a side by its number; of nobody if there is no such side."""
    return (FIRST, SECOND)[side] if side in (0, 1) else NOBODY


def shares() -> "LinearSegmentedColormap":
    """A tint of the second side's colour, paper in the middle, a tint of the first side's."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("shares", ["#cf7a5f", "#e6b7a3", "#f5eedb", "#aabfce", "#6a8da8"])


def tint(shade: str, strength: float) -> tuple[float, ...]:
    """A colour mixed with the card under it, so that nothing shines through."""
    from matplotlib.colors import to_rgb

    return tuple(a * strength + b * (1 - strength) for a, b in zip(to_rgb(shade), to_rgb(CARD), strict=True))


@contextmanager
def figure(path: Path, width: float, height: float, tidy: bool = True) -> Iterator["Figure"]:
    """A sheet of so many inches, written into its file when it is drawn; `tidy` lays its axes out by itself."""
    import matplotlib
    from matplotlib.figure import Figure

    style: Any = {
        "font.family": "DejaVu Sans",
        "font.size": 9.5,
        "text.color": INK,
        "axes.labelcolor": INK,
        "axes.edgecolor": FAINT,
        "axes.facecolor": CARD,
        "figure.facecolor": CARD,
        "xtick.color": FAINT,
        "ytick.color": FAINT,
        "axes.titlesize": 11,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.titlepad": 9,
        "legend.frameon": False,
    }
    with matplotlib.rc_context(style):
        sheet = Figure(figsize=(width, height), dpi=DPI, layout="constrained" if tidy else None)
        yield sheet
        try:
            sheet.savefig(path, metadata={"Software": ""})
        except OSError as error:
            raise BadData(f"{path}: {error.strerror}") from None


def plain(axes: "Axes", grid: str = "y") -> None:
    """Only the lines that help to read: no box, a faint rule across."""
    for edge in ("top", "right"):
        axes.spines[edge].set_visible(False)
    axes.grid(axis=grid, color=RULE, linewidth=0.7)  # type: ignore[arg-type]
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
