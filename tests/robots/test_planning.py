"""The machinery of the planners, each part against a plain but slow way to do the same."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.grid import members
from hexfront.grid.numbering import Numbering, grid_of
from hexfront.mechanics.reach import Costs
from hexfront.robots.planning.attacks import Candidate, Muster, musters
from hexfront.robots.planning.fields import Roads
from hexfront.robots.planning.line import cheapest, posts
from hexfront.robots.planning.packing import Offer, pack
from hexfront.robots.planning.posting import assign
from hexfront.robots.planning.threat import threat

# -- packing -----------------------------------------------------------------------------------------------


def best_by_force(offers: list[Offer], limits: dict[object, int], owed: dict[object, float]) -> float:
    """The most that any allowed set of offers is worth."""
    best = -1e9
    for many in range(len(offers) + 1):
        for chosen in itertools.combinations(offers, many):
            if allowed(chosen, limits):
                best = max(best, worth(chosen, offers, owed))
    return best


def allowed(chosen: tuple[Offer, ...], limits: dict[object, int]) -> bool:
    used: dict[object, int] = {}
    for offer in chosen:
        for thing, amount in offer.uses:
            used[thing] = used.get(thing, 0) + amount
    met = {duty for offer in chosen for duty in offer.meets}
    brought = {duty for offer in chosen for duty in offer.brings}
    return brought <= met and all(amount <= limits.get(thing, 1) for thing, amount in used.items())


def worth(chosen: tuple[Offer, ...], offers: list[Offer], owed: dict[object, float]) -> float:
    met = {duty for offer in chosen for duty in offer.meets}
    possible = {duty for offer in offers for duty in offer.meets}
    return sum(o.worth for o in chosen) - sum(price for duty, price in owed.items() if duty in possible - met)


OFFERS = st.lists(
    st.builds(
        Offer,
        st.integers(-30, 60).map(lambda n: n / 10),
        st.dictionaries(st.integers(0, 5), st.integers(1, 2), max_size=3).map(lambda d: tuple(d.items())),
        st.lists(st.sampled_from("abc"), max_size=1).map(tuple),
        st.lists(st.sampled_from("abc"), max_size=2, unique=True).map(tuple),
    ),
    max_size=7,
)


@settings(max_examples=150, deadline=None)
@given(
    OFFERS, st.dictionaries(st.integers(0, 5), st.integers(1, 3)), st.dictionaries(st.sampled_from("abc"), st.just(2.0))
)
def test_packing_takes_the_best_allowed_set(
    offers: list[Offer], limits: dict[object, int], owed: dict[object, float]
) -> None:
    chosen = tuple(offers[n] for n in pack(offers, limits, owed))
    assert allowed(chosen, limits)
    assert worth(chosen, offers, owed) == pytest.approx(best_by_force(offers, limits, owed))


def test_a_zone_is_entered_only_with_an_attack_on_its_owner() -> None:
    storm = Offer(3.0, (("46 Pz", 1),), brings=("4A",))
    soak = Offer(-1.0, (("3 Mot", 1),), meets=("4A",))
    assert pack([storm]) == []
    assert pack([storm, soak]) == [0, 1]
    assert pack([storm, Offer(-4.0, (("3 Mot", 1),), meets=("4A",))]) == []


def test_a_duty_that_stands_is_met_if_that_is_cheaper() -> None:
    soak = Offer(-1.0, (("3 Mot", 1),), meets=("4A",))
    assert pack([soak]) == []
    assert pack([soak], owed={"4A": 5.0}) == [0]
    assert pack([soak], owed={"4A": 0.5}) == []


def test_what_the_last_bit_tells_apart_is_worth_the_same() -> None:
    """The dearest offer first, then the first one: not the one that gains by how its worth was added up."""
    assert 0.1 + 0.2 > 0.3
    three = [Offer(0.3, (("target", 1),)), Offer(0.1 + 0.2, (("target", 1),)), Offer(0.1 + 0.2, (("target", 1),))]
    assert pack(three) == [0]
    apart = [Offer(0.1, (("a", 1), ("hex", 1))), Offer(0.2, (("b", 1), ("hex", 1))), Offer(0.3, (("a", 1), ("b", 1)))]
    assert pack(apart, {"hex": 2}) == pack([*apart[:2], Offer(0.1 + 0.2, (("a", 1), ("b", 1)))], {"hex": 2}) == [2]


def test_a_set_too_large_to_be_the_best_for_sure_is_allowed_and_good() -> None:
    rng = random.Random(3)
    offers = [Offer(rng.uniform(1, 9), tuple((n, 1) for n in rng.sample(range(40), 3))) for _ in range(300)]
    chosen = pack(offers)
    assert allowed(tuple(offers[n] for n in chosen), {})
    used = {thing for n in chosen for thing, _ in offers[n].uses}
    assert all(used & {thing for thing, _ in offer.uses} for offer in offers)
    assert worth(tuple(offers[n] for n in chosen), [], {}) > 80


# -- who goes where ----------------------------------------------------------------------------------------


def test_assignment_is_the_cheapest_for_all_together() -> None:
    prices = {("a", 1): 1.0, ("a", 2): 2.0, ("b", 1): 1.5, ("b", 2): 9.0}
    assert assign(["a", "b"], [1, 2], lambda who, where: prices[who, where]) == [("a", 2), ("b", 1)]


def test_assignments_that_differ_in_the_last_bit_only_cost_the_same() -> None:
    def found(one: float, other: float) -> list[tuple[str, int]]:
        return assign(["a", "b"], [1, 2], lambda who, where: one if (who == "a") == (where == 1) else other)

    assert found(0.1 + 0.2, 0.3) == found(0.3, 0.1 + 0.2) == found(0.3, 0.3)


def test_what_cannot_be_is_not_assigned() -> None:
    assert assign(["a", "b"], [1], lambda who, where: None if who == "a" else 3.0) == [("b", 1)]
    assert assign(["a"], [1], lambda who, where: 3.0, most=2.0) == []
    assert assign([], [1], lambda who, where: 0.0) == []


# -- lines -------------------------------------------------------------------------------------------------

GRID = grid_of(Numbering("flat", 8, 8))


def near(h: int) -> list[int]:
    return members(GRID.around(1 << h))


@pytest.mark.parametrize("seed", range(5))
def test_the_line_is_the_cheapest_of_all(seed: int) -> None:
    rng = random.Random(seed)
    costs = {h: rng.randint(1, 9) / 1.0 for h in members(GRID.all) if rng.random() < 0.9}
    starts, ends = members(GRID.north), set(members(GRID.south))
    best = {h: costs.get(h, 1e9) if h in starts else 1e9 for h in members(GRID.all)}
    for _ in range(GRID.size):
        for h in best:
            if h in costs:
                best[h] = min(best[h], min(best[n] for n in near(h)) + costs[h])
    path = cheapest(costs, near, starts, ends)
    assert sum(costs[h] for h in path) == min(best[h] for h in ends)
    assert all(b in near(a) for a, b in itertools.pairwise(path))


def test_there_is_no_line_through_a_hole() -> None:
    costs = dict.fromkeys(members(GRID.north), 1.0)
    assert cheapest(costs, near, members(GRID.north), set(members(GRID.south))) == []


def test_posts_leave_gaps_that_zones_hold() -> None:
    path = list(range(10))
    chosen = sorted(posts(path, lambda h: 5.0 if h % 3 else 1.0, (0.0, 0.0, 0.0)))
    assert chosen == [0, 3, 6, 9]
    assert all(b - a <= 2 for a, b in itertools.pairwise(sorted(posts(path, lambda h: 1.0, (0.0, 0.0)))))
    assert posts([], lambda h: 1.0, (0.0,)) == []


# -- distances ---------------------------------------------------------------------------------------------


def slow_distances(costs: Costs, starts: dict[int, int], extra: list[int], limit: int) -> list[int]:
    """Bellman's way: better every hex as long as anything gets better."""
    found = [limit] * GRID.size
    for h, cost in starts.items():
        found[h] = min(found[h], cost)
    changed = True
    while changed:
        changed = False
        for h, around in enumerate(GRID.neighbours):
            for d, n in enumerate(around):
                if n >= 0 and costs.step(h, d) and found[h] + costs.step(h, d) + extra[n] < found[n]:
                    found[n] = found[h] + costs.step(h, d) + extra[n]
                    changed = True
    return found


@pytest.mark.parametrize("seed", range(4))
def test_distances_are_the_shortest_with_what_stands_in_the_way(seed: int) -> None:
    rng = random.Random(seed)
    land = members(GRID.all)
    dear = sum(1 << h for h in rng.sample(land, 20))
    costs = Costs.build(GRID, {2: GRID.all & ~dear, 5: dear}, closed=1 << land[seed])
    extra = [rng.choice((0, 0, 3)) for _ in range(GRID.size)]
    starts = {h: rng.choice((0, 4)) for h in rng.sample(land, 2)}
    roads = Roads(GRID, costs)
    assert roads.away(starts, extra, 30) == slow_distances(costs, starts, extra, 30)
    goal = rng.choice(land)
    there = roads.to([goal], extra, 30)
    for h in rng.sample(land, 8):
        assert there[h] == slow_distances(costs, {h: 0}, extra, 30)[goal]
    assert roads.away({}, None, 30) == [30] * GRID.size


# -- threats -----------------------------------------------------------------------------------------------


def test_a_threat_counts_the_strongest_for_whom_there_is_room() -> None:
    place = GRID.hex("0404")
    beside = near(place)[0]
    found = threat(GRID, [(3.0, 1 << beside), (5.0, 1 << beside), (4.0, 1 << beside), (9.0, 1 << GRID.hex("0101"))], 2)
    assert found[place] == 9.0
    assert found[GRID.hex("0808")] == 0.0


# -- attacks -----------------------------------------------------------------------------------------------


def test_musters_are_the_ones_that_none_betters() -> None:
    ring = GRID.around(1 << GRID.hex("0404"))
    candidates = [
        Candidate((n,), strength, price, ring) for n, (strength, price) in enumerate([(8, 4), (5, 1), (2, 1)])
    ]

    def column(muster: Muster) -> float:
        return sum(c.strength for c, _ in muster.parts) // 3

    found = musters(candidates, ring, lambda c, p, taken: taken < 1, lambda c, p: 0.0, column)
    figures = [(column(m), m.price) for m in found]
    assert figures == sorted(figures, reverse=True)
    assert figures[0][0] == 5
    assert all(len(m.places) == len(m.parts) for m in found)  # one to a hex, as `room` asks


def test_nobody_attacks_from_where_he_cannot_get_to() -> None:
    ring = GRID.around(1 << GRID.hex("0404"))
    far = Candidate((1,), 9.0, 1.0, 1 << GRID.hex("0808"))
    assert musters([far], ring, lambda c, p, taken: True, lambda c, p: 0.0, lambda m: 1.0) == []
