"""What the table understands beside orders, and how it explains itself."""

from typing import Any

from hexfront.engine.errors import BadOrder
from hexfront.engine.game import Game

# word: (how it is typed, what it does)
COMMANDS: dict[str, tuple[str, str]] = {
    "status": ("status", "tells the turn, the phase, whose decision it is and the points"),
    "orders": ("orders [UNIT or HEX or WORD]", "lists what can be ordered now, thirty at most"),
    "log": ("log [NUMBER]", "tells the last orders again, ten unless you say how many"),
    "plan": (
        "plan [TURN]",
        "tells what the robots meant to do: your own at any time, all of them when the game is over",
    ),
    "undo": ("undo", "takes back your last order, unless a die fell or a counter was shown since"),
    "rule": ("rule NUMBER", "tells what a rule of the rulebook says, and names the cases that show it"),
    "rules": ("rules [NUMBER]", "lists the rules, or those of a chapter"),
    "save": ("save FILE", "keeps the game as a record; 'save FILE over' replaces a file that is there already"),
    "load": ("load FILE", "goes on with the game of a record; 'load FILE over' gives up the game on the table"),
    "help": ("help [WORD]", "explains a word, or lists them all"),
    "quit": ("quit", "leaves the table"),
}


def greeting(title: str, seated: str, example: str) -> list[str]:
    """The first lines: what this is, and the three things that a newcomer must know to begin."""
    begin = f"Type an order, for example: {example}." if example else "Type an order when it is your turn."
    return [
        f"{title}. {seated}",
        f"{begin} The word 'orders' lists what you can order then.",
        "The word 'status' tells how the game stands, 'help' lists all other words, 'done' ends a phase.",
        "The word 'undo' takes back your last order, 'save FILE' keeps the game, 'quit' leaves.",
    ]


def help_lines(game: Game[Any], verbs: list[str], word: str) -> list[str]:
    """The help on one word, or the list of all words."""
    if not word:
        return _all(game, verbs)
    word = word.lower().lstrip("/")
    if word in COMMANDS:
        usage, about = COMMANDS[word]
        return [f"{usage}: {about}."]
    if word in game.questions.topics:
        return [game.questions.topics[word]]
    if word in game.forms:
        return _verb(game, word)
    raise BadOrder(f"there is no help on {word!r}; 'help' lists all words")


def _all(game: Game[Any], verbs: list[str]) -> list[str]:
    now = "; ".join(game.reader.usage(verb) for verb in verbs) or "none, the game is over"
    asked = "; ".join(game.questions.topics.values())
    return [
        f"Orders that this phase takes: {now}.",
        *([f"Questions: {asked}."] if asked else []),
        *(f"{usage}: {about}." for usage, about in COMMANDS.values()),
        "UNITS are names as on the counters, or the hex they stand in. Capitals and blanks do not matter.",
        "An empty line tells again what is wanted. 'help WORD' explains one word.",
    ]


def _verb(game: Game[Any], word: str) -> list[str]:
    steps = [*game.steps, *game.duties.values()]
    taking = [step for step in steps if word in step.verbs]
    rules = sorted({step.verbs[word].rule for step in taking} - {""})
    told = f" See rule {', '.join(rules)}." if rules else ""
    return [f"{game.reader.usage(word)}: an order.{told}", f"Taken in: {', '.join(step.title for step in taking)}."]
