"""What the fault tests share: a PostgreSQL of their own, and how often things are broken."""

import os
from collections.abc import Iterator

import live
import pytest

OFTEN = int(os.environ.get("HEXFRONT_FAULTS", "10"))  # `make faults` sets 100


@pytest.fixture(scope="session")
def often() -> int:
    """How many times a server is killed."""
    return OFTEN


@pytest.fixture(scope="module")
def postgres() -> Iterator[live.Postgres]:
    """A running PostgreSQL; skipped, with the reason, where there is none."""
    tool = live.find_tools.postgres()
    if not tool:
        pytest.skip(tool.why)
    with live.Postgres() as running:
        yield running
