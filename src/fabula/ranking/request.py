"""The question of `fabula rank`: which of these books is the best?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fabula.errors import UsageError
from fabula.reading.reading_request import keep_instructions_option, saved_readings, segment_tokens_option
from fabula.request import Request, option
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class RankRequest(Request):
    """Which of several books is the best? Pairs are compared in both orders, as few as the order needs."""

    books: tuple[Path | Book, ...] = option(
        help="Book files, folders of chapters, or a folder of books: three books or more.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    reading: tuple[Path, ...] = saved_readings()
    rubric: str = option("longstory", help="longstory, webnovel, or your own TOML file.", changes_result=True)
    pairs: int | None = option(
        None,
        help="Compare at most this many pairs. Default: a third of all pairs minus the first scores, at least one per book.",
        changes_result=True,
        minimum=1,
    )
    sure: float = option(
        0.95,
        help="Stop when each book is above the next with this probability.",
        changes_result=True,
        minimum=0.5,
        maximum=1,
    )
    direct: Literal["seed", "equal", "none"] = option(
        "seed",
        help="Scores of single books: one each to begin with (seed), as many questions as the pairs took (equal), or none.",
        changes_result=True,
    )
    temperature: float = option(
        0.0, help="Sampling temperature.", changes_result=True, signed_as="T", minimum=0, maximum=2
    )
    segment_tokens: int = segment_tokens_option()
    keep_instructions: bool = keep_instructions_option()

    def validate(self) -> None:
        Request.validate(self)
        if len(self.books) < 3:
            raise UsageError("rank orders three books or more: `fabula compare` is for two drafts")

    @property
    def most_pairs(self) -> int:
        """How many pairs may be compared. Each takes two questions; a first score takes one."""
        n = len(self.books)
        every = n * (n - 1) // 2
        if self.pairs is not None:
            return min(self.pairs, every)
        spent = 0 if self.direct == "none" else n
        return min(every, max(n, (2 * every // 3 - spent) // 2))
