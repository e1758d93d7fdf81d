"""What a person may see of a game, as JSON.

The position is drawn once for each side's knowledge (a `Scene`); what differs between two people of the same knowledge
is only whose seats are theirs. Nothing here looks at a state that the game has not blotted out for the viewer.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from hexfront.engine.desk import Reminder
from hexfront.engine.game import Ask, Game, Step, Verb
from hexfront.engine.pieces import Piece
from hexfront.engine.session import heading_of
from hexfront.engine.state import State

encode = msgspec.json.Encoder().encode


class SeatView(msgspec.Struct):
    """A side, who plays it, and whether he is here."""

    side: str
    kind: str
    name: str
    yours: bool
    online: bool


class SlotView(msgspec.Struct):
    """A part of an order's text: what is clicked for it, and whether it can be left out."""

    kind: str
    optional: bool


class VerbView(msgspec.Struct):
    """A kind of order that can be given now; `form` and `usage` are for people, `slots` for tables."""

    name: str
    form: str
    slots: list[SlotView]
    usage: str
    rule: str


class AskView(msgspec.Struct):
    """Who decides what now."""

    side: str
    name: str
    rule: str
    title: str
    prompt: str
    yours: bool
    verbs: list[VerbView]


class PhaseView(msgspec.Struct):
    """A step of the sequence of play."""

    name: str
    title: str
    side: str
    current: bool


class PieceView(msgspec.Struct):
    """A counter on the board; `unit` is its name in orders, empty for a marker."""

    unit: str
    hex: str
    side: str
    colour: str
    symbol: str
    size: str
    name: str
    figures: str
    marks: tuple[str, ...]
    moves: bool  # may it still move in this phase, as far as its counter shows?
    fights: bool


class ReminderView(msgspec.Struct):
    """Something owed, with names instead of numbers."""

    text: str
    rule: str
    hexes: list[str]
    units: list[str]
    must: bool
    loss: bool


class Proof(msgspec.Struct):
    """By which dice of which seed a line was decided."""

    commit: str
    index: int


class LogView(msgspec.Struct):
    """A line of the log."""

    number: int
    turn: int
    side: str
    heading: str
    order: str
    lines: list[str]
    dice: list[int]
    proof: Proof | None


class Scene(msgspec.Struct, frozen=True):
    """A position as one side, or a watcher, may know it."""

    state: State
    turn: int
    turn_name: str
    facts: list[tuple[str, str]]
    heading: str
    phases: list[PhaseView]
    ask: AskView | None
    pieces: msgspec.Raw
    reminders: list[ReminderView]


class BranchView(msgspec.Struct):
    """That this game is a branch, and of which: after which line of it, and its address for those who play here."""

    line: int
    game: str | None


class View(msgspec.Struct):
    """All that the table shows. `log` is left out of changes, which bring their own line."""

    id: str
    game: str
    title: str
    scenario: str
    options: tuple[str, ...]
    sides: tuple[str, ...]
    seats: list[SeatView]
    you: list[str]
    number: int
    version: int
    turn: int
    turn_name: str
    facts: list[tuple[str, str]]
    heading: str
    phases: list[PhaseView]
    over: bool
    result: str
    ask: AskView | None
    pieces: msgspec.Raw
    commit: str
    thinking: dict[str, Any] | None
    reminders: list[ReminderView]
    offers: list[dict[str, Any]]
    clock: dict[str, Any] | None
    overlays: list[Any]
    branch: BranchView | None


class WholeView(View):
    """A view as it is sent first: with its pieces, and with the end of the log. For the description of the API."""

    pieces: list[PieceView]  # type: ignore[assignment]
    log: list[LogView]


class OrderAnswer(msgspec.Struct):
    """What comes of an order: its number, what the log tells of it, its line, and the view without the log."""

    number: int
    lines: list[str]
    line: LogView
    view: View


class UndoAnswer(msgspec.Struct):
    """The game after an order was taken back."""

    view: WholeView


class LogAnswer(msgspec.Struct):
    """Lines of the log, the oldest first."""

    log: list[LogView]


# -- knowledge -----------------------------------------------------------------------------------------------


def seen_by(game: Game[Any], state: Any, sides: Sequence[str]) -> Any:
    """What somebody with these seats may know: his side's view, and at a shared screen that of who decides.

    Whoever has no seat knows what both sides know: one side's view, with what the other may not know blotted out too.
    """
    if len(sides) == 1:
        return game.view(state, sides[0])
    if sides:
        return game.view(state, game.sides[game.current(state).side(state)])
    first, second = game.sides
    return game.view(game.view(state, first), second)


def scene_of(game: Game[Any], view: Any) -> Scene:
    """Draw a position from what is known of it.

    Of the reminders only what the rules themselves demand: who could still move is worked out when somebody asks.
    """
    ask = game.ask(view)
    return Scene(
        view,
        view.turn,
        game.desk.turn_name(view),
        game.desk.facts(view),
        heading_of(game, view),
        _phases(game, view),
        _ask(game, ask) if ask else None,
        msgspec.Raw(_pieces(game, view, ask)),
        [reminder_view(game, one) for one in game.desk.demands(view) if one.must],
    )


_DRAWN: dict[tuple[str, Piece, bool, bool], bytes] = {}  # counters as JSON; from order to order most stay the same
_MOST = 50_000


def _pieces(game: Game[Any], view: Any, ask: Ask[Any] | None) -> bytes:
    """The counters as JSON."""
    side = ask.side if ask else ""
    moving = side if ask and any(verb.form.takes("path") for verb in ask.step.verbs.values()) else ""
    found = []
    for piece in game.desk.pieces(view):
        unit = not piece.is_marker
        key = (
            game.id,
            piece,
            unit and piece.side == moving and not piece.moved,
            unit and piece.side == side and not piece.fought,
        )
        drawn = _DRAWN.get(key)
        found.append(drawn or _draw(game, key))
    return b"[%b]" % b",".join(found)


def _draw(game: Game[Any], key: tuple[str, Piece, bool, bool]) -> bytes:
    if len(_DRAWN) >= _MOST:
        _DRAWN.clear()
    _, piece, moves, fights = key
    drawn = encode(
        PieceView(
            "" if piece.is_marker else piece.name,
            game.grid.label(piece.place),
            piece.side,
            piece.colour,
            piece.symbol,
            piece.size,
            piece.name,
            piece.figures,
            piece.marks,
            moves,
            fights,
        )
    )
    _DRAWN[key] = drawn
    return drawn


def _ask(game: Game[Any], ask: Ask[Any]) -> AskView:
    verbs = [ask.step.verbs[name] for name in ask.verbs]
    told = [_verb(verb) for verb in verbs]
    return AskView(ask.side, ask.name, ask.rule, ask.step.title, ask.prompt, False, told)


def _verb(verb: Verb[Any]) -> VerbView:
    slots = [SlotView(slot.kind, not slot.least) for slot in verb.form.slots]
    return VerbView(verb.name, str(verb.form), slots, verb.form.usage(verb.name), verb.rule)


def _phases(game: Game[Any], view: Any) -> list[PhaseView]:
    """The steps of this turn; before the first turn those of the set-up."""
    first = len(game.prelude)
    steps = game.steps[:first] if view.step < first else game.steps[first:]
    now = game.steps[view.step]
    shown = [step for step in steps if step.played(view) or step is now]
    return [PhaseView(step.name, step.title, _side(game, step, view), step is now) for step in shown]


def _side(game: Game[Any], step: Step[Any], view: Any) -> str:
    """Whose step it is; one that depends on what happens in it may not know that yet."""
    try:
        return game.sides[step.side(view)]
    except (IndexError, KeyError, AttributeError, ValueError):
        return ""


def reminder_view(game: Game[Any], one: Reminder) -> ReminderView:
    """A reminder with names instead of numbers."""
    names = game.lexicon.names
    hexes = [game.grid.label(place) for place in one.hexes]
    return ReminderView(one.text, one.rule, hexes, [names[unit] for unit in one.units], one.must, one.loss)
