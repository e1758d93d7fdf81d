"""A game at the table: who is asked, what is told, and what becomes of each line that is typed."""

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from hexfront.engine.errors import BadData, BadOrder, HexfrontError, Refused
from hexfront.engine.game import Ask
from hexfront.engine.order import DONE
from hexfront.engine.records.record import write
from hexfront.engine.session import LogLine, Lookup, Session, heading_of, whereabouts
from hexfront.engine.state import State
from hexfront.robots import Player, decide
from hexfront.table import commands, help
from hexfront.table.plans import Plans
from hexfront.table.seats import HUMAN, Seats

Input = Callable[[str], str | None]  # a line for a prompt; None when there are no more
Output = Callable[[str], None]


def sentence(text: str) -> str:
    """A text with a full stop, unless it has an end already."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


class Table:
    """One session, its seats, and the lines going in and out."""

    def __init__(
        self, session: Session, seats: Seats, read: Input, tell: Output, lookup: Lookup, path: Path | None = None
    ) -> None:
        self.session, self.seats, self.read, self.tell, self.lookup = session, seats, read, tell, lookup
        self.path = path  # where the game is kept when the table is left
        self.known = {path.resolve()} if path else set()  # files that may be written over without asking
        self.open = True
        self.warned = False  # that leaving now would lose the game
        self.plans = Plans()
        self._risked = -1  # after how many orders it was told what ending the phase would cost
        self._waits: tuple[int, int, str] | None = None  # the last phase in which a robot was said to think
        self._told: list[str] = []  # the last situation that was announced
        session.players.update(seats.names)
        self._saved = write(session.record())

    def tell_all(self, lines: Iterable[str]) -> None:
        """Tell several lines."""
        for line in lines:
            self.tell(line)

    # -- what is on the table --------------------------------------------------------------------

    @property
    def ask(self) -> Ask[Any] | None:
        """Who decides what now."""
        return self.session.ask()

    @property
    def humans(self) -> list[str]:
        """The sides that people play here."""
        return self.seats.humans(self.session.game)

    def view(self) -> State:
        """What the player here may know: the view of his side, or of who decides at a shared table."""
        game, state, ask = self.session.game, self.session.state, self.ask
        side = self.humans[0] if len(self.humans) == 1 else ask.side if ask else ""
        view: State = game.view(state, side) if side else state
        return view

    def seen(self) -> Ask[Any] | None:
        """What is asked now, as the person at the table may know it."""
        return self.session.game.ask(self.view())

    def reads(self, side: str) -> bool:
        """May the person at the table know what a side's robot means to do? His own side's, or all after the end."""
        return self.ask is None or not self.humans or side in self.humans

    @property
    def unsaved(self) -> bool:
        """Would orders be lost if the table were left now?"""
        return bool(self.session.log) and write(self.session.record()) != self._saved

    # -- the evening -----------------------------------------------------------------------------

    def run(self) -> None:
        """Play until somebody leaves or there are no more lines. The game is kept if a file was named."""
        try:
            self.greet()
            while self.open:
                self.let_robots_play()
                self.announce()
                line = self.read(self.prompt())
                if line is None:
                    break
                self.obey(line)
        finally:
            self.leave()

    def greet(self) -> None:
        """Tell a newcomer what to type."""
        session, ask = self.session, self.ask
        seated = " ".join(f"{side}: {name}." for side, name in session.players.items())
        first = next(iter(ask.orders()), None) if ask and ask.side in self.humans else None
        example = session.game.write(first) if first else ""
        self.tell_all(help.greeting(session.game.title, seated, example))
        self._tell_origin()

    def _tell_origin(self) -> None:
        """A branch has no line of the game that it comes from."""
        if self.session.origin:
            line = self.session.origin.line
            self.tell(f"This is a branch: it begins after order {line} of another game, with dice of its own.")

    def prompt(self) -> str:
        """What stands before the line that is typed."""
        ask = self.ask
        return f"{ask.side}> " if ask else "> "

    def announce(self) -> None:
        """Tell what is wanted, when it is not what was wanted before."""
        lines = self.situation()
        if lines[:2] != self._told:
            self.tell_all(lines)
        self._told = lines[:2]

    def situation(self) -> list[str]:
        """The phase under way and what is asked of whom, or the result."""
        session, ask = self.session, self.ask
        if ask is None:
            return [f"The game is over. Result: {session.record().result}.", "Type log, plan, save FILE or quit."]
        duty = "" if ask.step in session.game.steps else f" {ask.step.title} ({ask.rule})."
        return [
            f"{heading_of(session.game, session.state)}.{duty}",
            f"The {ask.side} player decides: {ask.prompt.rstrip('.')}. Orders: {', '.join(ask.verbs)}.",
        ]

    def leave(self) -> None:
        """Keep the game in its file, or say that it was not kept."""
        if self.path is not None and (self.unsaved or not self.path.exists()):
            self._keep(self.path)
        elif self.unsaved:
            self.tell("The game was not saved: no file was named.")

    def _keep(self, path: Path) -> None:
        """Save; if the file cannot be written any more, save elsewhere, and tell where."""
        try:
            self.save(path)
        except BadData as error:
            spare = Path(tempfile.mkdtemp(prefix="hexfront-")) / "game.txt"
            self.session.save(spare)
            self.tell(sentence(f"Not saved: {error}. The game is in {spare} instead"))

    # -- robots ----------------------------------------------------------------------------------

    def let_robots_play(self) -> None:
        """Let the robots decide until a person must. A robot that fails gives up its seat."""
        while (ask := self.ask) and ask.side in self.seats.robots:
            name, robot, own = self.session.players[ask.side], self.seats.robots[ask.side], self.reads(ask.side)
            self._tell_seconds(ask, name, robot)
            try:
                order = decide(self.session.game, self.session.state, ask, robot)
                self.session.play(order, ask.side)
            except Exception as error:
                fault = str(error) if isinstance(error, HexfrontError) else whereabouts(error)
                self.tell(f"The player {name} failed: {fault}. You play the {ask.side} side from now on.")
                del self.seats.robots[ask.side]
                self.session.players[ask.side] = HUMAN
                return
            planned = self.plans.note(self.session.log[-1], robot.plan)
            if planned and own:
                self.tell_all(planned.told())
            self.tell_order(self.session.log[-1])

    def _tell_seconds(self, ask: Ask[Any], name: str, robot: Player) -> None:
        """Who must wait for a robot is told how long, once a phase."""
        state = self.session.state
        phase = (state.turn, state.step, ask.side)
        if robot.seconds and ask.step in self.session.game.steps and phase != self._waits:
            self._waits = phase
            self.tell(f"{name.capitalize()} thinks, at most {robot.seconds:g} seconds.")

    def tell_order(self, line: LogLine) -> None:
        """Tell an order and what came of it."""
        dice = f" Dice: {' '.join(map(str, line.dice))}." if line.dice else ""
        self.tell(f"{line.side}: {line.order}.{dice}")
        self.tell_all(f"  {text}" for text in line.lines)

    # -- people ----------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Do what a line says: an order, a question or a command. What is wrong is told in one sentence."""
        typed = line.split()
        if not typed:
            self._told = []
            return
        if typed[0].lower() not in ("quit", "/quit"):
            self.warned = False
        try:
            self._obey(line, typed)
        except Refused as error:
            self.tell(sentence(f"Refused{f' under rule {error.rule}' if error.rule else ''}: {error.why}"))
        except BadOrder as error:
            self.tell(sentence(f"Not understood: {error}"))
        except HexfrontError as error:
            self.tell(sentence(f"Not done: {error}"))
        except Exception as error:  # a fault of ours must not cost anybody his game
            self.tell(sentence(f"Something failed inside: {whereabouts(error)}. The game is as it was"))

    def _obey(self, line: str, typed: list[str]) -> None:
        word = typed[0].lower()
        # An order of the game goes before a command of the same name; a stroke always means the command.
        if word.startswith("/") or (word not in self.session.game.forms and self._is_command(word)):
            commands.obey(self, word.lstrip("/"), typed[1:])
            return
        if line.strip().lower() == DONE.verb and self._tell_losses():
            return
        ask = self.ask
        self.session.play(line, ask.side if ask else None)
        self.tell_order(self.session.log[-1])

    def _tell_losses(self) -> bool:
        """What ending the phase would cost is told before it ends; who says it a second time means it."""
        losses = [one for one in self.session.game.desk.reminders(self.view()) if one.loss]
        if not losses or self._risked == len(self.session.log):
            return False
        self._risked = len(self.session.log)
        for one in losses:
            self.tell(sentence(f"{one.text.rstrip('.')} ({one.rule})"))
        self.tell(f"Type {DONE.verb} again to end the phase all the same.")
        return True

    def _is_command(self, word: str) -> bool:
        return word in help.COMMANDS or word in self.session.game.questions.topics or word in commands.QUESTIONS

    # -- files -----------------------------------------------------------------------------------

    def save(self, path: Path) -> None:
        """Keep the game in a file and go on using that file."""
        self.session.save(path)
        self.path, self._saved = path, write(self.session.record())
        self.known.add(path.resolve())
        self.tell(f"Saved in {path}.")

    def load(self, path: Path) -> None:
        """Put the game of a file on the table, with the same seats."""
        session = Session.load(path, self.lookup)
        if session.game.id != self.session.game.id:
            raise BadData(f"{path}: this is a game of {session.game.id}, not of {self.session.game.id}")
        session.players.update(self.session.players)
        self.session, self.path, self._told, self.plans = session, path, [], Plans()
        self._saved = write(session.record())
        self.known.add(path.resolve())
        self.tell(f"Loaded from {path}, after {len(session.log)} orders.")
        self._tell_origin()
