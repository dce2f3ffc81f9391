"""Judge a whole shelf without a model, on every core or on a cluster: one row per book, and a killed run resumes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from fabula.errors import FabulaError, UsageError
from fabula.judging.evaluate import run
from fabula.judging.request import EvaluateRequest
from fabula.judging.shelf_results import ShelfResults
from fabula.judging.sources import Asked
from fabula.readermodel.rating import Abstained, ReaderRating
from fabula.reading.book_request import STATED
from fabula.rubrics.files import digest, load
from fabula.signature import sign
from fabula.workers import Engine


@dataclass(frozen=True, slots=True)
class Row:
    """What is stored about one book. `why` says what is missing and why."""

    path: str
    book: str | None = None
    title: str | None = None
    author: str | None = None
    language: str | None = None
    chapters: int | None = None
    words: int | None = None
    stars: float | None = None
    low: float | None = None
    high: float | None = None
    percentile: float | None = None
    place: str | None = None
    """`high` or `low` on the shelf; `unknown` where the interval covers most of it."""
    unrated: str | None = None
    """Why there are no stars."""
    mtld: float | None = None
    dialogue_share: float | None = None
    sentence_words: float | None = None
    findings: int | None = None
    signature: str | None = None
    why: str | None = None


def judge_one(asked: Asked) -> Row:
    """Judge one book, as a task for an engine. A book that cannot be judged gives a row that says why."""
    try:
        request = asked.request if asked.remote is None else asked.request.but(book=asked.remote.book())
        found = asyncio.run(run(request, None)).evaluation
    except FabulaError as error:
        return Row(asked.key, why=str(error))
    except Exception as error:  # noqa: BLE001 - one book must not stop ten thousand
        return Row(asked.key, why=f"a fault of fabula: {type(error).__name__}: {error}")
    book = found.book
    rating, measured = found.rating, found.measured
    stars = rating if isinstance(rating, ReaderRating) else None
    return Row(
        asked.key,
        book=book.id,
        title=book.title,
        author=book.author,
        language=book.language,
        chapters=book.chapter_count,
        words=measured.craft.words if measured else None,
        stars=stars.value if stars else None,
        low=stars.low if stars else None,
        high=stars.high if stars else None,
        percentile=stars.percentile if stars else None,
        place=stars.place if stars else None,
        unrated=str(rating.reason) if isinstance(rating, Abstained) else None,
        mtld=measured.craft.mtld if measured else None,
        dialogue_share=measured.craft.dialogue_share if measured else None,
        sentence_words=measured.craft.sentence_words if measured else None,
        findings=len(measured.findings.shown) + len(measured.findings.rest) if measured else None,
        signature=found.signature,
    )


def judge_shelf(
    books: Sequence[Asked], engine: Engine, results: Path, seen: Callable[[int], None] = lambda _done: None
) -> int:
    """Judge every book into `results` (see ShelfResults). Return how many could not be judged.

    Books that already have a row are not judged again, unless a kill cut the row short. Rows that were made with other
    options are refused.
    """
    if any(each.request.asks_model for each in books):
        raise UsageError("results of a whole shelf are for --method embedded: leave out --model")
    once = {each.key: each for each in books}
    signature = _of_all(books[0].request) if books else ""
    with ShelfResults(results, list(once), list(Row.__dataclass_fields__), signature) as rows:
        missing = [each for each in once.values() if each.key not in rows]
        for done, row in enumerate(engine.map(judge_one, missing), len(once) - len(missing) + 1):
            rows.add(asdict(row))
            seen(done)
        return rows.unjudged


def _of_all(request: EvaluateRequest) -> str:
    """The signature of what is the same for every book."""
    of_one_book = {each.name: each.default for each in fields(request) if each.name in ("book", *STATED)}
    common = request.but(**of_one_book)
    return sign(common, "evaluate.results", digests={"rubric": digest(load(common.rubric))})
