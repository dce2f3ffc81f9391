"""Studios for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from studios import Open


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A studio without a model."""
    with Open(tmp_path_factory.mktemp("studio")) as opened:
        yield opened
