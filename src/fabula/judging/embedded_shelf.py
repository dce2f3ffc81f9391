"""Judge a whole shelf without a model, on every core or on a cluster: one line per book, and a killed run resumes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError, UsageError
from fabula.extras import extra
from fabula.judging.evaluate import run
from fabula.judging.request import EvaluateRequest
from fabula.readermodel.rating import Abstained, ReaderRating
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


def judge_one(request: EvaluateRequest) -> Row:
    """Judge one book, as a task for an engine."""
    path = str(request.book)
    try:
        found = asyncio.run(run(request, None)).evaluation
    except FabulaError as error:
        return Row(path, why=str(error))
    book = found.book
    rating, measured = found.rating, found.measured
    stars = rating if isinstance(rating, ReaderRating) else None
    return Row(
        path,
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
    books: Sequence[EvaluateRequest], engine: Engine, results: Path, seen: Callable[[int], None]
) -> int:
    """Judge every book into `results` (.jsonl, or .parquet, made from the .jsonl at the end).

    Return how many could not be judged. Books that already have a line are not judged again, unless a kill cut
    the line short.
    """
    if any(request.asks_model for request in books) or results.suffix not in (".jsonl", ".parquet"):
        raise UsageError("results of a whole shelf are for --method embedded, into a .jsonl or .parquet file")
    lines = results.with_suffix(".jsonl")
    lines.parent.mkdir(parents=True, exist_ok=True)
    kept = {row["path"]: row for row in _rows(lines)}
    _rewrite(lines, kept.values())
    missing = [request for request in books if str(request.book) not in kept]
    with lines.open("a", encoding="utf-8") as file:
        judged = engine.map(judge_one, missing)
        for done, row in enumerate(judged, len(books) - len(missing) + 1):
            kept[row.path] = asdict(row)
            file.write(json.dumps(kept[row.path], ensure_ascii=False) + "\n")
            file.flush()
            seen(done)
    if results.suffix == ".parquet":
        with extra("parquet", results.name):
            import pyarrow as pa
            from pyarrow import parquet

        parquet.write_table(pa.Table.from_pylist([kept[str(request.book)] for request in books]), results)
    return sum(kept[str(request.book)]["why"] is not None for request in books)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").split("\n"):
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(row, dict) and "path" in row:
            yield row


def _rewrite(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    beside = path.with_name(f".{path.name}.part")
    beside.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    beside.replace(path)
