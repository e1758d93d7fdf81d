"""What the robots of the table meant to do, phase by phase, kept until somebody may read it."""

import msgspec

from hexfront.engine.session import LogLine
from hexfront.robots import Plan


class Planned(msgspec.Struct, frozen=True):
    """A plan, and the line of the log that it came before."""

    line: LogLine
    plan: Plan

    def told(self) -> list[str]:
        """The plan in sentences, under the heading of its phase."""
        head = f"{self.line.heading}, plan of the {self.plan.side} side before order {self.line.number}:"
        return [head, *(f"  {text}" for text in self.plan.words)]


class Plans:
    """All plans of a game, the oldest first."""

    def __init__(self) -> None:
        self.all: list[Planned] = []

    def note(self, line: LogLine, plan: Plan | None) -> Planned | None:
        """Keep the plan by which an order was given, if it is a new one."""
        last = next((one.plan for one in reversed(self.all) if one.plan.side == line.side), None)
        if plan is None or plan == last or plan.turn != line.turn:
            return None
        self.all.append(Planned(line, plan))
        return self.all[-1]

    def forget(self, after: int) -> None:
        """Orders after this number were taken back, and their plans with them."""
        self.all = [one for one in self.all if one.line.number <= after]
