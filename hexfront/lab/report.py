"""The report of a study: one HTML file with its plots in it, that can be sent to anybody."""

from base64 import b64encode
from collections import Counter
from html import escape
from pathlib import Path
from statistics import fmean, median

import msgspec

from hexfront import __version__
from hexfront.engine.session import write_file
from hexfront.lab.findings import Findings
from hexfront.lab.look import CARD, FAINT, FIRST, INK, PAPER, RULE, SECOND
from hexfront.lab.plots import Plot

SECTIONS = {
    "results": "Who wins",
    "cities": "Cities",
    "front": "The front",
    "losses": "Losses",
    "battles": "Battles",
    "length": "Length",
}
SANS = '"DejaVu Sans", "Segoe UI", system-ui, sans-serif'
SERIF = '"DejaVu Serif", Georgia, serif'
_MISSING = {
    "cities": "No place changed hands, or this game tells nothing of its cities.",
    "front": "This game tells nothing of where its units stand.",
    "losses": "Nothing was lost, or this game tells nothing of its losses.",
    "battles": "No battle was fought, or this game tells nothing of its battles.",
}


class Setting(msgspec.Struct, frozen=True):
    """What was played: enough to play it again."""

    title: str
    game: str
    scenario: str
    options: tuple[str, ...]
    players: tuple[str, ...]
    seed: str
    games: int

    def command(self) -> str:
        """The command that plays the same games."""
        options = "".join(f" --option {option}" for option in self.options)
        return (
            f"hexfront study {self.game} --scenario {self.scenario}{options} --players {','.join(self.players)} "
            f"--games {self.games} --seed {self.seed} --out DIR"
        )


def write_report(setting: Setting, findings: Findings, plots: list[Plot], path: Path) -> Path:
    """Write the report and return its file."""
    write_file(path, _page(setting, findings, plots))
    return path


def _page(setting: Setting, findings: Findings, plots: list[Plot]) -> str:
    sections = "".join(_section(name, findings, plots) for name in SECTIONS)
    links = "".join(f'<a href="#{name}">{title}</a>' for name, title in SECTIONS.items())
    title = escape(f"{setting.title}: a study of {setting.games} games")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n{_head(setting, findings)}\n<nav>{links}</nav>\n"
        f"{_short(findings)}\n{sections}\n{_failed(findings)}</main>\n</body>\n</html>\n"
    )


def _head(setting: Setting, findings: Findings) -> str:
    seats = " against ".join(
        f"{escape(name)} ({escape(side.capitalize())})"
        for name, side in zip(setting.players, findings.sides, strict=True)
    )
    options = f", with {escape(', '.join(setting.options))}" if setting.options else ""
    return (
        f"<header><p class=over>hexfront {escape(__version__)} · study</p><h1>{escape(setting.title)}</h1>"
        f"<p>{setting.games} games of the scenario {escape(setting.scenario)}{options}: {seats}.</p>"
        f"<pre>{escape(setting.command())}</pre></header>"
    )


# -- in short ------------------------------------------------------------------------------------------------------


def _short(findings: Findings) -> str:
    """The findings as large figures."""
    if not findings.results:
        return "<p>No game came to its end.</p>"
    total, wins = len(findings.results), findings.wins()
    cards = [
        _card(
            f"{100 * wins[side] / total:.0f} %", f"{side.capitalize()} wins ({wins[side]} of {total})", f"side{number}"
        )
        for number, side in enumerate(findings.sides)
    ]
    if wins["draw"]:
        cards.append(_card(_share(wins["draw"], total), f"drawn ({wins['draw']})"))
    margin = fmean(result.margin for result in findings.results)
    cards.append(_card(f"{margin:+.1f}", f"mean margin of the {findings.sides[0].capitalize()} side"))
    cards.append(_card(f"{median(rows.orders for rows in findings.games):,.0f}", "orders in the median game"))
    return f'<div class="cards">{"".join(cards)}</div>'


def _share(many: float, total: float) -> str:
    return f"{100 * many / total:.0f} %"


def _card(figure: str, words: str, kind: str = "") -> str:
    return f'<div class="card {kind}"><b>{escape(figure)}</b><span>{escape(words)}</span></div>'


# -- sections ------------------------------------------------------------------------------------------------------


def _section(name: str, findings: Findings, plots: list[Plot]) -> str:
    mine = [plot for plot in plots if plot.section == name]
    inner = "".join(map(_figure, mine)) or f"<p>{_MISSING.get(name, 'No game came to its end.')}</p>"
    extra = {"cities": _cities, "front": _turns, "battles": _battles}.get(name)
    more = extra(findings) if extra and mine else ""
    return f'<section id="{name}"><h2>{SECTIONS[name]}</h2>{inner}{more}</section>\n'


def _figure(plot: Plot) -> str:
    data = b64encode(plot.path.read_bytes()).decode()
    words = f"<b>{escape(plot.title)}.</b> {escape(plot.about)}"
    image = f'<img src="data:image/png;base64,{data}" alt="{escape(f"{plot.title}. {plot.about}")}">'
    return f"<figure>{image}<figcaption>{words}</figcaption></figure>"


def _cities(findings: Findings) -> str:
    """Each place that fell: how often and when."""
    total = len(findings.games)
    rows = [
        [
            fall.city,
            fall.held_by.capitalize() or "Nobody",
            f"{fall.games} of {total}",
            _share(fall.games, total),
            f"{fall.usual:g}",
            f"{fall.turns[0]} to {fall.turns[-1]}",
        ]
        for fall in findings.falls()
    ]
    head = ["Place", "Held at the start by", "Fell in", "Share", "Median turn", "Turns"]
    stood = sorted(findings.held().keys() - {fall.city for fall in findings.falls()})
    rest = f"<p>Never taken: {escape(', '.join(stood))}.</p>" if stood else ""
    return _table(head, rows) + rest


def _turns(findings: Findings) -> str:
    """How far each side's ground reaches, turn by turn."""
    rows = []
    for turn, seen in findings.front.items():
        means = [seen.ground[side].sum() / seen.games for side in (0, 1)]
        stands = [seen.units[side].sum() / seen.games for side in (0, 1)]
        rows.append([findings.turn_names[turn], str(seen.games), *(f"{value:.0f}" for value in (*means, *stands))])
    sides = [side.capitalize() for side in findings.sides]
    head = ["End of", "Games", *(f"{side} ground, hexes" for side in sides), *(f"{side} stacks" for side in sides)]
    return _table(head, rows)


def _battles(findings: Findings) -> str:
    """Each column: attacks of both sides, and the share of each result."""
    found, codes = findings.battles(), findings.codes()
    rows = []
    for column in findings.columns():
        tallies = [found[side].get(column, Counter[str]()) for side in findings.sides]
        attacks = [sum(tally.values()) for tally in tallies]
        if any(attacks):
            shares = [sum(tally.get(code, 0) for tally in tallies) / sum(attacks) for code in codes]
            rows.append([column, *map(str, attacks), *(f"{100 * share:.0f} %" if share else "" for share in shares)])
    return _table(["Column", *(f"{side.capitalize()} attacks" for side in findings.sides), *codes], rows)


def _failed(findings: Findings) -> str:
    if not findings.failed:
        return ""
    rows = [[rows.seed, str(rows.orders), rows.why] for rows in findings.failed]
    return f"<section><h2>Games that failed</h2>{_table(['Seed', 'Orders', 'Why'], rows)}</section>"


def _table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'


_STYLE = f"""
:root {{ color-scheme: light; }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: {PAPER}; color: {INK}; font: 16px/1.55 {SANS}; }}
main {{ max-width: 1080px; margin: 0 auto; padding: 2.2rem 1.2rem 4rem; }}
h1, h2 {{ font-family: {SERIF}; line-height: 1.2; }}
h1 {{ margin: .1rem 0 .4rem; font-size: 2.1rem; }}
h2 {{ margin: 2.8rem 0 .8rem; font-size: 1.45rem; border-bottom: 2px solid {RULE}; padding-bottom: .3rem; }}
.over {{ margin: 0; color: {FAINT}; font-size: .85rem; letter-spacing: .04em; }}
pre, .card, figure {{ background: {CARD}; border: 1px solid {RULE}; border-radius: 6px; padding: .7rem .9rem; }}
pre {{ font-size: .82rem; white-space: pre-wrap; }}
nav {{ display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; margin: 1rem 0 1.4rem; }}
nav a {{ color: {FIRST}; }}
.cards {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .8rem; }}
.card {{ border-top: 4px solid {FAINT}; }}
.card b {{ display: block; font: 700 1.7rem/1.2 {SERIF}; }}
.card span {{ color: {FAINT}; font-size: .85rem; }}
.side0 {{ border-top-color: {FIRST}; }}
.side1 {{ border-top-color: {SECOND}; }}
figure {{ margin: 1rem 0 1.4rem; }}
figure img {{ display: block; max-width: 100%; height: auto; margin: 0 auto; }}
figcaption {{ margin-top: .6rem; font-size: .88rem; color: {FAINT}; }}
figcaption b {{ color: {INK}; }}
.scroll {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: .86rem; min-width: 60%; }}
th, td {{ padding: .28rem .7rem; text-align: right; border-bottom: 1px solid {RULE}; white-space: nowrap; }}
th {{ color: {FAINT}; font-weight: 600; }}
th:first-child, td:first-child {{ text-align: left; }}
@media (max-width: 700px) {{ figure {{ overflow-x: auto; }} figure img {{ max-width: none; width: 680px; }} }}
@media print {{ body {{ background: white; }} figure {{ break-inside: avoid; }} nav {{ display: none; }} }}
"""
