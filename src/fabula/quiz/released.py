"""The categories of LFED's own questions, which its release gives only by the order of its rows."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from fabula.quiz.questions import Question, plain


@dataclass(frozen=True, slots=True)
class Block:
    """The rows of one category, and the mean length of their questions that the paper's Table 2 prints."""

    category: str
    row: int
    count: int
    published_length: float


@cache
def blocks() -> tuple[Block, ...]:
    """The eight blocks of the release, in its order."""
    return tuple(Block(**each) for each in tomllib.loads(_read("lfed.toml"))["block"])


def released_category(question: Question) -> str | None:
    """The category of a question of the release, or None for any other question.

    A question is known by its title and words. Where the release holds it twice, the copy nearest to its row counts.
    """
    rows = _rows().get(named(question))
    if not rows:
        return None
    row = min(rows, key=lambda each: abs(each - question.row))
    return next(each.category for each in blocks() if each.row <= row < each.row + each.count)


def named(question: Question) -> str:
    """The short hash that names a question of the release. Its options and key may have been corrected."""
    return sha256(plain(question.title + "\0" + question.text).encode()).hexdigest()[:8]


@cache
def _rows() -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for row, name in enumerate(_read("lfed_questions.txt").split()):
        found[name].append(row)
    return dict(found)


def _read(name: str) -> str:
    return (files("fabula.quiz") / name).read_text(encoding="utf-8")
