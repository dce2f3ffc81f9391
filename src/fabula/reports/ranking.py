"""A ranking as one HTML page: the order with its intervals, what flipped, what was said of each pair, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.models.prices import dollars
from fabula.reports.labels import labels
from fabula.reports.page import dress, environment
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.ranking.result import RankedBook, RankResult

_MARGIN = 2.0
"""Per cent of the width on either side of the intervals."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One book's rating and interval, as shares of the width in per cent."""

    low: float
    at: float
    high: float


def ranking_page(result: RankResult, language: str | None = None) -> str:
    """The page, in the language that the books share unless another is named."""
    spoken = {book.language for book in result.books}
    say = labels(language or (spoken.pop() if len(spoken) == 1 else "en"), "report", "ranking")
    cost = result.usage.cost if result.usage else None
    return environment().get_template("ranking.html.j2").render(
        say=say,
        found=result,
        bars=_bars(result.books),
        by_place={book.place: book for book in result.books},
        cost=say("unknown_cost") if cost is None else dollars(cost),
        version=__version__,
        **dress(),
    )  # fmt: skip


def write_ranking(result: RankResult, path: Path) -> None:
    """The page as one file that needs no network."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(ranking_page(result), encoding="utf-8")


def _bars(books: Sequence[RankedBook]) -> list[Bar]:
    low, high = min(book.low for book in books), max(book.high for book in books)
    width = (high - low) or 1.0

    def share(rating: float) -> float:
        return round(_MARGIN + (100 - 2 * _MARGIN) * (rating - low) / width, 2)

    return [Bar(share(book.low), share(book.rating), share(book.high)) for book in books]
