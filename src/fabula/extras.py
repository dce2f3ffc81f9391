"""Packages that few people need are optional extras. If one is missing, the error names it in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fabula.errors import UsageError


class MissingExtra(UsageError):
    """A package is not installed. The message says which extra to install."""


@contextmanager
def extra(name: str, needed_for: str) -> Iterator[None]:
    """Import the packages of an extra inside this block: `with extra("parquet", "Parquet files"): import pyarrow`."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "a package").partition(".")[0]
        raise MissingExtra(
            f"{needed_for}: {package} is not installed; pip install 'fabula[{name}]' installs it"
        ) from None
