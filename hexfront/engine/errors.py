"""The only two errors that leave the engine."""


class HexfrontError(Exception):
    """Anything that a player or a file did wrong; its text is one clear sentence."""


class Refused(HexfrontError):
    """The order is against the rules: `rule` is the number in that game's rulebook, `why` one sentence."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} (rule {rule})")
        self.rule = rule
        self.why = why

    def __reduce__(self) -> tuple[type["Refused"], tuple[str, str]]:
        return Refused, (self.rule, self.why)


class BadOrder(HexfrontError):
    """The order cannot be read."""


class BadData(HexfrontError):
    """A data file, a record or a case cannot be used; the text names the file and the place."""
