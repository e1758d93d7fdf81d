"""The command line: games, rules, cases, verify, play, serve, show; those of the laboratory are in `lab` and `study`.

Bad input is answered with one sentence on standard error and exit code 2; a failed check exits with 1.
"""

import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from hexfront import __version__, games
from hexfront.cli.lab import ladder_command, match_command, sim_command
from hexfront.cli.options import JSON, OPTION, SCENARIO, print_json, print_table
from hexfront.cli.study import study_command, tune_command
from hexfront.engine import rulebook
from hexfront.engine.errors import BadData, HexfrontError

if TYPE_CHECKING:
    from hexfront.engine.session import Session
    from hexfront.table import Seats


class _Group(click.Group):
    """A group whose complaint about an unknown command names those that there are."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise click.UsageError(f"there is no command {args[0]!r}; there are {', '.join(self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)


@click.group(cls=_Group, invoke_without_command=True)
@click.version_option(__version__, message="hexfront %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Board wargames of the Eastern Front, their rules enforced to the letter.

    Without a command it opens the table in the browser, as `hexfront serve --open` does.
    """
    games.collection()  # what does not fit together is said before anything else
    if ctx.invoked_subcommand is None:
        ctx.invoke(serve, open_browser=True)


for _command in (sim_command, match_command, ladder_command, study_command, tune_command):
    cli.add_command(_command)


# -- what there is -----------------------------------------------------------------------------------------


@cli.command("games")
@JSON
def list_games(as_json: bool) -> None:
    """List the games and their editions, with scenarios and optional rules."""
    found, broken = games.every()
    for sentence in broken:
        _complain(sentence)
    if as_json:
        print_json([_facts(game) for game in found])
        return
    for game in found:
        click.echo(f"{game.id}: {game.title} ({' against '.join(game.sides)})")
        for edition in game.manifest.editions[1:] if game.id == game.manifest.id else ():
            click.echo(f"  edition {edition.id}: {edition.title}")
        for scenario in game.scenarios():
            click.echo(f"  scenario {scenario['id']}: {scenario['title']}, {scenario['turns']} turns")
        for option in game.options():
            click.echo(f"  option {option['rule']}: {option['title']}")


def _facts(game: Any) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "sides": list(game.sides),
        "scenarios": [{key: one[key] for key in ("id", "title", "turns")} for one in game.scenarios()],
        "options": [{key: one[key] for key in ("rule", "title")} for one in game.options()],
        "editions": [{"id": one.id, "title": one.title, "about": one.about} for one in game.manifest.editions],
    }


@cli.command("rules")
@click.argument("game")
@JSON
def list_rules(game: str, as_json: bool) -> None:
    """List the rules of GAME: whether each is played, and how many cases show it."""
    from hexfront.games.casebook import load_cases

    rules = rulebook.load(rulebook.path_of(games.game(game)))
    found = rulebook.coverage(rules, Counter(case.rule for case in load_cases(game)))
    if as_json:
        print_json(found)
        return
    print_table(
        (one["rule"], one["state"], f"{one['cases']} cases", _joined(one["title"], one["why"])) for one in found
    )
    bare = [one["rule"] for one in found if one["state"] != "no effect" and not one["cases"]]
    click.echo(f"{len(found)} rules, {len(bare)} of them without a case{': ' if bare else ''}{', '.join(bare)}")


def _joined(title: str, why: str) -> str:
    return f"{title} ({why})" if why else title


@cli.command("cases")
@click.argument("game", required=False)
@click.option("--file", "file", type=click.Path(path_type=Path), help="Run the cases of this file only.")
@JSON
def run_cases(game: str | None, file: Path | None, as_json: bool) -> None:
    """Run the cases of all rulebooks, or of GAME, or of one file."""
    from hexfront.games.casebook import run_cases

    if game is not None:
        games.game(game)
    outcomes = run_cases(game, file)
    failed = [one for one in outcomes if not one.ok]
    if as_json:
        plain = [{"rule": o.rule, "title": o.title, "file": str(o.file), "ok": o.ok, "why": o.why} for o in outcomes]
        print_json({"passed": len(outcomes) - len(failed), "failed": len(failed), "cases": plain})
    else:
        for one in failed:
            click.echo(f"{one.file}: {one.rule} {one.title}: {one.why}")
        click.echo(f"{len(outcomes) - len(failed)} passed, {len(failed)} failed")
    if failed:
        raise click.exceptions.Exit(1)


# -- records -----------------------------------------------------------------------------------------------


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
def verify(file: Path) -> None:
    """Play the record in FILE again and check every order, die and result."""
    from hexfront.engine.records.verify import verify
    from hexfront.engine.session import read_file

    verdict = verify(games.game, read_file(file))
    if not verdict.ok:
        click.echo(f"{file}, line {verdict.line}: {verdict.why}", err=True)
        raise click.exceptions.Exit(1)
    click.echo(f"{file}: all {verdict.orders} orders, their dice and results are true")
    if verdict.branch:
        click.echo(f"it is a branch {verdict.branch}; what came before it is not in this record and is not checked")


# -- the table ---------------------------------------------------------------------------------------------


@cli.command()
@click.argument("game")
@click.option("--side", help="The side you play, or both.")
@click.option("--against", help="The robot that plays the other side.")
@SCENARIO
@click.option("--seed", help="The seed of the dice; drawn by the computer if not said.")
@OPTION
@click.option("--load", "load", type=click.Path(path_type=Path), help="Go on with this record.")
@click.option("--save", "save", type=click.Path(path_type=Path), help="Keep the game in this file when you leave.")
def play(
    game: str,
    side: str | None,
    against: str | None,
    scenario: str,
    seed: str | None,
    options: tuple[str, ...],
    load: Path | None,
    save: Path | None,
) -> None:
    """Play GAME at a table of plain text."""
    from hexfront.engine.session import Session
    from hexfront.table import mine, seats_for

    chosen = games.game(game)
    if load is not None and (scenario or seed is not None or options):
        raise BadData("a loaded game has its own scenario, seed and options; leave those out")
    if save is not None and save != load and save.exists():
        raise BadData(f"{save} is there already; go on with it by --load {save}, or take another name")
    robots = tuple(one for one in chosen.sides if one not in mine(chosen, side))
    session = Session.load(load, games.game) if load else Session.start(chosen, scenario, seed, options, robots=robots)
    if session.game.id != chosen.id:
        raise BadData(f"{load}: this is a game of {session.game.id}, not of {chosen.id}")
    seats = seats_for(chosen, side, against, session.players if load else None, session.state.seed)
    _sit_down(session, seats, save or load)


def _sit_down(session: "Session", seats: "Seats", path: Path | None) -> None:
    """Play at the table, with editing and Tab at a terminal, with lines as they come on a pipe."""
    from hexfront.table import Table, completion

    terminal = sys.stdin.isatty()
    table = Table(session, seats, _read_terminal if terminal else _read_pipe, _tell, games.game, path)
    if terminal:
        completion.install(lambda line: completion.candidates(session.game, table.seen(), line))
    table.run()


def _tell(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()  # who listens on a pipe hears each line at once


def _read_pipe(prompt: str) -> str | None:
    line = sys.stdin.buffer.readline() if hasattr(sys.stdin, "buffer") else sys.stdin.readline().encode()
    return line.decode("utf-8", "replace") if line else None


def _read_terminal(prompt: str) -> str | None:
    try:
        return input(prompt)
    except EOFError:
        click.echo()
        return None


# -- the server --------------------------------------------------------------------------------------------


@cli.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0 for all.")
@click.option("--port", default=8041, show_default=True, type=click.IntRange(1, 65535))
@click.option("--db", "db", default="", metavar="URL", help="The database; a file in your data folder if not said.")
@click.option("--db-file", metavar="FILE", type=click.Path(path_type=Path), help="A file in which that URL stands.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that answer.")
@click.option("--open", "open_browser", is_flag=True, help="Open the browser on it, or on the one that runs already.")
def serve(host: str, port: int, db: str, db_file: Path | None, workers: int, open_browser: bool) -> None:
    """Serve the table in the browser.

    A database's password belongs into HEXFRONT_DB or a file: everybody on the machine can read a command's options.
    """
    import msgspec

    from hexfront.server.serve import run_server
    from hexfront.server.settings import from_environment, from_file

    for sentence in games.every()[1]:
        _complain(sentence)
    if db and db_file:
        raise click.UsageError("--db and --db-file say the same: use one of them")
    settings = from_environment()
    wanted = from_file(db_file) if db_file else db
    said = {"host": host, "port": port, "db": wanted or settings.db, "workers": workers}
    run_server(msgspec.structs.replace(settings, **said), open_browser)


# -- maps --------------------------------------------------------------------------------------------------


@cli.command()
@click.argument("game")
@click.option("--out", "out", required=True, type=click.Path(path_type=Path), help="The file, an .svg or a .png.")
@SCENARIO
@click.option("--record", "record", type=click.Path(path_type=Path), help="Draw a position of this recorded game.")
@click.option("--at", "turn", type=int, metavar="TURN", help="Its position at the end of this turn.")
@click.option("--width", default=2400, type=click.IntRange(200, 12000), metavar="PX", help="How wide the picture is.")
@click.option("--no-counters", "bare", is_flag=True, help="Draw the board alone.")
@click.option("--grey", is_flag=True, help="Draw it in grey.")
def show(
    game: str, out: Path, scenario: str, record: Path | None, turn: int | None, width: int, bare: bool, grey: bool
) -> None:
    """Draw the board of GAME as a map, with its counters."""
    from hexfront.show import save

    save(game, out, scenario, record, turn, width, not bare, grey)
    click.echo(f"{out}: drawn")


# -- ending ------------------------------------------------------------------------------------------------


def run(args: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        code = cli.main(args, prog_name="hexfront", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        return _complain(error.format_message())
    except HexfrontError as error:
        return _complain(str(error), getattr(error, "exit_code", 2))
    except (KeyboardInterrupt, click.Abort):
        click.echo("hexfront: interrupted", err=True)
        return 130
    except BrokenPipeError:
        # Whoever read our output has left; Python must not try to flush the rest into the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _complain(text: str, code: int = 2) -> int:
    click.echo(f"hexfront: {' '.join(text.split())}", err=True)
    return code


def main() -> NoReturn:
    """Where the installed command begins."""
    signal.signal(signal.SIGINT, _interrupt)
    sys.exit(run())


def _interrupt(number: int, frame: object) -> NoReturn:
    """The first Ctrl-C ends a command in good order; another one, should that take too long, at once."""
    signal.signal(signal.SIGINT, _leave)
    raise KeyboardInterrupt


def _leave(number: int, frame: object) -> NoReturn:
    os.write(sys.stderr.fileno(), b"hexfront: interrupted\n")
    os._exit(130)
