"""What is of one game stands with that game: nothing else names a game, a side, a nation or the number of a rule.

`python tests/neutral.py [FOLDER]` looks through the package, and through the tools that serve all games, and fails if
it finds such a name: in a name of the program, a string, a comment, a docstring, in Python, JavaScript, CSS or HTML.
What the names are, the games themselves tell: their manifests, counters, boards and rulebooks.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from hexfront import games
from hexfront.engine import rulebook

ROOT = Path(__file__).resolve().parent.parent
SHARED = (
    "hexfront",
    "scripts/maps.py",
    "scripts/find_tools.py",
    "atlas/*.py",
    "bench/__init__.py",
    "bench/__main__.py",
)
KINDS = (".py", ".js", ".ts", ".css", ".html")
# Words that are also ordinary ones: small and alone (the axis of a plot) they name no side. See `_is_side`.
ORDINARY = ("axis",)
# A number is that of a rule after "rule", or where a mark or the end follows it; 2.5 seconds and 0.62 times are none.
NUMBER = r"(?<![\w.#-])([A-Z0-9]{1,2}(?:\.\d{1,3})+)"
RULE = re.compile(rf"{NUMBER}(?=$|[),:;\"'`]|\.(?:\s|$))|(?<=rule ){NUMBER}\b")
DRAWN = re.compile(r"[Mm]-?\d")  # a path of points
WORDS = re.compile(r"(?<!\d)(?:[A-Z]?[a-z]+|[A-Z]+(?![a-z]))")
SCRIPT = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/|<!--.*?-->)|(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)"""
    r"""|(?P<regex>(?<=[(,=:!&|?{};\[])\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\n])+/[a-z]*)|(?P<name>[A-Za-z_$][\w$-]*)""",
    re.DOTALL,
)


class Part(NamedTuple):
    """A piece of a file: a name, a string or a comment."""

    line: int
    kind: str
    text: str


class Names:
    """What only a game may say."""

    def __init__(self) -> None:
        known = games.collection().manifests.values()
        self.ids = {one.id for one in known}
        self.titles = {one.title.lower() for one in known}
        self.sides = {side for one in known for side in one.sides}
        self.nations = {name.partition("-")[0] for one in known for name in one.colours} - self.sides
        self.rules: set[str] = set()
        for one in known:
            self._read(one.board.folder)

    def _read(self, folder: Path) -> None:
        board = tomllib.loads((folder / "board.toml").read_text("utf-8"))
        self.nations |= {entry["name"].lower() for entry in board.get("country", [])}
        if (folder / "rulebook.toml").exists():
            self.rules |= {rule.rule for rule in rulebook.load(folder / "rulebook.toml")}
        if (folder / "counters.toml").exists():
            counters = tomllib.loads((folder / "counters.toml").read_text("utf-8"))
            found = {unit.get("nation", "") for side in self.sides for unit in _units(counters.get(side, {}))}
            kinds = {kind for name in games.collection().colours for kind in name.split("-")[1:]}  # guards of a nation
            self.nations |= found - kinds - self.sides - {""}

    @cached_property
    def words(self) -> dict[str, str]:
        """Single words, and what each names."""
        named = {"game": self.ids, "side": self.sides, "nation": self.nations}
        return {word: kind for kind, words in named.items() for word in words if " " not in word}

    @cached_property
    def phrases(self) -> dict[str, str]:
        """What has several words."""
        titles = dict.fromkeys(self.titles, "game")
        return titles | {name: "nation" for name in self.nations if " " in name}


def _units(side: dict[str, dict[str, dict[str, str]]]) -> list[dict[str, str]]:
    return [unit for unit in side.get("units", {}).values() if isinstance(unit, dict)]


# -- what is in a file -------------------------------------------------------------------------------------------


def parts_of(path: Path) -> Iterator[Part]:
    """All that a file says."""
    text = path.read_text("utf-8")
    return _python(text) if path.suffix == ".py" else _script(text, path.suffix)


def _python(text: str) -> Iterator[Part]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield Part(token.start[0], "comment", token.string)
        elif token.type == tokenize.NAME:
            yield Part(token.start[0], "name", token.string)
    tree = ast.parse(text)
    quiet = {id(word) for call in ast.walk(tree) if isinstance(call, ast.Call) for word in _quiet(call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and id(node) not in quiet:
            value = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            for number, line in enumerate(value.split("\n")):
                yield Part(node.lineno + number, "string", line)


def _quiet(call: ast.Call) -> list[ast.expr]:
    """What is something else: `rb` says how a file is opened, and a width of 3.4 is no rule."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    sizes = [one.value for one in call.keywords if one.arg != "rule" and _is_number(one.value)]
    return [*call.args, *sizes] if name in ("open", "fdopen") else sizes


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and bool(re.fullmatch(r"[\d.]+", str(node.value)))


def _script(text: str, suffix: str) -> Iterator[Part]:
    """Of what is no Python: comments, strings and names; in HTML every line counts as a comment."""
    if suffix == ".html":
        yield from (Part(number, "comment", line) for number, line in enumerate(text.split("\n"), 1))
        return
    for found in SCRIPT.finditer(text):
        kind = found.lastgroup or ""
        first = text.count("\n", 0, found.start()) + 1
        said = found[0][1:-1] if kind == "string" else found[0]
        if kind == "string" and re.search(r"\bclass(Name)?:\s*$", text[: found.start()]):
            kind = "class"
        if kind == "name" and suffix == ".css":
            kind = "class"
        for number, line in enumerate(said.split("\n")):
            yield Part(first + number, kind, line)


# -- what may not be said ----------------------------------------------------------------------------------------


def found_in(part: Part, names: Names) -> Iterator[tuple[str, str]]:
    """What a part names that only a game may: what it is, and the word."""
    for spelled in re.findall(r"[A-Za-z][\w$-]*", part.text):
        for word in WORDS.findall(spelled):
            small = word.lower()
            plain = small if small in names.words else small.removesuffix("s")
            if plain in names.words and (plain not in ORDINARY or _is_side(part, spelled, word)):
                yield names.words[plain], word
    for phrase, kind in names.phrases.items():
        if re.search(rf"\b{re.escape(phrase)}\b", part.text.lower()):
            yield kind, phrase
    if part.kind in ("comment", "string") and not DRAWN.match(part.text):
        for found in RULE.finditer(part.text.strip()):
            if (number := found[1] or found[2]) in names.rules:
                yield "rule", number


def _is_side(part: Part, spelled: str, word: str) -> bool:
    """Does an ordinary word name a side here? With a capital, tied to another, or as a whole string."""
    if word[0].isupper() or "-" in spelled:
        return True
    return part.kind == "string" and part.text == word


def files(root: Path, names: Names) -> Iterator[Path]:
    """All files that serve every game."""
    own = {root / "hexfront" / part / id for part in ("games", "robots") for id in names.ids}
    for shared in SHARED:
        for start in sorted(root.glob(shared)):
            for path in sorted(start.rglob("*")) if start.is_dir() else [start]:
                if path.suffix in KINDS and own.isdisjoint(path.parents):
                    yield path


def faults(root: Path = ROOT) -> list[str]:
    """A line for each name that stands where it should not."""
    names = Names()
    return [
        f"{path.relative_to(root)}:{part.line}: the {kind} {word!r} in a {part.kind}: {part.text.strip()[:90]}"
        for path in files(root, names)
        for part in parts_of(path)
        for kind, word in found_in(part, names)
    ]


def main() -> int:
    """Say what is wrong, and fail if anything is."""
    found = faults(*(Path(word).resolve() for word in sys.argv[1:2]))
    print("\n".join(found) or "nothing but the games names a game, a side, a nation or a rule")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
