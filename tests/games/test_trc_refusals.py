"""The Russian Campaign: what a refusal says, where a number of the rulebook alone would be no help."""

from typing import Any

import pytest

import hexfront
from hexfront.engine.errors import Refused

GAME: Any = hexfront.game("trc")
LINE = {"minor": "2020", "rail": "2020-2019-2018-2017-2016-2015"}
OWN = {"axis": "2020", "rails": "2020 2019 2018 2017 2016 2015"}
LEFT = {"turn": 7, "step": "russian movement 1", "options": ["26.5"], "map": {"rail": "2033-2032-2031-2030"}}
LEFT["rails"] = "2033 2032 2031 2030"
POOL = [f"{name} at pool" for name in ("5Inf", "10Inf", "26Inf", "28Inf", "38Inf", "13Inf", "20Inf", "HQS")]
SUMMER = {"turn": 13, "step": "axis preparation", "begin": True}
SOAKED = ["replace 5Inf", *(f"replace {name}Inf" for name in (10, 26, 28, 38))]


def refused(given: dict[str, Any], units: list[str], *orders: str) -> str:
    """The last order's refusal, with its rule in front."""
    game, state = GAME.bench.arrange(given, units)
    for order in orders[:-1]:
        game.play(state, order)
    with pytest.raises(Refused) as found:
        game.play(state, orders[-1])
    return f"{found.value.rule}: {found.value.why}"


FIGHT = {"step": "axis combat 1"}
GUNS = {"step": "russian combat 1", "turn": 20, "options": ["26.7"]}


@pytest.mark.parametrize(
    ("given", "units", "orders", "said"),
    [
        (
            FIGHT,
            ["24Pz at 2016", "39Pz at 1915", "27A at 2015"],
            ["attack 24Pz > 2015"],
            "12.32: after this attack 39Pz would have no enemy left to attack",
        ),
        (
            FIGHT,
            ["24Pz at 2016", "27A at 1915", "13A at 2115"],
            ["attack 24Pz > 1915"],
            "12.31: after this attack nobody would be left to attack 2115",
        ),
        (
            {**FIGHT, "turn": 8, "weather": "mud"},
            ["24Pz at 2016", "HQC at 2018", "Stuka1 at box", "Stuka2 at box", "27A at 2015", "HQN at 1915"],
            ["attack 24Pz HQN Stuka1 Stuka2 > 2015"],
            "15.6: Stuka1, Stuka2 cannot fly: in this turn and weather one bomber flies",
        ),
        (
            {**FIGHT, "turn": 8, "flown": ["Stuka1", "Stuka2"]},
            ["24Pz at 2016", "HQC at 2018", "Stuka3 at box", "27A at 2015"],
            ["attack 24Pz Stuka3 > 2015"],
            "15.6: Stuka3 cannot fly: in this turn and weather 2 bombers fly, and 2 have flown",
        ),
        (
            {**FIGHT, "turn": 5, "weather": "snow"},
            ["24Pz at 2016", "HQC at 2018", "Stuka1 at box", "27A at 2015"],
            ["attack 24Pz Stuka1 > 2015"],
            "15.6: Stuka1 cannot fly: in Jan/Feb 1942 nobody does in snow",
        ),
        (
            FIGHT,
            ["24Pz at 2016", "Stuka1 at box", "27A at 2015"],
            ["attack 24Pz Stuka1 > 2015"],
            "15.2: no German headquarters is on the board to direct Stuka1",
        ),
        (
            FIGHT,
            ["24Pz at 2016", "HQC at 2028", "Stuka1 at box", "27A at 2015"],
            ["attack 24Pz Stuka1 > 2015"],
            "15.2: no headquarters is within 8 hexes of 2015 to direct Stuka1",
        ),
        (
            GUNS,
            ["1GTA at 2014", "Sturm1 at box", "7Inf at 2015"],
            ["attack 1GTA Sturm1 > 2015"],
            "26.7.3: neither STAVKA nor Stalin is on the board to direct Sturm1",
        ),
        (
            GUNS,
            ["1GTA at 2014", "Stalin at 2003", "Sturm1 at box", "7Inf at 2015"],
            ["attack 1GTA Sturm1 > 2015"],
            "26.7.3: Stalin is more than 8 hexes from 2015 and cannot direct Sturm1",
        ),
        (
            SUMMER,
            POOL,
            [*SOAKED, "replace 13Inf"],
            "21.4: no replacement is left for 13Inf in this turn: in its place came 10Inf, 26Inf, 28Inf, 38Inf, 5Inf",
        ),
        (
            SUMMER,
            POOL,
            [*SOAKED[1:], "replace 13Inf"],
            "21.6: 13Inf is no substitute for a 4-4 corps while the pool has any: 5Inf",
        ),
        (
            {"step": "axis movement 1", "map": LINE, **OWN},
            ["7Inf at 2020", "27A at 1917"],
            ["rail 7Inf 2020-2015"],
            "9.3: no unbroken own track leads from 2020 to 2015: 2018 is in an enemy zone",
        ),
        (
            {"step": "axis movement 1", "map": LINE, **OWN},
            ["7Inf at 2020", "Part1 at 2017"],
            ["rail 7Inf 2020-2015"],
            "19.2: no unbroken own track leads from 2020 to 2015: partisans stop the trains in 2017",
        ),
        (
            {"step": "axis movement 1", "map": LINE, **OWN},
            ["7Inf at 2015", "Part1 at 2018"],
            ["rail 7Inf 2015-2016"],
            "19.2: no free track leads from 2015 to an own city or edge of the board: "
            "partisans stop the trains in 2018",
        ),
        (
            {"step": "axis movement 1", "map": LINE, "axis": "2020", "rails": "2020 2019 2018 2016 2015"},
            ["7Inf at 2020"],
            ["rail 7Inf 2020-2015"],
            "9.3: no unbroken own track leads from 2020 to 2015: "
            "the railway in 2017 was not in own hands before this turn",
        ),
        (
            {"turn": 5, "weather": "snow", "step": "russian movement 1"},
            ["5Para at reserve", "STAVKA at 2010"],
            ["drop 5Para 2015", "done", "move 5Para 2016"],
            "18.3: 5Para has ended its movement",
        ),
        (
            LEFT,
            ["6CC at 2033", "24Pz at 2030"],
            ["exit 6CC", "done", "done", "done"],
            "26.5.2: 3 factors have to be sent after the enemy, and 24Pz can take a train from 2030",
        ),
        (
            LEFT,
            ["6CC at 2033", "72Inf at due"],
            ["exit 6CC", "done", "done", "done", "done"],
            "26.5.2: 3 factors have to be sent after the enemy, and 72Inf can go there instead of entering",
        ),
    ],
)
def test_a_refusal_says_who_and_where(given: dict[str, Any], units: list[str], orders: list[str], said: str) -> None:
    assert refused(given, units, *orders) == said
