"""What a table shows beside the orders: counters, points, attacks before they are made, overlays, reminders."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hexfront.engine.desk import Chance, Desk, Panel, Reminder, Shade
from hexfront.engine.order import Order
from hexfront.engine.pieces import Piece
from hexfront.mechanics.reach import walk_cost
from hexfront.mechanics.shading import by_side
from hexfront_tiny.combat import chance, sums
from hexfront_tiny.hidden import possible
from hexfront_tiny.state import BLUE, RED, TinyState

if TYPE_CHECKING:
    from hexfront_tiny.game import Tiny


def figures(s: TinyState, unit: int) -> str:
    """A strength as far as anybody knows it."""
    return "?" if s.down >> unit & 1 else str(s.strength[unit])


class TinyDesk(Desk[TinyState]):
    """What the table shows of this game."""

    game: "Tiny"

    def facts(self, s: TinyState) -> list[tuple[str, str]]:
        points = self.game.result(s).points
        return [("Points", f"red {points['red']:g}, blue {points['blue']:g}"), ("Turns", f"{s.length}")]

    def pieces(self, s: TinyState) -> list[Piece]:
        attacking = s.phase.fights
        return [
            Piece(
                place,
                colour := self.game.sides[s.edition.side[unit]],
                colour,
                "infantry",
                "I",
                s.name(unit),
                figures(s, unit),
                ("face-down",) if s.down >> unit & 1 else (),
                moved=bool(s.acted >> unit & 1 and not attacking),
                fought=bool(s.acted >> unit & 1 and attacking),
            )
            for unit, place in enumerate(s.where)
            if place >= 0
        ]

    def foresee(self, s: TinyState, order: Order) -> dict[str, Any]:
        if order.path:
            return {"cost": walk_cost(s.board.grid, s.edition.costs, order.path).cost / 2}
        return {}

    def panel(self, s: TinyState, order: Order) -> Panel | None:
        if order.verb != "attack" or s.where[order.units[0]] < 0 or order.at[0] not in s.stacks:
            return None
        unit, (target,) = order.units[0], s.stacks[order.at[0]]
        unsure = [one for one in (unit, target) if len(possible(s, one)) > 1]
        attack, defence = sums(s, unit, target, (max(possible(s, unit)), max(possible(s, target))))
        hit = chance(s, unit, target)
        rule, why = self.game.refusal(s, order)
        return Panel(
            f"Attack on {self.game.label(order.at[0])}",
            *(attack.told(s.name), str(attack.total), defence.told(s.name), str(defence.total)),
            f"die + {attack.total} > {defence.total}",
            [Chance("D", hit, f"{s.name(target)} goes back one hex, or is lost"), Chance("-", 1 - hit)],
            rule=rule,
            why=why,
            note=f"Face down: {s.names(unsure)}, counted at the most." if unsure else "",
        )

    def overlay(self, s: TinyState, side: str, id: str) -> list[Shade]:
        if id == "zones":
            return by_side([s.zone(RED), s.zone(BLUE)], self.game.sides)
        here = s.stacks.get(s.edition.village)
        return [Shade(s.edition.village, self.game.sides[s.edition.side[here[0]]] if here else "goal", "1")]

    def hints(self, s: TinyState) -> Iterator[Reminder]:
        """Who could still act."""
        if self.game.over(s) or s.owed:
            return
        verb = self.game.current(s).verbs["move" if s.phase.moves else "attack"]
        units = tuple(sorted({order.units[0] for order in verb.offers(s)}))
        if units:
            yield Reminder(f"Could still {verb.name}: {s.names(units)}.", verb.rule, self.hexes_of(s, units), units)
