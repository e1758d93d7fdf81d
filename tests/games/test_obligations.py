"""Mandatory combat against every way there is to fight small battles."""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.games.trc.combat.assignment import Search
from hexfront.games.trc.combat.obligations import (
    BUDGET,
    Attacker,
    Battle,
    Debt,
    Defender,
    Id,
    Problem,
    TooHard,
    after,
    fault,
    feasible,
    owed,
    possible,
)


def still_feasible(problem: Problem, chosen: Iterable[Battle], budget: int = BUDGET) -> bool:
    """Tell whether the rest can still be met once these battles are fought; when in doubt it can.

    The battles themselves are not looked at: that is for `fault`, or for the game when bombers change the odds.
    """
    return possible(after(problem, chosen), budget)


def unit(name: str, strength: int, hexes: str, must: bool = True) -> Attacker:
    return Attacker(name, strength, frozenset(hexes), must)


def front(attackers: list[Attacker], defenders: list[Defender], worst: tuple[int, int] = (1, 6)) -> Problem:
    return Problem(tuple(attackers), tuple(defenders), worst)


def plain(*defenders: tuple[str, int]) -> list[Defender]:
    return [Defender(name, strength) for name, strength in defenders]


# ---- what the rule means


def test_one_unit_between_two_enemies_attacks_both_in_one_battle() -> None:
    problem = front([unit("24Pz", 8, "AB")], plain(("A", 24), ("B", 24)))
    assert feasible(problem) == (Battle(("A", "B"), ("24Pz",)),)


def test_it_cannot_below_the_worst_odds() -> None:
    problem = front([unit("24Pz", 8, "AB")], plain(("A", 24), ("B", 25)))
    assert feasible(problem) is None
    assert owed(problem) == (Debt(("A", "B"), (), 9, 8),)
    assert owed(problem)[0].text() == "there is no way to attack A and B: 8 factors for 9"


def test_an_attacker_of_several_hexes_is_adjacent_to_all_of_them() -> None:
    """The two could only fight A and B together, but 47Pz does not touch A."""
    problem = front([unit("24Pz", 1, "AB"), unit("47Pz", 3, "B")], plain(("A", 5), ("B", 10)))
    plan = feasible(problem)
    assert plan is not None and set(plan) == {Battle(("A",), ("24Pz",)), Battle(("B",), ("47Pz",))}
    assert not still_feasible(problem, [Battle(("B",), ("24Pz", "47Pz"))])
    assert fault(problem, Battle(("A", "B"), ("24Pz", "47Pz"))) == "47Pz cannot attack A"


def test_a_stack_splits_to_soak_off() -> None:
    stack = [unit("41Pz", 8, "AB"), unit("26", 1, "AB")]
    problem = front(stack, plain(("A", 6), ("B", 40)))
    assert still_feasible(problem, [Battle(("A",), ("26",))])
    assert not still_feasible(problem, [Battle(("A",), ("41Pz",))]), "1 against 40 is worse than 1-6"


def test_a_unit_may_not_be_left_out() -> None:
    """Who joins the battle of two hexes leaves 26 without an enemy it may attack."""
    problem = front([unit("41Pz", 8, "AB"), unit("26", 3, "B")], plain(("A", 6), ("B", 6)))
    assert not still_feasible(problem, [Battle(("A", "B"), ("41Pz",))])
    assert [debt.text() for debt in owed(after(problem, [Battle(("A", "B"), ("41Pz",))]))] == [
        "26 has no enemy to attack"
    ]


def test_doubled_only_while_all_attackers_are_across() -> None:
    behind = ((frozenset({"26", "28"}), 24),)
    enemy = [Defender("A", 12, True, behind)]
    two = [unit("26", 1, "A"), unit("28", 2, "A")]
    assert feasible(front(two, enemy)) is None
    assert [debt.text() for debt in owed(front(two, enemy))] == [
        "A must be attacked: 3 of 4 factors",
        "26 has no legal attack: 3 of 4 factors",
        "28 has no legal attack: 3 of 4 factors",
    ]
    problem = front([*two, unit("HQ", 0, "A")], enemy)
    assert feasible(problem) == (Battle(("A",), ("26", "28", "HQ")),), "one who is not across takes the doubling away"
    assert fault(problem, Battle(("A",), ("28",))) == "2 factors are too few against A: it takes 4"


def test_who_need_not_fight_may_help_and_who_need_not_be_fought_may_be() -> None:
    strait = unit("42", 5, "A", must=False)
    assert feasible(front([unit("1", 1, "A"), strait], plain(("A", 30)))) is not None
    assert feasible(front([strait], [Defender("A", 30, must=False)])) == ()
    partisan = [Defender("A", 1, must=False)]
    assert feasible(front([unit("1", 1, "A")], partisan)) == (Battle(("A",), ("1",)),)


def test_fronts_that_do_not_meet_are_told_apart() -> None:
    problem = front([unit("1", 1, "A"), unit("2", 1, "B"), unit("3", 1, "C")], plain(("A", 7), ("B", 6), ("C", 8)))
    assert [debt.hexes + debt.units for debt in owed(problem)] == [("A",), ("C",), ("1",), ("3",)]
    assert owed(problem)[0].text(lambda i: f"<{i}>") == "<A> must be attacked: 1 of 2 factors"


def test_a_clash_of_units_and_hexes() -> None:
    """Only 1 can reach A, but only against B as well; then 2 has nobody to attack."""
    problem = front([unit("1", 1, "AB"), unit("2", 1, "B")], [Defender("A", 3), Defender("B", 9)])
    assert feasible(problem) is None
    (debt,) = owed(problem)
    assert debt == Debt(("A", "B"), (), 3, 2)
    lone = front([unit("1", 1, "AB"), unit("2", 1, "B")], [Defender("A", 3), Defender("B", 9, must=False)])
    assert owed(lone)[0].text() == "there is no way to attack A and find an attack for 2: 1 factors for 1"


def test_nothing_to_do() -> None:
    assert feasible(front([], [])) == ()
    assert owed(front([], [])) == ()
    assert [debt.text() for debt in owed(front([], plain(("A", 3))))] == ["A must be attacked: 0 of 1 factors"]


@pytest.mark.parametrize(
    ("attackers", "defenders", "worst"),
    [
        ([unit("1", 1, "A"), unit("1", 2, "A")], plain(("A", 1)), (1, 6)),
        ([unit("1", 1, "A")], plain(("A", 1), ("A", 2)), (1, 6)),
        ([unit("1", 1, "B")], plain(("A", 1)), (1, 6)),
        ([unit("1", -1, "A")], plain(("A", 1)), (1, 6)),
        ([unit("1", 1, "A")], [Defender("A", 4, True, ((frozenset({"1"}), 3),))], (1, 6)),
        ([unit("1", 1, "A")], plain(("A", 1)), (0, 6)),
    ],
)
def test_bad_problems(attackers: list[Attacker], defenders: list[Defender], worst: tuple[int, int]) -> None:
    with pytest.raises(ValueError):
        front(attackers, defenders, worst)


def test_bad_battles() -> None:
    problem = front([unit("1", 1, "A"), unit("2", 1, "A")], plain(("A", 1)))
    with pytest.raises(ValueError, match="twice"):
        after(problem, [Battle(("A",), ("1",)), Battle(("A",), ("2",))])
    with pytest.raises(ValueError, match="not there"):
        after(problem, [Battle(("A",), ("9",))])
    assert fault(problem, Battle((), ("1",))) == "a battle takes an attacker and an enemy"
    assert fault(problem, Battle(("A",), ("9",))) == "9 cannot attack now"
    assert fault(problem, Battle(("Z",), ("1",))) == "1 cannot attack Z"


def riddle(units: int, hexes: int) -> Problem:
    """Fours against nines at 1-1: enough factors, but they do not fit."""
    rng = random.Random(7)
    names = [f"h{i}" for i in range(hexes)]
    attackers = [Attacker(i, 4, frozenset(rng.sample(names, 5))) for i in range(units)]
    return front(attackers, [Defender(name, 9) for name in names], (1, 1))


def test_a_riddle_is_given_up_in_time() -> None:
    problem = riddle(32, 12)
    with pytest.raises(TooHard):
        feasible(problem, budget=50)
    assert still_feasible(problem, [], budget=50), "in doubt the player may go on"
    assert owed(problem, budget=50) == ()


# ---- every way there is, without masks and without thinking


def partitions(hexes: list[Defender]) -> Iterator[list[list[Defender]]]:
    """All ways to put hexes into battles; one that need not be attacked may also stay out."""
    if not hexes:
        yield []
        return
    one, *others = hexes
    for rest in partitions(others):
        yield [[one], *rest]
        for i, group in enumerate(rest):
            yield [*rest[:i], [one, *group], *rest[i + 1 :]]
        if not one.must:
            yield rest


def allowed(group: list[Defender], attackers: list[Attacker], worst: tuple[int, int]) -> bool:
    attack = sum(a.strength for a in attackers)
    names = {a.id for a in attackers}
    defence = sum(max([d.strength] + [n for who, n in d.behind if names <= who]) for d in group)
    return attack > 0 and (defence == 0 or attack * worst[1] >= defence * worst[0])


def brute(problem: Problem) -> bool:
    for groups in partitions(list(problem.defenders)):
        choices = []
        for a in problem.attackers:
            fits = [i for i, group in enumerate(groups) if {d.id for d in group} <= a.hexes]
            choices.append(fits if a.must else [-1, *fits])
        for picks in product(*choices):
            sides = [
                [a for a, pick in zip(problem.attackers, picks, strict=True) if pick == i] for i in range(len(groups))
            ]
            if all(allowed(group, side, problem.worst) for group, side in zip(groups, sides, strict=True)):
                return True
    return False


def check_plan(problem: Problem, plan: tuple[Battle, ...]) -> None:
    units = [u for battle in plan for u in battle.attackers]
    hexes = [h for battle in plan for h in battle.hexes]
    assert len(units) == len(set(units)) and len(hexes) == len(set(hexes))
    assert {a.id for a in problem.attackers if a.must} <= set(units)
    assert {d.id for d in problem.defenders if d.must} <= set(hexes)
    where = {d.id: d for d in problem.defenders}
    who = {a.id: a for a in problem.attackers}
    for battle in plan:
        assert all(set(battle.hexes) <= who[u].hexes for u in battle.attackers)
        assert allowed([where[h] for h in battle.hexes], [who[u] for u in battle.attackers], problem.worst)
        assert fault(problem, battle) == ""


def eased(problem: Problem, hexes: set[Id], units: set[Id]) -> Problem:
    """The same with these duties only."""
    return Problem(
        tuple(a._replace(must=a.id in units) for a in problem.attackers),
        tuple(d._replace(must=d.id in hexes) for d in problem.defenders),
        problem.worst,
    )


def check_debts(problem: Problem, debts: tuple[Debt, ...]) -> None:
    """Each debt is a clash, no part of it is one, and without them all the rest is possible."""
    hexes = {d.id for d in problem.defenders if d.must}
    units = {a.id for a in problem.attackers if a.must}
    for debt in debts:
        own, mine = set(debt.hexes), set(debt.units)
        assert own <= hexes and mine <= units and debt.text()
        assert not brute(eased(problem, own, mine))
        assert all(brute(eased(problem, own - {h}, mine)) for h in own)
        assert all(brute(eased(problem, own, mine - {u})) for u in mine)
        hexes, units = hexes - own, units - mine
    assert brute(eased(problem, hexes, units))


def some_problem(rng: random.Random, most_units: int = 5, most_hexes: int = 4) -> Problem:
    """A small front; each unit touches one to three neighbours in a row."""
    hexes, units = rng.randint(1, most_hexes), rng.randint(1, most_units)
    names = [f"h{i}" for i in range(hexes)]
    worst = rng.choice([(1, 6), (1, 6), (1, 6), (1, 3), (1, 2), (1, 1), (2, 1)])
    top = 24 if worst == (1, 6) else 8
    attackers = []
    for i in range(units):
        at = rng.randrange(hexes)
        touched = rng.sample(names, rng.randint(0, hexes)) if rng.random() < 0.2 else names[at : at + rng.randint(1, 3)]
        attackers.append(
            Attacker(i, rng.randint(0 if rng.random() < 0.1 else 1, 5), frozenset(touched), rng.random() < 0.8)
        )
    defenders = []
    for name in names:
        strength = rng.randint(1, top)
        ways = [
            (frozenset(rng.sample(range(units), rng.randint(1, units))), 2 * strength)
            for _ in range(rng.choice([0, 0, 1, 1, 2]))
        ]
        defenders.append(Defender(name, strength, rng.random() < 0.85, tuple(ways)))
    return front(attackers, defenders, worst)


def knotty_problem(rng: random.Random, most_units: int = 5, most_hexes: int = 4) -> Problem:
    """A front on which each duty alone could be met, but each hex alone by whoever is handy is not the answer."""
    while True:
        problem = some_problem(rng, most_units, most_hexes)
        if any(len(debt.hexes + debt.units) == 1 for debt in owed(problem)):
            continue
        search, (must, units), (every_hex, everyone) = Search(problem.field, 10_000), problem.must, problem.all
        parts = search.parts(everyone, must, every_hex & ~must, units)
        if any(search._quick(free, hexes, who) is None for free, hexes, _, who in parts):
            return problem


@pytest.mark.parametrize("seed", range(20))
def test_knotty_problems_against_brute_force(seed: int) -> None:
    """Most random fronts are decided at a glance; these are not."""
    rng = random.Random(4000 + seed)
    answers = []
    for _ in range(60):
        problem = knotty_problem(rng)
        plan = feasible(problem)
        answers.append(plan is not None)
        assert answers[-1] == brute(problem), problem
        if plan is not None:
            check_plan(problem, plan)
    assert 5 < sum(answers) < 55, "both answers are common"


@pytest.mark.parametrize("seed", range(40))
def test_against_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    answers = []
    for _ in range(100):
        problem = some_problem(rng)
        plan = feasible(problem)
        answers.append(plan is not None)
        assert answers[-1] == brute(problem), problem
        if plan is not None:
            check_plan(problem, plan)
    assert any(answers) and not all(answers)


@pytest.mark.parametrize("seed", range(10))
def test_the_search_does_without_its_short_cut(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_quick", lambda *_: None)
    rng = random.Random(3000 + seed)
    for _ in range(100):
        problem = some_problem(rng)
        assert (feasible(problem) is not None) == brute(problem), problem


@pytest.mark.parametrize("seed", range(20))
def test_debts_against_brute_force(seed: int) -> None:
    rng = random.Random(1000 + seed)
    for _ in range(40):
        problem = some_problem(rng, 4, 4)
        debts = owed(problem)
        assert (debts == ()) == (feasible(problem) is not None)
        check_debts(problem, debts)


@pytest.mark.parametrize("seed", range(10))
def test_choosing_battles_against_brute_force(seed: int) -> None:
    """Any legal battle may be refused only if the rest is impossible after it."""
    rng = random.Random(2000 + seed)
    for _ in range(10):
        problem = some_problem(rng, 4, 3)
        for battle in every_battle(problem):
            rest = after(problem, [battle])
            assert still_feasible(problem, [battle]) == brute(rest)


def every_battle(problem: Problem) -> list[Battle]:
    found = []
    for n in range(1, len(problem.defenders) + 1):
        for group in combinations(problem.defenders, n):
            hexes = tuple(d.id for d in group)
            near = [a.id for a in problem.attackers if set(hexes) <= a.hexes]
            for k in range(1, len(near) + 1):
                found += [Battle(hexes, who) for who in combinations(near, k) if not fault(problem, Battle(hexes, who))]
    return found


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    hexes = draw(st.integers(1, 4))
    units = draw(st.integers(1, 5))
    attackers = [
        Attacker(
            i,
            draw(st.integers(0, 6)),
            frozenset(draw(st.sets(st.sampled_from([f"h{j}" for j in range(hexes)])))),
            draw(st.booleans()),
        )
        for i in range(units)
    ]
    defenders = []
    for j in range(hexes):
        strength = draw(st.integers(0, 14))
        who = draw(st.lists(st.frozensets(st.integers(0, units - 1)), max_size=2))
        defenders.append(Defender(f"h{j}", strength, draw(st.booleans()), tuple((w, 2 * strength) for w in who)))
    return front(attackers, defenders, draw(st.sampled_from([(1, 6), (1, 2), (1, 1), (3, 2), (3, 1)])))


@settings(max_examples=300, deadline=None)
@given(problems())
def test_any_problem(problem: Problem) -> None:
    plan = feasible(problem)
    assert (plan is not None) == brute(problem)
    if plan is None:
        check_debts(problem, owed(problem))
    else:
        check_plan(problem, plan)
        assert owed(problem) == ()
        for battle in plan:
            assert still_feasible(problem, [battle])


@settings(max_examples=100, deadline=None)
@given(problems(), st.integers(1, 9))
def test_one_more_factor_never_hurts(problem: Problem, more: int) -> None:
    if feasible(problem) is not None:
        stronger = [a._replace(strength=a.strength + more) for a in problem.attackers]
        assert feasible(front(stronger, list(problem.defenders), problem.worst)) is not None
