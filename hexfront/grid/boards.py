"""The boards of the four games."""

from __future__ import annotations

from .numbering import Grid, Numbering, grid_of

PGG: Grid = grid_of(Numbering("flat", columns=59, rows=31, shifted="even", shift="down"))

# Columns rise westward; the even rows lie half a hex further east and have no column 00.
TRC: Grid = grid_of(
    Numbering(
        "pointy", columns=34, rows=43, first_column=0, label="RRCC", shifted="even", shift="east",
        columns_grow="west", absent=" ".join(f"{row:02}00" for row in range(2, 44, 2)),
    )
)  # fmt: skip

RB: Grid = grid_of(Numbering("pointy", columns=16, rows=21, shifted="even", shift="east"))

BD: Grid = grid_of(
    Numbering(
        "pointy", columns=25, rows=23, first_column=0, first_row=10, label="RRCC", shifted="odd",
        shift="west", columns_grow="west",
    )
)  # fmt: skip
