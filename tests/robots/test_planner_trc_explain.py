"""What the planner of The Russian Campaign says of its trains: short, however many there are."""

import pytest
from trc_scenes import BOARD, E

from hexfront.engine.order import Order
from hexfront.robots.trc.planner import explain

ARMIES = ("3A", "5A", "6A", "7A", "9A", "10A", "12A", "13A")


def _ride(*ends: str) -> str:
    start = BOARD.city["Gorki"]
    goals = [BOARD.city.get(end) or BOARD.grid.hex(end) for end in ends]
    orders = [
        Order("rail", units=(E.by_name[name],), path=(start, goal)) for name, goal in zip(ARMIES, goals, strict=False)
    ]
    return explain.ride(E, orders)


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        (("Moscow",), "3A goes by rail to Moscow."),
        (("Moscow", "Moscow"), "3A and 5A go by rail to Moscow."),
        (("1809", "2025"), "3A and 5A go by rail to Moscow and 2025 near Lvov."),
        (
            ("1119", "2124", "1120", "1322", "2125", "Moscow"),
            "3A, 5A, 6A and 3 more go by rail to 3 hexes around Kaunas, 2 hexes around Lvov and Moscow.",
        ),
        (
            ("Moscow", "Tula", "Kiev", "Minsk", "1119", "1120"),
            "3A, 5A, 6A and 3 more go by rail to 2 hexes around Kaunas, Moscow, Tula and 2 more.",
        ),
        (("4317",), "3A goes by rail to 4317."),
    ],
)
def test_trains_are_told_by_their_towns(ends: tuple[str, ...], said: str) -> None:
    assert _ride(*ends) == said
