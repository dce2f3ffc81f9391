"""What every test can use: a scripted model server, and a home folder of its own so that nobody's keys or ledger are touched."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from drawn_once import figures_drawn_once
from loopback import Loopback

# Two tests run at once: threads that numpy and torch would start, here and in the programs of the tests, wait for each other.
# They would also catch a Ctrl-C that the main thread of a test's program holds back.
os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

# Who starts the tests in the background of a shell leaves Ctrl-C switched off, for them and for every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no fault of what is tested.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger and a config of the test's own; no key of the developer's is in reach."""
    home = tmp_path_factory.mktemp("home")
    for name in [each for each in os.environ if each.endswith("_API_KEY") or each.startswith("FABULA_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("FABULA_LEDGER", str(home / "ledger.sqlite"))
    monkeypatch.setenv("FABULA_CONFIG", str(home / "fabula.toml"))
    return home


@pytest.fixture(scope="session", autouse=True)
def drawing() -> Iterator[None]:
    """A figure that was drawn before is not drawn again."""
    with figures_drawn_once():
        yield


@pytest.fixture
def loopback() -> Iterator[Loopback]:
    """An OpenAI-compatible server: set `loopback.answer`, or `loopback.script(...)` the next answers."""
    with Loopback() as server:
        yield server


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """`async def` tests run on asyncio, as fabula does."""
    return "asyncio"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium, for one file of tests: while it is open no other event loop can run beside it."""
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (make test-extras)")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium on this machine (make test-extras)")
    sync.expect.set_options(timeout=60_000)
    with sync.sync_playwright() as player:
        opened = player.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()
