"""Studios for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from studios import Open


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Open]:
    """A studio without a model. A module with `FIRST_OPENED = True` looks at one that was never opened before."""
    first = getattr(request.module, "FIRST_OPENED", False)
    with Open(tmp_path_factory.mktemp("studio"), first=first) as opened:
        yield opened
