"""What other packages add to fabula: providers, checkers, rubrics, benchmarks and languages, by entry points.

A package names what it adds in its own pyproject.toml:

    [project.entry-points."fabula.rubrics"]
    ghost-story = "my_package.rubrics:GHOST_STORY"

Nothing is looked for until a name is not among fabula's own, or until all names are listed.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

from fabula.errors import UsageError

Hook = Literal["providers", "checkers", "rubrics", "benchmarks", "languages"]

_used: dict[str, str] = {}


class BrokenExtension(UsageError):
    """What a package adds cannot be used. The message names the package."""


def names(hook: Hook) -> tuple[str, ...]:
    """What installed packages add here. Lists them without importing the packages."""
    return tuple(sorted(_entries(hook)))


def extension(hook: Hook, name: str) -> Any | None:
    """The object behind a name, or None if no installed package adds it."""
    found = _entries(hook).get(name)
    if found is None:
        return None
    try:
        made = found.load()
    except Exception as error:  # noqa: BLE001 - the code of another package
        raise broken(hook, name, f"{type(error).__name__}: {error}") from None
    if found.dist is not None:
        _used[found.dist.name] = found.dist.version
    return made


def broken(hook: Hook, name: str, why: str) -> BrokenExtension:
    """The error for something that an installed package adds and that is not what the hook asks for."""
    package = _package(_entries(hook)[name])
    return BrokenExtension(
        f"the package {package} adds {name} to fabula.{hook}, but it cannot be used: {why}"
    )


def identity(hook: Hook, name: str) -> str:
    """The package and version that add a name, for signatures."""
    return _package(_entries(hook)[name])


def used() -> dict[str, str]:
    """The packages that added something to this process, with their versions: every result names them."""
    return dict(_used)


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.module


@cache
def _entries(hook: Hook) -> dict[str, EntryPoint]:
    return {each.name: each for each in entry_points(group=f"fabula.{hook}")}
