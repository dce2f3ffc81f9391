"""Studios and browsers for the tests of this room."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from studios import Open


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A studio without a model."""
    opened = Open(tmp_path_factory.mktemp("studio"))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium."""
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (make test-extras)")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("no Chromium on this machine (make test-extras)")
    with sync.sync_playwright() as player:
        opened = player.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield opened
        opened.close()
