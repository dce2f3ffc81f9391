"""What every test may lean on: a scripted model server, and a home of its own so that nobody's keys or ledger are touched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from loopback import Loopback


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger and a config of the test's own; no key of the developer's is in reach."""
    home = tmp_path_factory.mktemp("home")
    for name in [each for each in os.environ if each.endswith("_API_KEY") or each.startswith("FABULA_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("FABULA_LEDGER", str(home / "ledger.sqlite"))
    monkeypatch.setenv("FABULA_CONFIG", str(home / "fabula.toml"))
    return home


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """An OpenAI-compatible server: set `loopback.answer`, or `loopback.script(...)` the next answers."""
    with Loopback() as server:
        yield server


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """`async def` tests run on asyncio, as fabula does."""
    return "asyncio"
