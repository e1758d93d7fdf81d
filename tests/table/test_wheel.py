"""The package as it is published: a source distribution, the wheel that is built of it, and that wheel all alone.

The environment of the tests has far more in it than people get, so nothing here uses it: the wheel goes into a bare
one of its own, where a turn is played over HTTP, and whatever is not installed there is asked for. A game of another
package, that of examples/tiny, is installed beside it and played.
"""

import os
import subprocess
import sys
import tarfile
import time
import venv
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from live import PATIENCE, ROOT, Client, Server

import hexfront

sys.path.insert(0, str(ROOT / "tests" / "browser"))
from tablepage import TOUR_SEEN, WIDE, TablePage, chromium

Ran = subprocess.CompletedProcess[str]
# What a first player of hexfront has: no folder of ours on Python's path, no settings of a server.
BARE = {name: value for name, value in os.environ.items() if not name.startswith(("HEXFRONT_", "PYTHON"))}
OPTIONAL = {
    "show pgg --out board.png": "hexfront[png]",
    "sim pgg --players random,random --cluster dask://127.0.0.1:9": "hexfront[dask]",
    "sim pgg --players random,random --cluster ray://127.0.0.1:9": "hexfront[ray]",
    "study pgg --players random,random --games 1 --out study": "hexfront[study]",
    "study pgg --players random,random --games 1 --out study --format csv": "hexfront[study]",
    "tune pgg --out tuned": "hexfront[tune]",
}
# What a server and its robots read when they begin; compiled here, so that nobody waits for it later.
SERVE = "import hexfront.server.serve"
THINK = (
    "import hexfront; from hexfront.robots import LEVELS, player; "
    "[player(level, hexfront.game(id)) for id in hexfront.games.playable() for level in LEVELS]"
)
# A few quick tests: the cases, the boards, a server.
SOME = (
    "engine/test_cases.py",
    "engine/test_boards.py",
    "engine/test_reach.py",
    "server/test_server_live.py::test_the_catalog_has_all_that_the_home_page_needs",
)


def run(command: Sequence[object], folder: Path, typed: str = "", env: Mapping[str, str] = BARE) -> Ran:
    """Run a program in a folder."""
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=folder, env=env, input=typed, capture_output=True, text=True, timeout=300)


def good(ran: Ran) -> str:
    """What it said; it must have ended well."""
    assert ran.returncode == 0, f"{ran.args}: {ran.stdout[-2000:]}{ran.stderr[-2000:]}"
    return ran.stdout


def build(kind: str, source: Path, out: Path) -> Path:
    """A distribution of a folder, built as pip builds it, by the hatchling of the development extras."""
    pytest.importorskip("hatchling", reason="hatchling is not installed; pip install -e '.[dev]' brings it")
    good(run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", out], source))
    return next(out.glob("*.whl" if kind == "wheel" else "*.tar.gz"))


def unpacked(folder: Path) -> Path:
    """The source distribution, unpacked."""
    with tarfile.open(build("sdist", ROOT, folder)) as file:
        file.extractall(folder, filter="data")
    return folder / f"hexfront-{hexfront.__version__}"


def bare(folder: Path, wheel: Path) -> Path:
    """A new environment with the wheel and what it depends on; the folder of its programs."""
    venv.create(folder, with_pip=True)
    install = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "-c", ROOT / "constraints.txt"]
    probe = run([*install, "--retries", "1", "--timeout", "15", "--no-deps", "--dry-run", "msgspec"], folder)
    if probe.returncode:
        pytest.skip("no package index can be reached from here: pip cannot get msgspec, the first thing that is needed")
    good(run([*install, "--no-compile", wheel], folder))  # what is run is compiled then
    return folder / "bin"


def names(path: Path) -> set[str]:
    """The files of the package in a wheel."""
    with zipfile.ZipFile(path) as file:
        return {name for name in file.namelist() if name.startswith("hexfront/")}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a bare environment with the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    return bare(folder / "bare", build("wheel", ROOT, folder))


@pytest.fixture
def with_tiny(programs: Path, tmp_path: Path) -> Iterator[Path]:
    """The same with the game of examples/tiny beside it, put there by pip; all that it needs is there already."""
    pip = [programs / "python", "-m", "pip"]
    wheel = build("wheel", ROOT / "examples" / "tiny", tmp_path)
    good(run([*pip, "install", "--quiet", "--no-index", wheel], tmp_path))
    yield programs
    good(run([*pip, "uninstall", "--quiet", "--yes", "hexfront-tiny"], tmp_path))


def test_the_wheel_alone_plays(programs: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()

    def said(line: str, typed: str = "") -> Ran:
        return run([programs / "hexfront", *line.split()], home, typed)

    for program in (SERVE, THINK):
        where = good(run([programs / "python", "-c", f"{program}; print(hexfront.__file__)"], home))
        assert Path(where.strip()).is_relative_to(programs.parent)
    assert good(said("--version")) == f"hexfront {hexfront.__version__}\n"
    with Server(home, program=[str(programs / "hexfront")], env={"PYTHONPATH": ""}) as server:
        a_turn_over_http(server)
        assert "Traceback" not in server.log.read_text(), server.tail()
    assert "2 of 2 games finished" in good(said("sim pgg --players greedy,random --games 2 --jobs 2"))
    assert "0 of them without a case" in good(said("rules trc"))
    good(said("show trc --out board.svg"))
    assert (home / "board.svg").read_text().startswith("<svg")
    text = good(said("play pgg --side both --seed 7 --save a.txt", "place R1 0124\nundo\ndone\nrule 9.71\n"))
    assert "Taken back: place R1 0124." in text and "soviet: done." in text and "Case: " in text
    good(said("verify a.txt"))
    for line, extra in OPTIONAL.items():
        ran = said(line)
        assert ran.returncode == 2 and extra in ran.stderr and ran.stderr.count("\n") == 1, (line, ran.stderr)


def test_a_game_of_another_package_is_listed_tried_and_simulated(with_tiny: Path, tmp_path: Path) -> None:
    def said(line: str) -> str:
        return good(run([with_tiny / "hexfront", *line.split()], tmp_path))

    assert "\ntiny: Tiny War (red against blue)\n  scenario duel" in said("games")
    assert " passed, 0 failed" in said("cases tiny") and "0 of them without a case" in said("rules tiny")
    assert "4 of 4 games finished" in said("sim tiny --players greedy,random --games 4 --jobs 2")


def test_a_game_of_another_package_is_played_by_mouse_at_the_table(with_tiny: Path, tmp_path: Path) -> None:
    program = [str(with_tiny / "hexfront")]
    with chromium() as browser, Server(tmp_path, program=program, env={"PYTHONPATH": ""}) as server:
        profile = browser.new_context(viewport=WIDE, reduced_motion="reduce")
        profile.set_default_timeout(40_000)
        profile.add_init_script(TOUR_SEEN)
        page = TablePage(profile.new_page(), server)
        page.goto("/")
        page.test("home-card-tiny").wait_for()
        page.open_game(page.new_game("tiny", {"red": "me", "blue": "local"}, seed="7")["id"])
        page.fit()
        page.click_piece("1Red")
        assert "0202" in page.wait_lit()
        page.click_reach("0202")
        page.wait_view(lambda view: view["log"] and view["log"][-1]["order"] == "move 1Red 0302-0202")
        page.caught_up()
        page.end_phase()
        page.wait_view(lambda view: view["ask"]["name"] == "red combat")
        page.caught_up()
        page.click_hex("0405")
        page.test("panel-odds").get_by_text("die + 2 > 7").wait_for()
        page.click("main-button")
        line = page.wait_view(lambda view: view["number"] == 3)["log"][-1]
        assert line["order"] == "attack 2Red > 0405" and line["dice"] == [2] and line["side"] == "red"
        assert "2Blue has a strength of 3 (4.1)" in line["lines"] and not page.troubles


def a_turn_over_http(server: Server) -> None:
    """A guest is German for a turn, against a robot that plans."""
    for page in ("/", "/js/app.js", "/api/boards/pgg.svg", "/api/rules/pgg"):
        assert httpx.get(server.url + page).status_code == 200, page
    with Client(server.url) as guest:
        game = guest.new_game("pgg", {"german": "me", "soviet": "regular"})["id"]
        given: Counter[str] = Counter()
        while (view := mine(guest, game))["turn"] == 1:
            phase, done = view["ask"]["name"], any(verb["name"] == "done" for verb in view["ask"]["verbs"])
            some = guest.get(f"/api/games/{game}/offered?sample=true&limit=1").json()["orders"]
            order = "done" if done and given[phase] >= 3 else some[0]
            answer = guest.order(game, order, view["number"])
            assert answer.status_code == 200, (order, answer.text)
            given[phase] += 1
        assert given["german movement"] > 3
        log = guest.get(f"/api/games/{game}/log").json()["log"]
        assert {line["side"] for line in log} == {"german", "soviet"}
    assert server.process is not None
    loaded = Path(f"/proc/{server.process.pid}/maps").read_text()
    assert "uvloop" in loaded and "numpy" not in loaded  # robots think elsewhere: what they need is not loaded here


def mine(guest: Client, game: str) -> Any:
    """The view when it is the guest's turn."""
    end = time.monotonic() + PATIENCE
    while not (view := guest.view(game))["ask"]["yours"]:
        assert time.monotonic() < end, view["thinking"]
        time.sleep(0.05)
    return view


def test_the_source_distribution_builds_the_same_wheel_and_passes_its_tests(tmp_path: Path) -> None:
    source = unpacked(tmp_path)
    assert names(build("wheel", source, tmp_path / "a")) == names(build("wheel", ROOT, tmp_path / "b"))
    assert "hexfront/py.typed" in names(next((tmp_path / "a").iterdir()))
    rubbish = [path for path in source.rglob("*") if path.suffix in {".pyc", ".png", ".gz"} or path.name == ".venv"]
    assert not rubbish
    tests = [f"tests/{name}" for name in SOME]
    assert "passed" in good(run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests], source))
