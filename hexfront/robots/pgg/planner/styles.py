"""Other ways to play a phase, for whoever tries several."""

from hexfront.games.pgg.state import GERMAN_COMBAT, GERMAN_MOVEMENT, MECHANIZED_MOVEMENT, SOVIET_COMBAT
from hexfront.robots.pgg.planner.scene import Scene
from hexfront.robots.planner import Style

_MARCH = (
    Style("bold", {"attack_from": 0.3, "overrun_from": 0.4, "point": 0.6, "zone": 0.5, "exposed": 0.5}),
    Style("careful", {"attack_from": 2.5, "overrun_from": 2.0, "point": 1.6, "exposed": 1.6}),
    Style("swift", {"nearer": 1.6, "way": 2.0, "close": 0.5}),
    Style("encircling", {"close": 2.5, "zone": 0.5, "division": 1.3}),
    Style("deep", {"far": 2.0, "patience": 1.08, "supply": 0.5}),
    Style("massed", {"crowd": 2.5, "need": 1.6}),
    Style("sure", {"keep": 2.5, "supply": 1.5}),
)
_COMBAT = (
    Style("bold", {"attack_from": 0.1, "point": 0.6}),
    Style("careful", {"attack_from": 3.0, "point": 1.5}),
    Style("destructive", {"division": 1.5, "ground": 0.6}),
    Style("for ground", {"city": 1.6, "way": 2.0}),
)
_RED_MARCH = (
    Style("bold", {"red_attack_from": 0.3, "red_step": 1.4, "red_contact": 0.5}),
    Style("careful", {"red_attack_from": 2.5}),
    Style("massed", {"red_near": 2.0, "red_guarded": 1.15}),
    Style("thin", {"red_garrison": 0.67, "red_zone": 1.6}),
    Style("watchful", {"red_alarm": 2.0, "red_near": 2.0}),
    Style("forward", {"red_haste": 1.2, "red_patience": 0.93}),
    Style("deep", {"red_patience": 1.12, "red_guarded": 0.9}),
    Style("rooted", {"red_rooted": 1.4, "red_late": 0.6}),
)
_RED_COMBAT = (
    Style("bold", {"red_attack_from": 0.1, "red_step": 1.4}),
    Style("careful", {"red_attack_from": 3.0}),
    Style("for ground", {"red_city": 2.0, "red_ground": 2.0}),
)


def styles(sc: Scene, targets: list[int]) -> list[Style]:
    """Styles for the phase under way; the best attacks dropped, the second best sought."""
    phase = sc.s.phase.name
    if phase == GERMAN_COMBAT:
        found = list(_COMBAT)
    elif phase in (GERMAN_MOVEMENT, MECHANIZED_MOVEMENT):
        found = list(_MARCH)
    else:
        found = list(_RED_COMBAT if phase == SOVIET_COMBAT else _RED_MARCH)
    for n, target in enumerate(targets[:3]):
        label = sc.grid.label(target)
        found.insert(2 * n + 1, Style(f"not {label}", avoid=(target,)))
        if n:
            found.insert(2 * n + 1, Style(f"rather {label}", seek=(target,)))
    if targets[3:]:
        found.append(Style(f"rather {sc.grid.label(targets[3])}", seek=(targets[3],)))
    return found[:15]
