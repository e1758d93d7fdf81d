"""What a game tells the table: orders for a selection, panels, overlays, reminders, charts and forces.

Random games of every registered game are played for a while, over their scenarios, without and with options.
"""

import itertools
import random
import re
import time
from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import tiny
from test_contract import all_options

from hexfront.engine import rulebook
from hexfront.engine.desk import Item, Switch
from hexfront.engine.game import Game
from hexfront.engine.order import Order
from hexfront.games import game, playable
from hexfront.games.pgg.combat.forecast import forecast
from hexfront.games.pgg.combat.strength import sums
from hexfront.games.pgg.supply import Lines
from hexfront.games.pgg.untried import unknown_mix, untried
from hexfront.mechanics.shading import Bringer, brought, cuts

ORDERS, EVERY = 600, 6
ATTACKS = ("attack", "overrun", "av")
TONES = {"both", "good", "bad", "goal"}
FAST = 0.020  # seconds for the orders of a selected stack
Position = tuple[Any, Any, random.Random]


def setups() -> list[tuple[str, str, bool]]:
    """Every scenario of every game, half of them with all optional rules."""
    found = [(name, str(each["id"])) for name in playable() for each in game(name).scenarios()]
    return [(name, scenario, bool(i % 2)) for i, (name, scenario) in enumerate(found)]


def positions(name: str, scenario: str, options: bool, orders: int = ORDERS) -> Iterator[Position]:
    """Views of whoever decides, along one random game; the state itself comes with each."""
    here, rng = game(name), random.Random(f"desk {name} {scenario}")
    state = here.start(scenario, seed=f"desk {scenario}", options=all_options(here) if options else ())
    for number in range(orders):
        ask = here.ask(state)
        if ask is None:
            return
        if number % EVERY == 0:
            yield here.view(state, ask.side), state, rng
        here.play(state, ask.sample(rng))


def selections(here: Game[Any], view: Any, rng: random.Random) -> list[tuple[int, ...]]:
    """What somebody could click: nothing, stacks, single units, parts of stacks, units off the board, odd mixtures."""
    stacks = list(view.stacks.values())
    away = [unit for unit, place in enumerate(view.where) if place < 0]
    found: list[tuple[int, ...]] = [()]
    for stack in rng.sample(stacks, min(3, len(stacks))):
        found += [stack, (rng.choice(stack),), tuple(rng.sample(stack, rng.randint(1, len(stack))))]
    if view.owed and view.owed[-1].units:
        found += [view.owed[-1].units, (rng.choice(view.owed[-1].units),)]
    if away:
        found += [(rng.choice(away),), tuple(rng.sample(away, min(2, len(away))))]
    everybody = range(len(view.where))
    return [
        *found,
        tuple(rng.sample(everybody, 2)),
        tuple(u for r in here.desk.reminders(view) for u in r.units[:1])[:1],
    ]


@pytest.mark.parametrize(("name", "scenario", "options"), setups())
def test_orders_for_a_selection_are_legal_and_about_it(name: str, scenario: str, options: bool) -> None:
    here, seen = game(name), set()
    for view, _, rng in positions(name, scenario, options):
        for units in selections(here, view, rng):
            for order in itertools.islice(here.desk.orders_for(view, units), 400):
                here.check(view, order)
                seen.add(order.verb)
                assert set(order.units) == set(units) or order.verb == "mobilize", here.write(order)
                cost = here.desk.cost_of(view, order)
                assert cost is None or cost > 0
                assert order.verb != "move" or cost is not None
        place = rng.choice(list(here.grid.labels(here.grid.all)))
        for order in here.desk.orders_at(view, here.grid.hex(place)):
            here.check(view, order)
            assert not order.units
    assert {"done", "move", "place"} <= seen


@pytest.mark.parametrize(("name", "scenario", "options"), setups())
def test_whatever_is_listed_can_be_found_by_selecting_its_units(name: str, scenario: str, options: bool) -> None:
    """`about` leads to the same hexes, targets and numbers as `offers`."""
    here = game(name)
    for view, _, rng in positions(name, scenario, options, 300):
        ask = here.ask(view)
        assert ask
        listed = list(itertools.islice(ask.orders(), 60))
        listed += [ask.sample(rng) for _ in range(4)]
        for order in rng.sample(listed, min(8, len(listed))):
            if len(order.path) > 2 and order.path[0] == order.path[-1]:
                continue  # out and back again is no place to go to
            if here.forms[order.verb].only("hex"):
                assert order in here.desk.orders_at(view, order.at[0])
            else:
                found = {goal(other) for other in here.desk.orders_for(view, order.units)}
                assert goal(order) in found, here.write(order)


def goal(order: Order) -> tuple[Any, ...]:
    return order.verb, tuple(sorted(order.units)), order.path[-1:], frozenset(order.at), order.number


@pytest.mark.parametrize(("name", "scenario", "options"), setups())
def test_panels(name: str, scenario: str, options: bool) -> None:
    """Legal attacks have chances that sum to one, and texts; others say what is wrong, and never break."""
    here, rules, made = game(name), rules_of(name), 0
    for view, _, rng in positions(name, scenario, options, 900):
        ask = here.ask(view)
        assert ask
        for verb in set(ask.verbs) & set(ATTACKS):
            for order in itertools.islice(ask.step.verbs[verb].offers(view), 5):
                panel = here.desk.panel(view, order)
                assert panel and not panel.why, panel
                assert abs(sum(chance.chance for chance in panel.chances) - 1) < 1e-9
                assert panel.odds and all(chance.text for chance in panel.chances)
                assert all(item.rule in rules for item in (*panel.attack, *panel.defence))
                made += 1
                for switch in panel.switches:
                    flip(here, view, order, switch)
        for verb in set(ATTACKS) & set(here.forms):
            units = tuple(rng.sample(range(len(view.where)), rng.randint(1, 3)))
            order = Order(verb, units, at=(here.grid.hex(rng.choice(here.grid.labels(here.grid.all))),))
            panel = here.desk.panel(view, order)
            assert panel and panel.why and panel.rule in rules
            assert not panel.chances or abs(sum(chance.chance for chance in panel.chances) - 1) < 1e-9
        assert here.desk.panel(view, Order("done")) is None
    assert made


@pytest.mark.parametrize(("name", "scenario", "options"), setups())
def test_what_a_panel_shows_is_what_is_used(name: str, scenario: str, options: bool) -> None:
    """Both totals are the sums of their items, and the battle is fought with these totals and at these odds."""
    here, fought = game(name), 0
    for view, state, _ in positions(name, scenario, options, 900):
        ask = here.ask(view)
        assert ask
        for verb in set(ask.verbs) & set(ATTACKS):
            for order in itertools.islice(ask.step.verbs[verb].offers(view), 12):
                panel = here.desk.panel(view, order)
                assert panel and summed(panel.attack) == int(panel.attack_total)
                assert summed(panel.defence) == int(panel.defence_total)
                if any("untried" in item.text for item in panel.defence):
                    continue
                event = next((event for event in here.play(state.copy(), order) if "odds" in event.facts), None)
                if event is None:
                    continue
                facts = event.facts
                assert facts["odds"] == panel.odds and facts["result"] in [chance.code for chance in panel.chances]
                assert str(facts.get("attack", panel.attack_total)) == panel.attack_total
                assert str(facts.get("defence", panel.defence_total)) == panel.defence_total
                fought += 1
    assert fought


def summed(items: list[Item]) -> int:
    """What the items add up to; columns of support are no factors."""
    return sum(int(item.value) for item in items if re.fullmatch("[+-][0-9]+", item.value))


def flip(here: Game[Any], view: Any, order: Order, switch: Switch) -> None:
    """A switch leads to another panel, in which it stands the other way."""
    text, word, on = here.write(order), switch.word, switch.on
    if switch.slot == "choice":
        changed = text.removesuffix(f" {word}") if on else f"{text} {word}"
    else:
        changed = text.replace(f" {word} ", " ") if on else text.replace(" >", f" {word} >")
    panel = here.desk.panel(view, here.read(view, changed))
    assert panel and {switch.word: switch.on for switch in panel.switches}.get(word, False) is not on, changed


def rules_of(name: str) -> set[str]:
    return {rule.rule for rule in rulebook.load(rulebook.path_of(game(name)))} | {""}


@pytest.mark.parametrize(("name", "scenario", "options"), setups())
def test_overlays_reminders_charts_and_forces(name: str, scenario: str, options: bool) -> None:
    here, rules = game(name), rules_of(name)
    assert sorted(each.key for each in here.manifest.overlays) == list("CORSTZ")
    for view, _, _ in positions(name, scenario, options, 300):
        for side in (*here.sides, ""):
            for each in here.manifest.overlays:
                shades = here.desk.overlay(view, side, each.id)
                assert len({shade.hex for shade in shades}) == len(shades)
                assert all(here.grid.all >> shade.hex & 1 for shade in shades)
                assert {shade.tone for shade in shades} <= TONES | set(here.sides)
        for reminder in here.desk.reminders(view):
            assert reminder.rule in rules and reminder.text.endswith(".") and reminder.text[0] != " "
            assert all(here.grid.all >> place & 1 for place in reminder.hexes)
        for chart in here.desk.tables(view):
            assert chart.rule in rules and all(len(row) == len(chart.columns) for row in chart.rows), chart.title
            assert not chart.lit or chart.lit in {*chart.columns, *(row[0] for row in chart.rows)}, chart.title
        listed = here.desk.forces(view)
        assert all(force.side in here.sides for force in listed)
        on_board = sorted(force.name for force in listed if force.hex >= 0)
        assert on_board == sorted(here.lexicon.names[u] for u, place in enumerate(view.where) if place >= 0)
        assert here.desk.turn_name(view) and all(label and text for label, text in here.desk.facts(view))


@pytest.mark.parametrize(("name", "scenario", "options"), setups())
def test_a_phase_that_may_not_end_says_why(name: str, scenario: str, options: bool) -> None:
    """There is a reminder that must be heeded exactly when `done` is refused or a duty is owed."""
    here = game(name)
    for view, _, _ in positions(name, scenario, options):
        ask = here.ask(view)
        assert ask
        if "done" in ask.verbs or view.owed:
            must = any(reminder.must for reminder in here.desk.reminders(view))
            assert must == (Order("done") not in ask), here.desk.reminders(view)


@pytest.mark.parametrize("name", playable())
def test_nothing_hidden_shows(name: str) -> None:
    """Deal what is hidden anew, and everything the table is told stays the same."""
    here = game(name)
    for view, state, rng in itertools.islice(positions(name, "", False, 1500), 0, None, 5):
        side = here.sides[rng.randrange(2)]
        other = here.view(here.shuffle_hidden(state, side, rng), side)
        order = here.ask(view).sample(random.Random(1))  # type: ignore[union-attr]
        units = rng.choice(selections(here, view, rng))
        assert told(here, here.view(state, side), side, order, units) == told(here, other, side, order, units)


def told(here: Game[Any], view: Any, side: str, order: Order, units: tuple[int, ...]) -> bytes:
    """All that the table learns of a position, as text."""
    overlays = [here.desk.overlay(view, side, each.id) for each in here.manifest.overlays]
    lists = [
        here.desk.reminders(view),
        here.desk.tables(view),
        here.desk.forces(view),
        here.desk.facts(view),
        here.desk.turn_name(view),
    ]
    orders = [(o, here.desk.cost_of(view, o)) for o in itertools.islice(here.desk.orders_for(view, units), 100)]
    return msgspec.json.encode([overlays, lists, orders, here.desk.panel(view, order)])


@pytest.mark.parametrize(("name", "scenario", "options"), setups())
def test_a_selected_stack_answers_at_once(name: str, scenario: str, options: bool) -> None:
    """Of all selections that can do something, at least nineteen in twenty answer before a hand would notice."""
    here, times = game(name), []
    for view, _, rng in positions(name, scenario, options, 300):
        for units in selections(here, view, rng):
            start = time.process_time()
            found = [here.desk.cost_of(view, order) for order in here.desk.orders_for(view, units)]
            if found and units:
                times.append(time.process_time() - start)
    times.sort()
    assert len(times) > 20 and times[int(len(times) * 0.95)] < FAST, times[-10:]


# -- figures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario", "options"), setups())
def test_items_add_up_and_the_text_table_tells_the_same(name: str, scenario: str, options: bool) -> None:
    here, compared = game(name), 0
    for view, _, _ in positions(name, scenario, options, 900):
        ask = here.ask(view)
        assert ask
        verb = next((verb for verb in ATTACKS if verb in ask.verbs), "")
        for order in itertools.islice(ask.step.verbs[verb].offers(view), 3) if verb else ():
            panel = here.desk.panel(view, order)
            assert panel
            assert total(panel.attack) == int(panel.attack_total) and total(panel.defence) == int(panel.defence_total)
            lines = here.questions.inquire(view, "odds", here.write(order).split()[1:])  # type: ignore[attr-defined]
            text = " ".join(lines)
            for word, number in (("Defence", panel.defence_total), ("ttack", panel.attack_total)):
                assert f"{word} {number}" in text or f"Overrun {number}" in text
            assert panel.odds in text and all(chance.code in text for chance in panel.chances if chance.code != "AV")
            compared += 1
    assert compared


def total(items: list[Item]) -> int:
    return sum(int(item.value) for item in items if item.value[:1] in "+-")


SITUATIONS = [  # attackers, defenders: each unit with its hex
    ({"6/3Pz": "2216"}, {"R1": "2215"}),
    ({"6/3Pz": "2216", "3/3Pz": "2216"}, {"R1": "2215", "A1": "2215", "Lukin": "2215"}),
    ({"6/3Pz": "0405"}, {"R1": "0404", "R2": "0503"}),
    ({"R1": "2216", "R2": "2216", "Lukin": "2216"}, {"6/3Pz": "2215"}),
    ({"R1": "2216", "A2": "2316", "Lukin": "2216"}, {"6/3Pz": "2215"}),
    ({"R1": "0404", "R2": "0503"}, {"6/3Pz": "0403"}),
]


@pytest.mark.parametrize(("attackers", "defenders"), SITUATIONS)
def test_chances_over_untried_counters_are_exact(attackers: dict[str, str], defenders: dict[str, str]) -> None:
    """The same as dealing every pair of counters to the untried divisions, one pair after the other."""
    here = game("pgg")
    state = here.start(seed="exact")
    for unit, place in enumerate(state.where):
        if place >= 0:
            state.put(unit, -2)
    for name, label in (attackers | defenders).items():
        state.put(here.lexicon.names.index(name), here.grid.hex(label))
    units = tuple(here.lexicon.names.index(name) for name in attackers)
    order = Order("attack", units, at=tuple(dict.fromkeys(here.grid.hex(label) for label in defenders.values())))
    view = here.view(state, "german")
    found, slow = forecast(view, order.units, order.at), dealt_one_by_one(view, order)
    assert found.columns.keys() == slow.keys()
    assert all(abs(found.columns[column] - slow[column]) < 1e-9 for column in slow)


def dealt_one_by_one(view: Any, order: Order) -> dict[str, float]:
    everybody = (*order.units, *(u for place in order.at for u in view.stacks[place]))
    unknown = [u for u in everybody if untried(view, u)]
    attacking, lines = unknown[0] in order.units, Lines(view)
    decks = [list(enumerate(unknown_mix(view, view.edition.cup[u]))) for u in unknown]
    columns: Tally[str] = Tally()
    for deal in itertools.product(*decks):
        cards = {(view.edition.cup[u], number) for u, (number, _) in zip(unknown, deal, strict=True)}
        if len(cards) == len(unknown):
            known = {u: mix[0 if attacking else 1] for u, (_, mix) in zip(unknown, deal, strict=True)}
            made = sums(view, order.units, order.at, False, known, lines)
            columns[made.odds or ("no defence" if made.defence.total <= 0 else "no attack")] += 1
    return {column: many / columns.total() for column, many in columns.items()}


def test_where_a_line_is_cut() -> None:
    grid = game("pgg").grid
    start, goals = grid.hex("1010"), 1 << grid.hex("1015")
    wall = grid.mask(" ".join(f"{column:02}12" for column in range(1, 30)))
    found = cuts(grid, start, goals, grid.all, wall)
    assert [grid.label(place) for place in found] == ["1012"]
    assert cuts(grid, start, goals, grid.all & ~goals, wall) == []


def test_what_can_be_brought_up_has_room() -> None:
    near, far = 1 << 1, 1 << 2
    units = [Bringer(5, near), Bringer(4, near), Bringer(3, near | far), Bringer(2, far)]
    assert brought(units, near | far, 1) == (8, {1, 2})
    assert brought(units, near | far, 2) == (14, {1, 2})
    assert brought(units, far, 3) == (5, {2})


# -- a game that tells the table nothing of its own -------------------------------------------------------


def test_defaults_are_harmless() -> None:
    """The tiny game without its desk: orders are filtered from what is listed, everything else is empty."""
    here = tiny.Tiny()
    here.prepare()
    state, rng = here.start(seed="desk"), random.Random("desk")
    while (ask := here.ask(state)) is not None:
        listed = list(ask.orders())
        for units in {order.units for order in listed}:
            assert list(here.desk.orders_for(state, units)) == [order for order in listed if order.units == units]
        assert all(reminder.must for reminder in here.desk.reminders(state)) and here.desk.turn_name(state).startswith(
            "Turn"
        )
        assert bool(state.owed) == bool(here.desk.reminders(state))
        order = ask.sample(rng)
        assert here.desk.panel(state, order) is None and here.desk.cost_of(state, order) is None
        here.play(state, order)
    assert not list(here.desk.orders_for(state, ())) and not here.desk.reminders(state)
    assert (
        list(here.desk.pieces(state)),
        here.desk.overlay(state, "red", "zones"),
        here.desk.tables(state),
        here.desk.forces(state),
    ) == ([],) * 4
    assert here.desk.facts(state) == []
