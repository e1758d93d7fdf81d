"""The words beside orders: questions about the game, the log, undo, files, rules, help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.engine import rulebook
from hexfront.engine.errors import BadData, BadOrder
from hexfront.engine.order import Order
from hexfront.games import casebook
from hexfront.table import help

if TYPE_CHECKING:
    from hexfront.table.table import Table

QUESTIONS = ("hex", "where", "reach", "odds")  # asked of the game itself, if it answers them
NOT_YET = "What the other side meant to do is told when the game is over."
SHOWN = 30  # orders listed at once
LOOKED_AT = 20_000  # orders looked through for those that are wanted


def obey(table: Table, word: str, args: list[str]) -> None:
    """Do one command; BadOrder if there is none of this name."""
    if word in _COMMANDS:
        _COMMANDS[word](table, args)
    elif word in table.session.game.questions.topics or word in QUESTIONS:
        _inquire(table, word, args)
    else:
        raise BadOrder(f"there is no word {word!r}; 'help' lists all words")


# -- questions ---------------------------------------------------------------------------------------------


def _inquire(table: Table, topic: str, args: list[str]) -> None:
    game = table.session.game
    if topic not in game.questions.topics:
        raise BadData(f"{game.title} does not answer {topic!r}")
    try:
        lines = game.questions.inquire(table.view(), topic, args)
    except ValueError as error:  # a hex that is not on the board, in the words of the grid
        raise BadOrder(str(error)) from None
    table.tell_all(lines)


def _status(table: Table, args: list[str]) -> None:
    table.tell_all(table.situation())
    table.tell_all(table.session.game.questions.status(table.view()))


def _orders(table: Table, args: list[str]) -> None:
    found = list(islice(_wanted(table, args), SHOWN + 1))
    table.tell_all(map(table.session.game.write, found[:SHOWN]))
    if not found:
        table.tell(f"No order on offer speaks of {' '.join(args)}." if args else "There is nothing to order.")
    if len(found) > SHOWN:
        table.tell(f"These are the first {SHOWN}. To see fewer, name a unit, a hex or a kind: orders UNIT.")


def _wanted(table: Table, args: list[str]) -> Iterator[Order]:
    """The orders on offer that speak of everything named: units, groups, hexes, verbs."""
    ask = table.seen()
    tests = [_test(table, word) for word in args]
    for order in islice(ask.orders(), LOOKED_AT) if ask else ():
        if all(test(order) for test in tests):
            yield order


def _test(table: Table, word: str) -> Callable[[Order], bool]:
    game = table.session.game
    if word.lower() in game.forms:
        return lambda order: order.verb == word.lower()
    units = game.lexicon.find(word)
    if units is not None:
        return lambda order: not set(units).isdisjoint(order.units)
    try:
        place = game.grid.hex(word)
    except ValueError:
        raise game.lexicon.unknown(word) from None
    return lambda order: place in order.path or place in order.at


# -- log and undo ------------------------------------------------------------------------------------------


def _log(table: Table, args: list[str]) -> None:
    if len(args) > 1 or not all(arg.isascii() and arg.isdigit() and len(arg) < 7 for arg in args):
        raise BadOrder("log takes a number: log 20")
    count = int(args[0]) if args else 10
    heading = ""
    for line in table.session.log[-count:] if count else []:
        if line.heading != heading:
            heading = line.heading
            table.tell(f"{heading}:")
        table.tell(f"Order {line.number}.")
        table.tell_order(line)
    if not table.session.log:
        table.tell("Nothing has been ordered yet.")


def _plan(table: Table, args: list[str]) -> None:
    if len(args) > 1 or not all(arg.isascii() and arg.isdigit() and len(arg) < 7 for arg in args):
        raise BadOrder("plan takes the number of a turn: plan 3")
    wanted = [one for one in table.plans.all if not args or one.plan.turn == int(args[0])]
    found = [one for one in wanted if table.reads(one.plan.side)]
    table.tell_all(line for one in found for line in one.told())
    if not found:
        table.tell(NOT_YET if wanted else "No robot has made a plan then." if args else "No robot has made a plan.")


def _undo(table: Table, args: list[str]) -> None:
    side = table.humans[0] if len(table.humans) == 1 else None
    table.tell(f"Taken back: {table.session.undo(side)}.")
    table.plans.forget(len(table.session.log))


# -- rules -------------------------------------------------------------------------------------------------


def _rule(table: Table, args: list[str]) -> None:
    rules = _rulebook(table)
    rule = rulebook.find(rules, args[0]) if len(args) == 1 else None
    if rule is None:
        raise BadOrder("rule takes a number of the rulebook, such as: rule " + rules[0].rule)
    table.tell(f"{rule.rule} {rule.title}. {rule.about}".rstrip())
    if rule.state != "played":
        table.tell(f"This rule is {rule.state}: {rule.why or rule.option or 'see the rulebook'}.")
    table.tell_all(f"Case: {title}." for title in _cases(table, rule.rule))


def _rules(table: Table, args: list[str]) -> None:
    chapter = args[0].strip(".") if args else ""
    start = (
        chapter if "." in chapter or not chapter else f"{chapter}."
    )  # a chapter ends with its dot: 1 has no 10 in it
    chosen = [rule for rule in _rulebook(table) if f"{rule.rule}.".startswith(start)]
    if not chosen:
        raise BadOrder(f"no rule has a number that begins with {chapter}")
    table.tell_all(f"{rule.rule} {rule.title}." for rule in chosen)


def _rulebook(table: Table) -> list[rulebook.Rule]:
    return rulebook.load(rulebook.path_of(table.session.game))


def _cases(table: Table, rule: str) -> list[str]:
    return [case.title for case in casebook.load_cases(table.session.game.id) if case.rule == rule]


# -- files, help, leaving ----------------------------------------------------------------------------------


def _file(args: list[str], word: str) -> tuple[Path, bool]:
    over = len(args) > 1 and args[-1] == "over"
    name = " ".join(args[:-1] if over else args)
    if not name:
        raise BadOrder(f"{word} needs the name of a file: {word} FILE")
    return Path(name).expanduser(), over


def _save(table: Table, args: list[str]) -> None:
    path, over = _file(args, "save")
    if path.exists() and not over and path.resolve() not in table.known:
        raise BadData(f"{path} is there already; take another name, or type: save {path} over")
    table.save(path)


def _load(table: Table, args: list[str]) -> None:
    path, over = _file(args, "load")
    if table.unsaved and not over:
        raise BadData(f"the game on the table is not saved; save it first, or type: load {path} over")
    table.load(path)


def _help(table: Table, args: list[str]) -> None:
    ask = table.ask
    table.tell_all(help.help_lines(table.session.game, ask.verbs if ask else [], args[0] if args else ""))


def _quit(table: Table, args: list[str]) -> None:
    if table.unsaved and table.path is None and not table.warned:
        table.warned = True
        table.tell("The game is not saved. Type save FILE to keep it, or quit again to leave.")
    else:
        table.open = False


_COMMANDS: dict[str, Callable[[Table, list[str]], None]] = {
    "status": _status,
    "orders": _orders,
    "log": _log,
    "plan": _plan,
    "undo": _undo,
    "rule": _rule,
    "rules": _rules,
    "save": _save,
    "load": _load,
    "help": _help,
    "quit": _quit,
}
