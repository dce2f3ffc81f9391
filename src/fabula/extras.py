"""Packages that few people need are extras. A missing one ends in one line that names it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fabula.errors import UsageError


class MissingExtra(UsageError):
    """A package is not installed; the text says which extra brings it."""


@contextmanager
def extra(name: str, needed_for: str) -> Iterator[None]:
    """Import what an extra brings inside this: `with extra("parquet", "Parquet files"): import pyarrow`."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "a package").partition(".")[0]
        raise MissingExtra(
            f"{needed_for}: {package} is not installed; pip install 'fabula[{name}]' brings it"
        ) from None
