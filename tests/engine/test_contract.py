"""The contract that every game must pass, played out over random games.

A game that fails is written to `failures/` as a record that `hexfront play GAME --load FILE` opens.
"""

import itertools
import os
import random
from pathlib import Path
from typing import Any

import pytest
from passed_over import all_options, watching

from hexfront.engine import rulebook
from hexfront.engine.errors import BadOrder, Refused
from hexfront.engine.game import Game
from hexfront.engine.order import Order
from hexfront.engine.records.verify import verify
from hexfront.engine.session import CannotUndo, Session, replay
from hexfront.games import game, playable

CHUNKS, GAMES_A_CHUNK = int(os.environ.get("HEXFRONT_SOAK", 10)), 5  # `make soak` plays many more
FAILURES = Path(__file__).parents[2] / "failures"


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", playable())
def test_contract(name: str, chunk: int) -> None:
    for number in range(GAMES_A_CHUNK):
        seed = f"contract-{chunk}-{number}"
        options = all_options(game(name)) if number % 2 else ()
        Player(game(name), seed, options, scenario(game(name), chunk * GAMES_A_CHUNK + number)).play_out()


def scenario(game: Game[Any], number: int) -> str:
    """Each scenario in turn."""
    found = game.scenarios()
    return str(found[number // 2 % len(found)]["id"])


class Player:
    """Plays one random game and asks the questions of the contract on the way, some at each order, some seldom."""

    def __init__(self, game: Game[Any], seed: str, options: tuple[str, ...], scenario: str) -> None:
        self.game, self.rng = game, random.Random(seed)
        self.rules = {rule.rule for rule in rulebook.load(rulebook.path_of(game))}
        self.session = Session.start(game, scenario, seed=seed, options=options)

    @property
    def state(self) -> Any:
        return self.session.state

    def play_out(self) -> None:
        """Play to the end; whatever the engine passes over on the way had nothing to decide."""
        with watching(self.game):
            self.play_on()

    def play_on(self) -> None:
        try:
            for number in itertools.count():
                ask = self.session.ask()
                if ask is None:
                    break
                self.look(ask, number)
                self.session.play(ask.sample(self.rng), ask.side)
                assert not self.game.audit(self.state)
                if number % 3 == 0:
                    self.undo()
            self.replays()
        except BaseException:
            FAILURES.mkdir(exist_ok=True)
            self.session.save(FAILURES / f"{self.game.id}-{self.state.seed}.txt")
            raise

    def look(self, ask: Any, number: int) -> None:
        if number % 10 == 0:
            self.offered_is_accepted(ask)
            self.survives_json_and_copy()
        if number % 7 == 0:
            self.refuses_the_rest(ask)
        if number % 40 == 0:
            self.hides_what_is_hidden(ask)
        if number % 400 == 399:
            self.accepted_is_offered(ask)

    # -- the questions ---------------------------------------------------------------------------

    def offered_is_accepted(self, ask: Any) -> None:
        """Some of the first thousand offered orders, and some drawn at random."""
        first = list(itertools.islice(ask.orders(), 60))
        orders = [*self.rng.sample(first, min(6, len(first))), ask.sample(self.rng)]
        assert first, f"{ask.name} asks and offers nothing"
        for order in orders:
            assert order in ask, self.game.write(order)
            trial = self.state.copy()
            self.game.play(trial, order, ask.side)
            assert not self.game.audit(trial), self.game.write(order)

    def refuses_the_rest(self, ask: Any) -> None:
        """Wrong side, wrong unit, wrong hex, garbled: refused with a rule of this game, and nothing has changed."""
        before = self.state.hash()
        order = ask.sample(self.rng)
        other = next(side for side in self.game.sides if side != ask.side)
        with pytest.raises(Refused) as refusal:
            self.game.play(self.state, order, other)
        assert refusal.value.rule in self.rules
        for wrong in self.spoilt(order):
            self.must_refuse_or_accept(ask, wrong)
        for text in self.garbled(self.game.write(order)):
            self.must_read_or_refuse(text)
        assert self.state.hash() == before

    def spoilt(self, order: Order) -> list[Order]:
        units, hexes = len(self.game.lexicon.names), self.game.grid.size
        pick = self.rng.randrange
        any_hex = self.game.grid.hex(self.rng.choice(self.game.grid.labels(self.game.grid.all)))
        return [
            Order(order.verb, (pick(units), *order.units[1:]), order.path, order.at, order.number),
            Order(order.verb, order.units, (*order.path[:-1], any_hex), order.at, order.number),
            Order(order.verb, order.units, order.path, (any_hex,), order.number),
            Order(order.verb, order.units, order.path, order.at, pick(20)),
            Order(self.rng.choice(list(self.game.forms)), order.units, order.path, order.at, order.number),
            Order("nonsense", order.units, order.path, order.at, pick(hexes)),
        ]

    def must_refuse_or_accept(self, ask: Any, wrong: Order) -> None:
        legal = wrong in ask
        trial = self.state.copy()
        try:
            self.game.play(trial, wrong, ask.side)
        except Refused as refusal:
            assert not legal and refusal.rule in self.rules, (wrong, refusal)
            assert refusal.why and trial.hash() == self.state.hash()
        except BadOrder:
            assert not legal and trial.hash() == self.state.hash()
        else:
            assert legal and not self.game.audit(trial), wrong

    def garbled(self, text: str) -> list[str]:
        place = self.rng.randrange(len(text))
        letter = self.rng.choice("abcXYZ0189 ->/é\x00")
        return [text[:place] + letter + text[place + 1 :], text[:place], text + " " + letter, letter * 3]

    def must_read_or_refuse(self, text: str) -> None:
        trial = self.state.copy()
        try:
            self.game.play(trial, text)
        except Refused as refusal:
            assert refusal.rule in self.rules, (text, refusal)
            assert trial.hash() == self.state.hash()
        except BadOrder as error:
            assert str(error) and trial.hash() == self.state.hash()

    def survives_json_and_copy(self) -> None:
        state = self.state
        assert state.copy().hash() == state.hash()
        again = self.game.load(state.to_json())
        assert again.hash() == state.hash()
        order = self.session.ask().sample(random.Random(1))
        assert self.game.ask(again).sample(random.Random(1)) == order

    def hides_what_is_hidden(self, ask: Any) -> None:
        """Deal what is hidden anew: view, ask and log of a side must not tell the difference."""
        for side in self.game.sides:
            other = self.game.shuffle_hidden(self.state, side, self.rng)
            mine, theirs = self.game.view(self.state, side), self.game.view(other, side)
            assert mine.to_json() == theirs.to_json()
            other_ask = self.game.ask(other)
            assert (other_ask.name, other_ask.side, other_ask.prompt) == (ask.name, ask.side, ask.prompt)
            for left, right in zip(itertools.islice(ask.orders(), 30), other_ask.orders(), strict=False):
                assert left == right
            self.same_log(other, ask.sample(random.Random(7)))

    def same_log(self, other: Any, order: Order) -> None:
        """Whatever shows no counter tells the same story over both deals."""
        here = self.state.copy()
        told, told_there = self.game.play(here, order), self.game.play(other, order)
        if here.shown == self.state.shown:
            assert [self.game.tell(e) for e in told] == [self.game.tell(e) for e in told_there]

    def accepted_is_offered(self, ask: Any) -> None:
        """Of many paths to one hex one is listed; but no hex, target or number that is not listed is accepted."""
        listed = {self.goal(ask, order) for order in ask.orders()}
        for _ in range(20):
            order = ask.sample(self.rng)
            if not round_trip(order) and (len(order.units) == 1 or order.verb not in ("enter", "rail")):
                assert self.goal(ask, order) in listed, self.game.write(order)
            for wrong in self.spoilt(order):
                if wrong in ask and len(wrong.units) == 1 and not round_trip(wrong):
                    assert self.goal(ask, wrong) in listed, self.game.write(wrong)

    def goal(self, ask: Any, order: Order) -> tuple[Any, ...]:
        """What an order is about; where groups are too many to be listed, only its target."""
        if ask.step.verbs[order.verb].partial:
            return order.verb, frozenset(order.at)
        return goal(order)

    def undo(self) -> None:
        """Undo leads to the state before; or there was a die or a reveal, and it refuses."""
        last, after = self.session.log[-1], self.state.hash()
        shown = (self.state.rolls, self.state.shown)
        try:
            self.session.undo(last.side)
        except CannotUndo:
            return
        assert (self.state.rolls, self.state.shown) == shown
        self.session.play(last.order, last.side)
        assert self.state.hash() == after

    def replays(self) -> None:
        record = self.session.record()
        assert replay(game, record).state.hash() == self.state.hash()
        from hexfront.engine.records.record import write

        verdict = verify(game, write(record))
        assert verdict.ok, verdict.why


def round_trip(order: Order) -> bool:
    """Out and back again: legal, as a path, but no place to go to."""
    return len(order.path) > 2 and order.path[0] == order.path[-1]


def goal(order: Order) -> tuple[Any, ...]:
    return order.verb, frozenset(order.units), order.path[-1:], frozenset(order.at), order.number


def test_undo_stops_at_dice_and_reveals() -> None:
    """In every game played here each order that threw a die or showed a counter stood."""
    for name in playable():
        session = Session.start(game(name), seed="barrier")
        rng = random.Random("barrier")
        walls = 0
        while (ask := session.ask()) and walls < 30:
            before = session.state.barrier()
            session.play(ask.sample(rng))
            if session.state.barrier() != before:
                walls += 1
                with pytest.raises(CannotUndo):
                    session.undo()
        assert walls
