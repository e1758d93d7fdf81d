"""The grid against plain versions of itself, and against what the maps print."""

import copy
import pickle
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.games import boards
from hexfront.grid import NoSuchHex, Numbering, grid_of, nth, pick
from hexfront.grid import members as bits
from hexfront.grid import sides as s
from hexfront.grid.numbering import Grid

BOARDS = {name: boards.grid(name) for name in boards.drawn()}
PGG, TRC, RB, BD = (BOARDS[name] for name in ("pgg", "trc", "rb", "bd"))
SKEWED = {
    "flat up west": grid_of(Numbering("flat", 7, 5, shift="up", shifted="odd", columns_grow="west")),
    "flat down odd": grid_of(Numbering("flat", 6, 4, shift="down", shifted="odd", label="RRCC")),
    "pointy west": grid_of(Numbering("pointy", 5, 7, shift="west", shifted="even")),
}
ALL = {**BOARDS, **SKEWED}

every_board = pytest.mark.parametrize("grid", ALL.values(), ids=ALL.keys())
masks = st.integers(min_value=0, max_value=(1 << 600) - 1)


def hexes(grid: Grid) -> list[int]:
    """All hexes of a board, found without the functions under test."""
    return [i for i in range(grid.size) if grid.all >> i & 1]


def near(grid: Grid, label: str) -> dict[str, str]:
    """The neighbours of a hex by direction."""
    found = zip(grid.directions, grid.neighbours[grid.hex(label)], strict=True)
    return {name: grid.label(h) if h >= 0 else "" for name, h in found}


def random_mask(grid: Grid, rng: random.Random) -> int:
    """Any set of hexes, dense or thin."""
    share = rng.random()
    return sum(1 << h for h in hexes(grid) if rng.random() < share)


# Rows of the neighbour list of Barbarossa Deluxe: hex, E, W, NE, NW, SE, SW; - is off the map.
BD_NEIGHBOURS = """
1000 - 1001 - - - 1100
1001 1000 1002 - - 1100 1101
1024 1023 - - - 1123 1124
1100 - 1101 1000 1001 1200 1201
1124 1123 - 1024 - 1224 -
2403 2402 2404 2302 2303 2502 2503
2100 - 2101 2000 2001 2200 2201
2200 - 2201 - 2100 - 2300
2907 2906 2908 2807 2808 3007 3008
3200 - 3201 - 3100 - -
3224 3223 - 3123 3124 - -
3105 3104 3106 3005 3006 3205 3206
1624 1623 - 1523 1524 1723 1724
"""


@pytest.mark.parametrize("row", BD_NEIGHBOURS.split("\n")[1:-1])
def test_bd_neighbours(row: str) -> None:
    label, *rest = row.split()
    expected = dict(zip(["E", "W", "NE", "NW", "SE", "SW"], rest, strict=True))
    assert {k: v or "-" for k, v in near(BD, label).items()} == expected


def test_bd_rulebook_distances() -> None:
    for label in ("2208", "2308", "2409"):
        assert BD.distance(BD.hex("2210"), BD.hex(label)) == 2


def test_pgg_even_columns_hang_lower() -> None:
    assert list(near(PGG, "2216").values()) == ["2215", "2316", "2317", "2217", "2117", "2116"]
    assert list(near(PGG, "2116").values()) == ["2115", "2215", "2216", "2117", "2016", "2015"]
    assert near(PGG, "0101") == {"N": "", "NE": "", "SE": "0201", "S": "0102", "SW": "", "NW": ""}


def test_trc_rail_chains_touch_and_even_rows_lack_00() -> None:
    s.chains(TRC, "1121-1222-1321-1421 0531-0631-0730-0830-0829 3723-3623-3522-3422-3321-3221")
    s.sides(TRC, "3421/3320 3720/3721")
    assert near(TRC, "0300") == {"NE": "", "E": "", "SE": "", "SW": "0401", "W": "0301", "NW": "0201"}
    with pytest.raises(NoSuchHex, match="there is no hex 0200: the board has none there"):
        TRC.hex("0200")


def test_rb_rivers_touch() -> None:
    s.sides(RB, "0213/0114 0213/0214 0213/0313 0212/0213 0211/0112 0308/0408 1220/1320")
    s.chains(RB, "0208-0307-0407-0406-0506-0605-0705-0704-0803-0802")


@pytest.mark.parametrize(("grid", "n"), [(PGG, 59 * 31), (TRC, 43 * 34 - 21), (RB, 336), (BD, 575)])
def test_number_of_hexes(grid: Grid, n: int) -> None:
    assert grid.all.bit_count() == n == len(hexes(grid))


@every_board
def test_labels_round_trip(grid: Grid) -> None:
    assert [grid.hex(grid.label(h)) for h in hexes(grid)] == hexes(grid)
    assert grid.mask(" ".join(grid.labels(grid.all))) == grid.all
    assert grid.labels(grid.all) == sorted(grid.labels(grid.all))


@pytest.mark.parametrize("label", ["9901", "0132", "101", "", "abcd", "0000"])
def test_no_such_hex(label: str) -> None:
    with pytest.raises(NoSuchHex, match=f"there is no hex {label}: columns run 01-59, rows 01-31"):
        PGG.hex(label)


def test_no_such_index() -> None:
    with pytest.raises(NoSuchHex):
        PGG.label(31)


def test_numbering_refuses_an_impossible_shift() -> None:
    with pytest.raises(ValueError, match="cannot be shifted east"):
        Numbering("flat", 3, 3, shift="east")


@every_board
def test_neighbours_are_those_one_apart_on_the_sheet(grid: Grid) -> None:
    spots = {h: grid.centre(h) for h in hexes(grid)}
    sample = random.Random(1).sample(hexes(grid), min(60, len(hexes(grid))))
    for h in sample:
        x, y = spots[h]
        close = {k for k, (u, v) in spots.items() if 0.9 < (u - x) ** 2 + (v - y) ** 2 < 1.1}
        assert close == {k for k in grid.neighbours[h] if k >= 0}


@every_board
def test_directions_point_where_they_say(grid: Grid) -> None:
    for h in hexes(grid):
        x, y = grid.centre(h)
        for d, name in enumerate(grid.directions):
            n = grid.step(h, d)
            if n < 0:
                continue
            u, v = grid.centre(n)
            assert ("E" in name) - ("W" in name) == (u > x + 0.1) - (u < x - 0.1)
            assert ("S" in name) - ("N" in name) == (v > y + 0.1) - (v < y - 0.1)
            assert grid.step(n, grid.opposite(d)) == h
            assert grid.direction(h, n) == d


@every_board
def test_side_lies_between_its_corners(grid: Grid) -> None:
    for h in hexes(grid)[:80]:
        corners = grid.corners(h)
        for d, n in enumerate(grid.neighbours[h]):
            if n >= 0:
                a, b = corners[d], corners[(d + 1) % 6]
                (x, y), (u, v) = grid.centre(h), grid.centre(n)
                assert (a[0] + b[0]) / 2 == pytest.approx((x + u) / 2)
                assert (a[1] + b[1]) / 2 == pytest.approx((y + v) / 2)


@every_board
def test_single_hex_operations(grid: Grid) -> None:
    for h in hexes(grid):
        assert list(bits(grid.around(1 << h))) == sorted(n for n in grid.neighbours[h] if n >= 0)
        for d in range(6):
            n = grid.step(h, d)
            assert grid.shift(1 << h, d) == (1 << n if n >= 0 else 0)


@every_board
def test_set_operations_against_plain_sets(grid: Grid) -> None:
    rng = random.Random(2)
    for _ in range(8):
        mask = random_mask(grid, rng)
        open_ = tuple(random_mask(grid, rng) for _ in range(6))
        members = set(bits(mask))
        steps = [(h, d, grid.step(h, d)) for h in members for d in range(6) if grid.step(h, d) >= 0]
        assert set(bits(grid.around(mask))) == {n for _, _, n in steps}
        assert set(bits(grid.spread(mask, open_))) == {n for h, d, n in steps if open_[d] >> h & 1}
        for way in range(6):
            assert set(bits(grid.shift(mask, way))) == {n for _, d, n in steps if d == way}


def plain_flood(grid: Grid, seed: int, within: int, open_: s.Sides) -> set[int]:
    """A flood as anybody would write it."""
    allowed = set(bits(within))
    found = set(bits(seed)) & allowed
    queue = list(found)
    while queue:
        h = queue.pop()
        for d, n in enumerate(grid.neighbours[h]):
            if n in allowed and n not in found and open_[d] >> h & 1:
                found.add(n)
                queue.append(n)
    return found


@every_board
def test_flood_against_a_plain_search(grid: Grid) -> None:
    rng = random.Random(3)
    for _ in range(15):
        within = random_mask(grid, rng)
        seed = sum(1 << h for h in rng.sample(hexes(grid), 3))
        open_ = tuple(grid.all & (random_mask(grid, rng) | random_mask(grid, rng)) for _ in range(6))
        assert set(bits(grid.flood(seed, within))) == plain_flood(grid, seed, within, s.every(grid))
        assert set(bits(grid.flood(seed, within, open_))) == plain_flood(grid, seed, within, open_)


def plain_steps(grid: Grid, start: int) -> dict[int, int]:
    """The number of steps from the start to every hex, by walking."""
    steps = {start: 0}
    queue = [start]
    for h in queue:
        for n in grid.neighbours[h]:
            if n >= 0 and n not in steps:
                steps[n] = steps[h] + 1
                queue.append(n)
    return steps


@every_board
def test_distance_disc_and_ring(grid: Grid) -> None:
    for h in random.Random(4).sample(hexes(grid), 12):
        steps = plain_steps(grid, h)
        assert all(grid.distance(h, k) == n for k, n in steps.items())
        assert set(bits(grid.disc(h, 3))) == {k for k, n in steps.items() if n <= 3}


@every_board
def test_line(grid: Grid) -> None:
    rng = random.Random(5)
    for _ in range(60):
        a, b = rng.choice(hexes(grid)), rng.choice(hexes(grid))
        line = grid.line(a, b)
        assert (line[0], line[-1], len(line)) == (a, b, grid.distance(a, b) + 1)
        assert all(grid.direction(x, y) >= 0 for x, y in pairwise(line))
        assert line == grid.line(b, a)[::-1]


def test_edges() -> None:
    assert PGG.labels(PGG.north) == [f"{c:02}01" for c in range(1, 60)]
    assert PGG.labels(PGG.south) == [f"{c:02}31" for c in range(1, 60)]
    assert PGG.labels(PGG.west) == [f"01{r:02}" for r in range(1, 32)]
    assert PGG.labels(PGG.east) == [f"59{r:02}" for r in range(1, 32)]
    assert BD.labels(BD.east) == [f"{r}00" for r in range(10, 33)]
    assert BD.labels(BD.west) == [f"{r}24" for r in range(10, 33)]
    assert BD.labels(BD.north) == [f"10{c:02}" for c in range(25)]
    assert TRC.labels(TRC.east) == [f"{r:02}{(r + 1) % 2:02}" for r in range(1, 44)]
    assert RB.south.bit_count() == 16


@given(masks)
def test_members_and_the_nth_of_them(mask: int) -> None:
    plain = [i for i in range(mask.bit_length()) if mask >> i & 1]
    assert list(bits(mask)) == plain
    for k in range(0, len(plain), 17):
        assert nth(mask, k) == plain[k]


@settings(max_examples=20)
@given(st.sets(st.integers(0, 1900), min_size=1, max_size=12))
def test_pick_draws_every_member(members: set[int]) -> None:
    rng = random.Random(6)
    mask = sum(1 << i for i in members)
    assert {pick(mask, rng) for _ in range(300)} == members


def test_pick_from_nothing() -> None:
    with pytest.raises(IndexError):
        pick(0, random.Random())


def test_sides() -> None:
    river = s.sides(PGG, "2216/2217 2216/2316")
    h, k = PGG.hex("2216"), PGG.hex("2217")
    assert s.between(PGG, river, h, k) and s.between(PGG, river, k, h)
    assert not s.between(PGG, river, h, PGG.hex("2215"))
    assert s.pairs(PGG, river) == [(h, k), (h, PGG.hex("2316"))]
    assert PGG.labels(s.touching(river)) == ["2216", "2217", "2316"]
    assert s.sides(PGG, "2217/2216 2316/2216") == river == s.reverse(PGG, river)
    rest = s.minus(s.every(PGG), river)
    assert s.union(rest, river) == s.every(PGG)
    assert s.both(rest, river) == s.NONE
    assert s.chains(PGG, "2217-2216-2316") == river


def test_sides_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="2216/2218 do not touch"):
        s.sides(PGG, "2216/2218")
    with pytest.raises(ValueError, match="0120/0318 do not touch"):
        s.chains(PGG, "0219-0120-0318")
    with pytest.raises(ValueError, match="2216 is not a side"):
        s.sides(PGG, "2216")
    with pytest.raises(NoSuchHex):
        s.sides(PGG, "2216/9999")


@every_board
def test_into_and_out_of(grid: Grid) -> None:
    mask = random_mask(grid, random.Random(7))
    into, out = s.into(grid, mask), s.out_of(grid, mask)
    assert s.reverse(grid, into) == out
    for h in hexes(grid):
        for d in range(6):
            n = grid.step(h, d)
            assert bool(into[d] >> h & 1) == (n >= 0 and bool(mask >> n & 1))


def test_a_grid_is_shared_not_copied() -> None:
    assert pickle.loads(pickle.dumps(PGG)) is PGG
    assert copy.deepcopy(PGG) is PGG
    assert repr(PGG) == "<Grid 59x31 flat>"
