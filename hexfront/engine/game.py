"""The contract between a game and everybody who plays it: ask, play, view, result.

A game is a sequence of steps. A step is a paragraph of the rulebook: who decides, which orders it takes, what
happens when it begins and ends. What interrupts a step (losses to be taken, a retreat to be led) is owed: a stack
of duties in the state, each handled by a step of its own, the last one first.

The rules are the game; what others want to know of it are its parts: `desk` for a table, `questions` for the text
table, `studies` for the laboratory, `bench` for the cases.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from hexfront.engine.bench import Bench
from hexfront.engine.desk import Desk
from hexfront.engine.errors import BadData, BadOrder, Refused
from hexfront.engine.lexicon import Lexicon
from hexfront.engine.manifest import Manifest
from hexfront.engine.notation import Reader
from hexfront.engine.order import Order
from hexfront.engine.questions import Questions
from hexfront.engine.slots import Form
from hexfront.engine.state import Event, Stage, State
from hexfront.engine.steps import Checked, Done, Step, Verb
from hexfront.engine.studies import Studies
from hexfront.grid.numbering import Grid

__all__ = ["Ask", "Checked", "Done", "Game", "Result", "Step", "Verb"]

S = TypeVar("S", bound=State)
Options = tuple[str, ...] | list[str]


class Result(msgspec.Struct, frozen=True):
    """How a game ended: who won, at what level, by how many points over the mark that decides."""

    winner: str  # a side, or "" for a draw
    level: str
    points: dict[str, float]
    margin: float  # of the first side; the second side's is the negative


class Ask(Generic[S]):
    """Who decides what now. Iterate it, ask `order in ask`, or draw one with `sample`."""

    def __init__(self, game: "Game[S]", state: S, step: Step[S]) -> None:
        self.game, self.state, self.step = game, state, step
        self.side = game.sides[step.side(state)]
        self.name, self.rule = step.name, step.rule

    @property
    def prompt(self) -> str:
        """One line that tells a player what is wanted."""
        return self.step.asks(self.state)

    @property
    def verbs(self) -> list[str]:
        """The kinds of order that this step takes."""
        return [name for name, verb in self.step.verbs.items() if verb.available(self.state)]

    def orders(self) -> Iterator[Order]:
        """Every legal order, lazily."""
        return self.step.offers(self.state)

    def sample(self, rng: random.Random) -> Order:
        """Some legal order, quickly."""
        return self.step.sample(self.state, rng)

    def __iter__(self) -> Iterator[Order]:
        return self.orders()

    def __contains__(self, order: Order) -> bool:
        try:
            self.game.check(self.state, order)
        except (Refused, BadOrder):
            return False
        return True


class Game(ABC, Generic[S]):
    """The facts and rules of one board game. Holds no position: every call gets a state."""

    manifest: Manifest
    id: str  # of the edition that is played
    sides: ClassVar[tuple[str, str]]
    grid: Grid
    lexicon: Lexicon
    prelude: list[Step[S]]  # before the first turn
    sequence: list[Step[S]]  # every turn
    duties: dict[str, Step[S]]  # what can be owed, by kind
    edition: Any = None  # the facts by which it is played (engine/edition)
    board: Any = None  # the map, where the game has one (mechanics/boardmap)
    # raised whenever a mended rule changes what is legal, or what comes of it; records name it
    ruling: ClassVar[int] = 1
    minds_robots: ClassVar[bool] = False  # do its rules ask which sides robots play?
    order_rule: ClassVar[str] = ""  # the rule that says who may do what when

    def prepare(
        self,
        desk: type[Desk[S]] = Desk,
        questions: type[Questions[S]] = Questions,
        studies: type[Studies[S]] = Studies,
        bench: type[Bench[S]] = Bench,
    ) -> None:
        """Collect what the steps bring, and put the parts together: call once, at the end of a game's __init__."""
        self.desk, self.questions = desk(self), questions(self)
        self.studies, self.bench = studies(self), bench(self)
        self.steps = [*self.prelude, *self.sequence]
        self.forms: dict[str, Form] = {}
        for step in [*self.steps, *self.duties.values()]:
            for verb in step.verbs.values():
                assert str(self.forms.setdefault(verb.name, verb.form)) == str(verb.form), verb.name
        self.reader = Reader(self.grid, self.lexicon, self.forms, self.place_names())

    @property
    def title(self) -> str:
        """What is played: the edition, as people call it."""
        return str(self.edition.title) if self.edition else self.manifest.title

    # -- what a game must tell ------------------------------------------------------------------

    @abstractmethod
    def scenarios(self) -> list[dict[str, Any]]:
        """The scenarios: id, title, turns."""

    @abstractmethod
    def options(self) -> list[dict[str, str]]:
        """The optional rules: rule, title, a sentence about it, and the rules that it excludes."""

    @abstractmethod
    def blank(self, scenario: str, seed: object, options: tuple[str, ...]) -> S:
        """The state of a scenario with nothing on the board."""

    @abstractmethod
    def deal(self, state: S, /) -> None:
        """Set a blank state up: who stands where, what is drawn."""

    @abstractmethod
    def load(self, data: bytes) -> S:
        """A state from its JSON."""

    @abstractmethod
    def view(self, state: S, side: str) -> S:
        """All that a side may know: the same state with everything hidden from it blotted out."""

    @abstractmethod
    def shuffle_hidden(self, state: S, side: str, rng: random.Random) -> S:
        """A state that looks the same to `side`, with what is hidden from it drawn anew."""

    @abstractmethod
    def over(self, state: S) -> bool:
        """Is the game at its end?"""

    @abstractmethod
    def result(self, state: S, /) -> Result:
        """The result if the game ended now."""

    @abstractmethod
    def audit(self, state: S) -> list[str]:
        """What is wrong with a state: counters lost or doubled, stacks too high. Empty when all is well."""

    def place_names(self) -> dict[str, int]:
        """Towns whose names may stand for their hexes in an order."""
        return {}

    def present(self, state: S, units: tuple[int, ...], verb: str) -> tuple[int, ...]:
        """Which units of a named group can be meant by an order."""
        return units

    def describe(self, key: str, value: Any) -> str:
        """A fact of an event as text."""
        names = self.lexicon.names
        if key == "unit":
            return str(names[value])
        if key == "units":
            return ", ".join(names[unit] for unit in value)
        if key == "hex":
            return self.label(value)
        if key == "hexes":
            return " ".join(self.label(place) for place in value)
        return str(value)

    def label(self, place: int) -> str:
        """A hex as the log names it."""
        return self.grid.label(place)

    # -- starting --------------------------------------------------------------------------------

    def start(self, scenario: str = "", seed: object = 0, options: Options = (), robots: tuple[str, ...] = ()) -> S:
        """The state at the start of a scenario, the first one if none is named; `robots` are the sides they play."""
        name = self.known_scenario(scenario)
        self.check_options(options)
        state = self.blank(name, seed, tuple(options))
        if self.minds_robots:
            state.robots = tuple(side for side in self.sides if side in robots)
        self.deal(state)
        self.settle(state)
        return state

    def known_scenario(self, scenario: str) -> str:
        """The scenario meant, the first one if none is named; BadData lists them all."""
        known = [str(one["id"]) for one in self.scenarios()]
        if scenario and scenario not in known:
            raise BadData(f"{self.id} has no scenario {scenario!r}; it has {', '.join(known)}")
        return scenario or known[0]

    def check_options(self, options: Options) -> None:
        """BadData, with all optional rules, unless each of these is one and no two exclude each other."""
        known = {str(one["rule"]): one for one in self.options()}
        for option in options:
            if option not in known:
                raise BadData(f"{self.id} has no optional rule {option!r}; it has {', '.join(known) or 'none'}")
            for other in known[option].get("excludes", "").split():
                if other in options:
                    raise BadData(f"the optional rules {option} and {other} exclude each other")

    # -- asking and playing ----------------------------------------------------------------------

    def current(self, state: S) -> Step[S]:
        """The step that decides now: the last duty owed, or the step of the sequence."""
        owed = state.owed
        return self.duties[owed[-1].kind] if owed else self.steps[state.step]

    def ask(self, state: S) -> Ask[S] | None:
        """Who decides what now; None when the game is over."""
        return None if self.over(state) else Ask(self, state, self.current(state))

    def check(self, state: S, order: Order, side: str | None = None) -> Checked:
        """Raise Refused unless this order, by this side, is legal now."""
        if self.over(state):
            raise Refused(self.order_rule, "the game is over")
        step = self.current(state)
        decides = self.sides[step.side(state)]
        if side is not None and side != decides:
            raise Refused(self.order_rule, f"the decision is with the {decides} player: {step.title}")
        verb = step.verbs.get(order.verb)
        if verb is None:
            rule = step.rule if state.owed else self.order_rule
            raise Refused(rule, f"{step.title} takes no order '{order.verb}'")
        self.reader.check(order)
        verb.check(state, order)
        return Checked(order, verb, step, decides)

    def refusal(self, state: S, order: Order) -> tuple[str, str]:
        """Why an order may not be given now: the rule and one sentence, or nothing."""
        try:
            self.check(state, order)
        except Refused as error:
            return error.rule, error.why
        except BadOrder as error:
            return "", str(error)
        return "", ""

    def play(self, state: S, order: Order | str, side: str | None = None) -> list[Event]:
        """Check an order, carry it out, go on to the next decision. Returns what the log should tell."""
        if isinstance(order, str):
            order = self.read(state, order)
        return self.carry_out(state, self.check(state, order, side))

    def carry_out(self, state: S, checked: Checked) -> list[Event]:
        """Carry out what `check` has just accepted in this position. Returns what the log should tell."""
        state.news, state.faces = [], []
        checked.verb.do(state, checked.order)
        self.settle(state)
        news, state.news = state.news, None
        return news

    def do(self, state: S, order: Order) -> None:
        """Carry out an order that `ask` offered, without checking it again."""
        self.current(state).verbs[order.verb].do(state, order)
        self.settle(state)

    def settle(self, state: S) -> None:
        """Go on until somebody must decide."""
        while not self.over(state):
            owed = state.owed
            if owed:
                step = self.duties[owed[-1].kind]
                if step.pending(state):
                    return
                step.end(state)
                continue
            step = self.steps[state.step]
            begins = state.stage == Stage.NOT_BEGUN
            if begins:
                state.stage = Stage.UNDER_WAY
                step.begin(state)
                if state.owed or self.over(state):
                    continue
            if state.stage == Stage.UNDER_WAY and step.pending(state):
                return
            if begins and step.passed:
                state.say(step.rule, "{phase}: {why}", phase=step.title, why=step.passed)
            self._next(state, step)

    def _next(self, state: S, step: Step[S]) -> None:
        """Leave a step. Whatever its end makes owed is settled first."""
        if state.stage != Stage.ENDING:
            state.stage = Stage.ENDING
            step.end(state)
            if state.owed or self.over(state):
                return
        state.stage = Stage.NOT_BEGUN
        if state.agenda:
            state.step, state.agenda = state.agenda[0], state.agenda[1:]
        elif state.agenda is not None or state.step + 1 == len(self.steps):
            state.step, state.agenda = len(self.prelude), None
            state.turn += 1
        else:
            state.step += 1

    # -- text ------------------------------------------------------------------------------------

    def read(self, state: S, text: str) -> Order:
        """An order from its text, as the side that decides now would mean it."""
        if self.over(state):
            raise Refused(self.order_rule, "the game is over")
        step = self.current(state)
        order = self.reader.read(
            text,
            lambda place: state.stack(place, step.side(state)),
            lambda units, verb: self.present(state, units, verb),
        )
        verb = step.verbs.get(order.verb)
        return verb.complete(state, order) if verb else order

    def write(self, order: Order) -> str:
        """An order as text."""
        return self.reader.write(order)

    def tell(self, event: Event) -> str:
        """A line of the log."""
        text = event.text.format(**{key: self.describe(key, value) for key, value in event.facts.items()})
        return f"{text} ({event.rule})" if event.rule else text
