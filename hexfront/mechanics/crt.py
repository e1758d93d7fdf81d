"""Tables of combat results as their files give them: whole, and never kinder to whoever rolls or stands worse."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hexfront.engine.data import wrong


def check_results(path: Path, crt: dict[str, Any], results: Sequence[str], rising: bool) -> None:
    """BadData unless the table has six rows, knows all its codes, and is monotone along rows and down columns.

    `results` run so that they rise down a column; along a row they rise too, or fall if `rising` is off.
    """
    rows, columns = crt["rows"], len(crt["columns"])
    if len(rows) != 6 or any(len(row) != columns for row in rows):
        raise wrong(path, f"the combat table needs 6 rows of {columns} results", "[crt]")
    for code in (code for row in rows for code in row):
        if code not in results:
            raise wrong(path, f"the combat table knows no result {code!r}", f'"{code}"')
    ranks = [[results.index(code) for code in row] for row in rows]
    along = all(row == sorted(row, reverse=not rising) for row in ranks)
    if not along or any(list(column) != sorted(column) for column in zip(*ranks, strict=True)):
        raise wrong(path, "the combat table is not monotone", "[crt]")
