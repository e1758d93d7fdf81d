"""Which position is drawn: a scenario's start, or the end of a turn of a recorded game."""

from pathlib import Path

from hexfront import games
from hexfront.engine.errors import BadData, HexfrontError
from hexfront.engine.records.record import Record, read
from hexfront.engine.session import Session, open_record, read_file
from hexfront.games import boards
from hexfront.show.scene import Scene


def scene_of(
    game_id: str, scenario: str = "", record: Path | None = None, turn: int | None = None, counters: bool = True
) -> Scene:
    """What to draw for these wishes; BadData, in one sentence, for those that cannot be met."""
    board = boards.board_map(game_id)
    if record is not None and scenario:
        raise BadData("a record has its own scenario; leave --scenario or --record out")
    if turn is not None and record is None:
        raise BadData("--at needs the record of a game; name it with --record")
    scene = Scene(game_id, board, boards.board_data(game_id), boards.layers(game_id))
    _place(scene, scenario, record, turn)
    if not counters:
        scene.pieces, scene.caption = [], ""
    return scene


def _place(scene: Scene, scenario: str, record: Path | None, turn: int | None) -> None:
    """Lay the pieces out."""
    if scene.game not in games.playable():
        if scenario or record:
            raise BadData(f"{scene.game} cannot be played yet, so its board is drawn empty: leave the position out")
        return
    game = games.game(scene.game)
    if record is None:
        state = game.start(game.known_scenario(scenario))
        scene.caption = "the start"
    else:
        session, scene.caption = _at_turn(scene.game, record, turn)
        state = session.state
    scene.pieces = game.desk.pieces(state)


def _at_turn(game_id: str, path: Path, turn: int | None) -> tuple[Session, str]:
    """A recorded game at the end of a turn, or at its own end; with words for the caption."""
    try:
        record = read(read_file(path))
        if record.game != game_id:
            raise BadData(f"this is a game of {record.game}, not of {game_id}")
        session = open_record(games.game, record)
        return session, _play_to(session, record, turn)
    except BadData as error:
        raise BadData(f"{path}: {str(error).removeprefix(f'{path}: ')}") from None


def _play_to(session: Session, record: Record, turn: int | None) -> str:
    """Play until the turn is over; a record that ends within it is drawn as far as it goes."""
    if turn is not None and turn < 1:
        raise BadData(f"there is no turn {turn}; turns are counted from 1")
    last = session.state.turn  # of the last order: some games count on when they are over, others do not
    for entry in record.entries:
        if turn is not None and session.state.turn > turn:
            break
        last = session.state.turn
        try:
            session.play(entry.order)
        except HexfrontError as error:
            raise BadData(f"line {entry.line}: {entry.order!r} cannot be played: {error}") from error
    over = session.game.over(session.state)
    now = last if over else session.state.turn
    if turn is not None and turn > now:
        raise BadData(f"the record ends {'with' if over else 'in'} turn {now}; it has no turn {turn}")
    if turn is not None and session.state.turn > turn:
        return f"the end of turn {turn}"
    return f"the end of turn {now}" if over else f"turn {now}, under way"
