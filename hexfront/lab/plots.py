"""The plots of a study: who wins, when cities fall, losses, columns of the combat table, length of the games."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from hexfront.lab import boardplot
from hexfront.lab.findings import Findings
from hexfront.lab.look import CARD, FAINT, INK, NEUTRAL, colour, figure, plain, shares, tint
from hexfront.lab.rows import REACH

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.image import AxesImage

MOST_CITIES = 28
GROUND = (
    f"Ground becomes a side's when its units are nearer than the enemy's and at most {REACH} hexes away, "
    "and stays so until the enemy's are."
)
_SHADES = {"eliminated": 1.0, "surrendered": 0.62, "step": 0.34}  # how strong the colour of a loss is


class Plot(msgspec.Struct, frozen=True):
    """A plot in its file, with what it is called, what it shows, and the words for who cannot see it."""

    path: Path
    title: str
    about: str
    section: str


Draw = Callable[[Findings, Path], "Plot | None"]


def draw_all(findings: Findings, folder: Path) -> list[Plot]:
    """Every plot for which the games gave rows, in the order of the report."""
    kinds: tuple[Draw, ...] = (margins, cities, front_lines, front_turns, losses, columns, length)
    return [plot for draw in kinds if (plot := draw(findings, folder))]


def turn_ticks(axes: "Axes", findings: Findings, turns: list[int]) -> None:
    """Number the turns, at most some sixteen of them; the names are in the report."""
    every = -(-len(turns) // 16)
    axes.set_xticks(turns[::every])
    axes.set_xlabel("turn")


# -- who wins by how much ------------------------------------------------------------------------------------


def margins(findings: Findings, folder: Path) -> Plot | None:
    """The histogram of margins by winner, and the levels beside it."""
    results = findings.results
    if not results:
        return None
    first, second = findings.sides
    values = [[r.margin for r in results if r.winner == side] for side in (first, second, "")]
    everything = [r.margin for r in results]
    path = folder / "margins.png"
    with figure(path, 10, 3.9) as sheet:
        left, right = sheet.subplots(1, 2, width_ratios=[3, 2])
        names = [f"{side.capitalize()} wins" for side in (first, second)] + ["Drawn"]
        shown = [i for i in (0, 1, 2) if values[i]]
        left.hist(
            [values[i] for i in shown],
            bins=_edges(everything),
            stacked=True,
            color=[colour(i) for i in shown],
            label=[f"{names[i]}: {len(values[i])}" for i in shown],
            edgecolor=CARD,
            linewidth=0.8,
        )
        left.axvline(0, color=INK, linewidth=1)
        left.axvline(
            mean(everything), color=INK, linewidth=1.2, linestyle=(0, (4, 3)), label=f"Mean {mean(everything):+.1f}"
        )
        left.set_title("Margins")
        left.set_xlabel(f"margin of the {first.capitalize()} side")
        left.set_ylabel("games")
        left.yaxis.get_major_locator().set_params(integer=True)
        plain(left)
        left.legend(fontsize=8.5)
        _levels(right, findings)
    about = f"Margins of {len(results)} games as the {first.capitalize()} side sees them, and the levels of victory."
    return Plot(path, "Who wins by how much", about, "results")


def _edges(values: list[float]) -> list[float]:
    """Edges of bins of a round width, one of them at nought: no bar has games of both winners."""
    low, high = min(*values, 0.0), max(*values, 0.0)
    rough = (high - low) / min(30, max(8, len(values) // 4)) or 1.0
    size = 10.0 ** np.floor(np.log10(rough))
    width = next(size * step for step in (1, 2, 5, 10) if size * step >= rough)
    first, last = int(np.floor(low / width)), int(np.ceil(high / width))
    return [float(width * n) for n in range(first, max(last, first + 1) + 1)]


def _levels(axes: "Axes", findings: Findings) -> None:
    levels = findings.levels()
    places = range(len(levels))
    sides = [findings.sides.index(winner) if winner else 2 for _, winner, _ in levels]
    axes.barh(places, [many for _, _, many in levels], color=[colour(side) for side in sides], height=0.66)
    named = [_level(level, winner, findings) for level, winner, _ in levels]
    axes.set_yticks(places, named, color=INK)
    axes.invert_yaxis()
    total = len(findings.results)
    for place, (_, _, many) in zip(places, levels, strict=True):
        axes.text(many, place, f" {many} ({100 * many / total:.0f} %)", va="center", fontsize=8.5)
    axes.set_xlim(0, max(many for _, _, many in levels) * 1.3)
    axes.set_xticks([])
    axes.set_title("Levels")
    plain(axes, "x")
    axes.spines["bottom"].set_visible(False)


def _level(level: str, winner: str, findings: Findings) -> str:
    """A level with its winner, unless its name tells him already."""
    if not level or level.lower() == "draw":
        return level or winner or "draw"
    return level if not winner or winner[:4].lower() in level.lower() else f"{winner.capitalize()}: {level}"


# -- cities --------------------------------------------------------------------------------------------------


def cities(findings: Findings, folder: Path) -> Plot | None:
    """For each place that changed hands: the share of games in which the first side holds it, turn by turn."""
    held = findings.held()
    moving = [fall.city for fall in findings.falls()][:MOST_CITIES]
    if not moving:
        return None
    turns = sorted({turn for city in moving for turn in held[city]})
    table = np.array([[held[city].get(turn, np.nan) for turn in turns] for city in moving])
    order = np.argsort(-np.nanmean(table, axis=1), kind="stable")
    path = folder / "cities.png"
    with figure(path, min(11, 3.2 + 0.56 * len(turns)), 1.5 + 0.29 * len(moving)) as sheet:
        axes = sheet.subplots()
        picture = axes.imshow(2 * table[order] - 1, cmap=shares(), vmin=-1, vmax=1, aspect="auto")
        for row, place in enumerate(order):
            for column, share in enumerate(table[place]):
                if not np.isnan(share) and 0 < share < 1:
                    ink = "white" if abs(2 * share - 1) > 0.9 else INK
                    axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", fontsize=8, color=ink)
        axes.set_yticks(range(len(moving)), [moving[place] for place in order], color=INK)
        axes.set_xticks(range(len(turns)), ["start", *map(str, turns[1:])])
        axes.set_xlabel("end of turn")
        axes.tick_params(length=0)
        axes.set_title(f"Share of games in which the {findings.sides[0].capitalize()} side holds it, in per cent")
        for edge in axes.spines.values():
            edge.set_visible(False)
        axes.set_xticks(np.arange(-0.5, len(turns)), minor=True)
        axes.set_yticks(np.arange(-0.5, len(moving)), minor=True)
        axes.grid(which="minor", color=CARD, linewidth=1.5)
        axes.tick_params(which="minor", length=0)
        _share_bar(sheet, picture, axes, findings)
    about = "The places that changed hands in some game. Turns that no game reached are left blank."
    return Plot(path, "When cities fall", about, "cities")


def _share_bar(sheet: "Figure", picture: "AxesImage", axes: "Axes", findings: Findings) -> None:
    bar = sheet.colorbar(picture, ax=axes, fraction=0.03, pad=0.02, ticks=[-1, 0, 1])
    first, second = (side.capitalize() for side in findings.sides)
    bar.ax.set_yticklabels([f"always\n{second}", "half", f"always\n{first}"], fontsize=8)
    bar.outline.set_visible(False)
    bar.ax.tick_params(length=0)


# -- the front -------------------------------------------------------------------------------------------------


def front_lines(findings: Findings, folder: Path) -> Plot | None:
    """The middle front line of each turn on one board."""
    if not findings.front:
        return None
    path = folder / "front-lines.png"
    boardplot.lines(findings, path)
    about = f"The line between ground that is one side's in most games and ground that is the other's. {GROUND}"
    return Plot(path, "The front, turn by turn", about, "front")


def front_turns(findings: Findings, folder: Path) -> Plot | None:
    """The board at the end of the turns, as heat maps."""
    if not findings.front:
        return None
    path = folder / "front-turns.png"
    boardplot.heat(findings, path)
    about = (
        "The ground is tinted by the share of games in which it was a side's; the dots grow with the share of games in "
        f"which units stood there. {GROUND}"
    )
    return Plot(path, "Who has the ground", about, "front")


# -- losses and battles ------------------------------------------------------------------------------------------


def losses(findings: Findings, folder: Path) -> Plot | None:
    """Mean losses by turn, the two sides beside each other, each kind in its shade."""
    found = findings.losses()
    if not found:
        return None
    path = folder / "losses.png"
    with figure(path, 10, 3.6) as sheet:
        axes = sheet.subplots()
        for number, side in enumerate(findings.sides):
            below = np.zeros(len(findings.turns))
            for how in [how for how in _SHADES if (side, how) in found]:
                means = np.array([found[side, how].get(turn, 0.0) for turn in findings.turns])
                spots = np.array(findings.turns) + (number - 0.5) * 0.4
                words = "steps" if how == "step" else f"units {how}"
                look: Any = {"color": tint(colour(number), _SHADES[how]), "label": f"{side.capitalize()}: {words}"}
                axes.bar(spots, means, 0.37, bottom=below, **look)
                below += means
        turn_ticks(axes, findings, findings.turns)
        axes.set_ylabel("a game")
        axes.set_title("Losses by turn, mean of a game")
        plain(axes)
        axes.legend(fontsize=8.5, ncols=2)
    return Plot(path, "Losses", "Units and steps lost in each turn, on average.", "losses")


def columns(findings: Findings, folder: Path) -> Plot | None:
    """Attacks on each column of the combat table, by result."""
    found = findings.battles()
    if not any(found.values()):
        return None
    names, codes = findings.columns(), findings.codes()
    path = folder / "columns.png"
    with figure(path, 10, 4.4) as sheet:
        both = sheet.subplots(1, 2, sharey=True)
        for number, (side, axes) in enumerate(zip(findings.sides, both, strict=True)):
            _columns(axes, found[side], names, codes, len(findings.games))
            attacks = sum(sum(results.values()) for results in found[side].values())
            axes.set_title(
                f"{side.capitalize()}: {attacks / len(findings.games):.1f} attacks a game", color=colour(number)
            )
        both[0].set_ylabel("attacks a game")
        handles, labels = both[0].get_legend_handles_labels()
        sheet.legend(handles, labels, loc="outside lower center", ncols=min(len(codes), 12), fontsize=8.5)
    about = "How often each column of the combat table was used, and what came of it, the attacker's worst at the foot."
    return Plot(path, "The combat table", about, "battles")


def _columns(axes: "Axes", found: dict[str, Counter[str]], names: list[str], codes: list[str], games: int) -> None:
    """The bars of one side."""
    below = np.zeros(len(names))
    for code, shade in zip(codes, _code_colours(len(codes)), strict=True):
        heights = np.array([found[name][code] if name in found else 0 for name in names]) / games
        axes.bar(range(len(names)), heights, 0.78, bottom=below, color=shade, label=code, edgecolor=CARD, linewidth=0.5)
        below += heights
    axes.set_xticks(range(len(names)), names, rotation=45 if len(names) > 10 else 0, fontsize=8.5)
    plain(axes)


def _code_colours(many: int) -> list[tuple[float, ...]]:
    """From the attacker's worst result to his best: red to blue, told apart by lightness as well."""
    from matplotlib import colormaps

    ramp = colormaps["RdYlBu"]
    return [ramp(0.06 + 0.88 * place / max(1, many - 1)) for place in range(many)]


# -- length --------------------------------------------------------------------------------------------------------


def length(findings: Findings, folder: Path) -> Plot | None:
    """Orders and seconds of a game."""
    if not findings.games:
        return None
    path = folder / "length.png"
    parts: tuple[tuple[str, str, list[float], str], ...] = (
        ("Orders in a game", "orders", [float(rows.orders) for rows in findings.games], NEUTRAL),
        ("Time to play it", "seconds on one core", [rows.seconds for rows in findings.games], NEUTRAL),
    )
    with figure(path, 10, 2.9) as sheet:
        for axes, (title, unit, values, shade) in zip(sheet.subplots(1, 2), parts, strict=True):
            axes.hist(values, bins=min(24, max(6, len(values) // 3)), color=shade, edgecolor=CARD, linewidth=0.8)
            axes.axvline(float(np.median(values)), color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
            told = f" median {np.median(values):,.4g}"
            spot = {"transform": axes.get_xaxis_transform(), "va": "bottom"}
            axes.text(float(np.median(values)), 1.0, told, fontsize=8.5, color=FAINT, **spot)
            axes.set_title(title)
            axes.set_xlabel(unit)
            axes.set_ylabel("games")
            axes.yaxis.get_major_locator().set_params(integer=True)
            plain(axes)
    return Plot(path, "Length", "Orders of a game, and the seconds in which the robots played it.", "length")
