"""The result of a quiz: a file from anywhere, checked before a page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from fabula.errors import FabulaError, UsageError
from fabula.quiz.results import QuizRunResult, Share


def parsed(raw: bytes, name: str) -> QuizRunResult:
    """A result from its bytes; a UsageError if it is something else, or was made by an earlier fabula."""
    try:
        return QuizRunResult.parse(raw, name)
    except FabulaError as error:
        raise UsageError(
            f"{name} is not a result of `fabula quiz run`: give its quiz.json, or what --json printed ({error})"
        ) from None


@lru_cache(maxsize=16)
def read(identifier: str, path: Path, name: str) -> QuizRunResult:
    """A result on the disk. Its id changes with the file, so what was read once stays true."""
    del identifier
    return parsed(path.read_bytes(), name)


@dataclass(frozen=True, slots=True)
class Headline:
    """What a list says of a result."""

    model: str
    set: str
    n: int
    accuracy: Share


@lru_cache(maxsize=1024)
def headline(identifier: str, path: Path) -> Headline | None:
    """What a list says of it; None if the file is not the result of a quiz."""
    del identifier
    try:
        raw = path.read_bytes()
        if b'"by_category"' not in raw:
            return None
        found = parsed(raw, path.name)
    except (OSError, UsageError):
        return None
    return Headline(found.model_name, found.set, found.n, found.accuracy)
