"""The same seed plays the same game with every Python, on every processor, whatever the order of hashes.

What makes it so stands in `mechanics/exact.py`. Here a little of both games is played by all kinds of robots
(`same_games.py`) in processes that differ in all that can be made to differ on one machine.
"""

import ast
import json
import math
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import pythons

from hexfront.mechanics import exact

ROOT = Path(__file__).resolve().parents[2]
KERNELS = "Prescott"  # those of OpenBLAS for the oldest processors: every other has the instructions for them


def digests(python: Path | str, **env: str) -> dict[str, str]:
    """What comes of the games in a process of its own."""
    script = str(ROOT / "tests" / "same_games.py")
    given = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", **env}
    done = subprocess.run([str(python), script], capture_output=True, text=True, env=given, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, str] = json.loads(done.stdout)
    return found


def lesser_processor() -> dict[str, str]:
    """Environment in which numpy and OpenBLAS take this processor for an old one."""
    simd = np.show_config(mode="dicts")["SIMD Extensions"]
    return {"OPENBLAS_CORETYPE": KERNELS, "NPY_DISABLE_CPU_FEATURES": " ".join(simd.get("found", ()))}


def elsewhere() -> tuple[dict[str, Path], list[str]]:
    """The other Pythons by version, ready to run; and why some are not."""
    ready, missing = {}, []
    for version, path in pythons.others().items():
        try:
            ready[version] = pythons.furnished(version, path)
        except OSError as error:
            missing.append(str(error))
    return ready, missing


def test_the_same_seed_gives_the_same_game_everywhere() -> None:
    ready, missing = elsewhere()
    with ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        here = pool.submit(digests, sys.executable)
        runs = {"an old processor": pool.submit(digests, sys.executable, PYTHONHASHSEED="1", **lesser_processor())}
        for number, (version, path) in enumerate(ready.items(), 2):
            runs[f"Python {version}"] = pool.submit(digests, path, PYTHONHASHSEED=str(number))
        wanted = here.result()
        found = {name: run.result() for name, run in runs.items()}
    assert {name: differing(wanted, told) for name, told in found.items()} == {name: {} for name in found}
    if not ready:
        pytest.skip("; ".join(missing) or "there is no other Python than this one here")


def differing(wanted: dict[str, str], found: dict[str, str]) -> dict[str, str]:
    return {name: found[name] for name in wanted if found[name] != wanted[name]}


# -- how it is made so -------------------------------------------------------------------------------------

# What every library and processor rounds as it likes. Sums of floats are caught when they are made (`same_games.py`).
ROUGH = {"exp", "log", "pow", "sin", "cos", "tan", "sinh", "cosh", "tanh", "cbrt", "hypot", "gamma", "erf"}
ROUGH |= {"exp2", "expm1", "log2", "log10", "log1p", "power", "sum", "dot", "mean", "std", "var", "einsum", "matmul"}
ROUGH |= {"milp", "linprog"}  # and near ties in them are broken by the last bit
LIBRARIES = {"math", "cmath", "np", "numpy", "scipy.optimize"}
WHOLE = {"robots/trc/planner/value.py": "_near"}  # a product of matrices of whole numbers


def rough(module: str, whole: str = "") -> Iterator[str]:
    """Everything in a module that is not the same everywhere, but for a function that may have it."""
    tops = (top for top in ast.parse(module).body if not (whole and getattr(top, "name", "") == whole))
    for part in (part for top in tops for part in ast.walk(top)):
        named = isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in LIBRARIES
        if named and part.attr in ROUGH:
            yield ast.unparse(part)
        elif isinstance(part, ast.ImportFrom) and part.module in LIBRARIES:
            yield from (alias.name for alias in part.names if alias.name in ROUGH)
        elif isinstance(part, ast.BinOp | ast.AugAssign) and isinstance(part.op, ast.Pow | ast.MatMult):
            yield ast.unparse(part)


def test_rules_and_robots_work_with_nothing_that_a_library_rounds_as_it_likes() -> None:
    found = {}
    for layer in ("engine", "mechanics", "games", "robots"):
        for path in sorted((ROOT / "hexfront" / layer).rglob("*.py")):
            where = path.relative_to(ROOT / "hexfront").as_posix()
            found[where] = list(rough(path.read_text(encoding="utf-8"), WHOLE.get(where, "")))
    assert {where: parts for where, parts in found.items() if parts} == {}


def test_such_things_are_seen() -> None:
    module = "from math import exp, sqrt\nimport numpy as np\nx = np.log(2) * 2.0**y + a @ b + exp(sqrt(2))"
    assert sorted(rough(module)) == ["2.0 ** y", "a @ b", "exp", "np.log"]


# -- the numbers themselves --------------------------------------------------------------------------------


def test_exponentials_logarithms_and_powers_are_right_to_fifteen_digits() -> None:
    rng = random.Random(5)
    for x in (rng.uniform(-30.0, 30.0) for _ in range(2000)):
        assert exact.exp(x) == pytest.approx(math.exp(x), rel=1e-14)
        assert exact.tanh(x / 10) == pytest.approx(math.tanh(x / 10), rel=1e-13, abs=1e-15)
    for x in (math.exp(rng.uniform(-20.0, 20.0)) for _ in range(2000)):
        assert exact.log(x) == pytest.approx(math.log(x), rel=1e-14, abs=1e-15)
        assert exact.power(x, 0.3) == pytest.approx(x**0.3, rel=1e-14)


def test_the_plain_cases_come_out_plain() -> None:
    assert (exact.exp(0.0), exact.log(1.0), exact.tanh(0.0), exact.tanh(1e9), exact.tanh(-1e9)) == (1, 0, 0, 1, -1)
    assert (exact.power(0.0, 0.0), exact.power(0.0, 0.4), exact.power(0.7, 0.0), exact.power(1.0, 9.7)) == (1, 0, 1, 1)
    assert (exact.power(0.5, 2.0), exact.power(0.82, 1.0)) == (0.25, 0.82)


def test_every_bit_of_them_is_known() -> None:
    """They are the same on all machines, so they can be written down."""
    found = [exact.exp(0.7), exact.exp(-11.3), exact.log(3.1), exact.power(0.82, 7.35)]
    bits = ["0x1.01c2a61268987p+1", "0x1.9f2a9c30dbedep-17", "0x1.21a3919b7ac89p+0", "0x1.dc47849091c6ap-3"]
    assert [x.hex() for x in found] == bits


def test_a_total_needs_no_order() -> None:
    rng = random.Random(9)
    parts = [rng.uniform(-1.0, 1.0) * 10 ** rng.randint(-9, 9) for _ in range(200)]
    assert len({exact.total(rng.sample(parts, len(parts))) for _ in range(50)}) == 1
    assert exact.total([0.1] * 10) == 1.0


def test_grains_make_equal_what_is_as_good_as_equal() -> None:
    assert exact.grains(0.1 + 0.2) == exact.grains(0.3) == 300_000
    assert exact.grains(-1.5) == -1_500_000
