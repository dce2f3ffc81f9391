"""People and speech in novels that annotators have read: what fabula finds, beside a simple baseline."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fabula.benchmarks.dialogism import Novel, read_novels
from fabula.benchmarks.people_found import compare, of_baseline, of_cast, total
from fabula.benchmarks.people_quotations import (
    compared,
    of_nearest_name,
    of_speeches,
    placed,
    total_quotations,
)
from fabula.benchmarks.people_request import BenchPeopleRequest
from fabula.benchmarks.people_result import BenchPeopleResult, NovelRow
from fabula.digests import digest_of_path
from fabula.reading.cast import find_cast
from fabula.reading.parsed import parse
from fabula.reading.speech import held_out, speeches
from fabula.request import document
from fabula.signature import sign
from fabula.text.files import read
from fabula.text.words import count_words


@dataclass(frozen=True, slots=True)
class BenchPeopleAnswer:
    """The tables."""

    result: BenchPeopleResult


async def run(request: BenchPeopleRequest, door: None = None) -> BenchPeopleAnswer:  # noqa: ARG001 - asks no model
    """Read every novel and compare what is found with what the annotators noted."""
    request.validate()
    return BenchPeopleAnswer(await asyncio.to_thread(_measured, request))


def _measured(request: BenchPeopleRequest) -> BenchPeopleResult:
    rows = tuple(_row(novel) for novel in read_novels(request.data, request.novel))
    return BenchPeopleResult(
        request=document(request),
        signature=sign(request, "bench.people", digests={"text": digest_of_path(request.data)}),
        novels=rows,
        people=total([row.people for row in rows]),
        baseline=total([row.baseline for row in rows]),
        quotations=total_quotations([row.quotations for row in rows]),
        quotations_baseline=total_quotations([row.quotations_baseline for row in rows]),
    )


def _row(novel: Novel) -> NovelRow:
    book = read(novel.path)
    texts = [chapter.text for chapter in book.chapters]
    parsed, cast = parse(book), find_cast(book)
    said = speeches(book, parsed, cast, ranker=held_out(novel.name))
    places = placed(novel, book)
    return NovelRow(
        novel=novel.name,
        words=sum(count_words(text, book.language) for text in texts),
        people=compare(novel.characters, of_cast(cast)),
        baseline=compare(novel.characters, of_baseline(texts)),
        quotations=compared(novel, cast, of_speeches(places, said)),
        quotations_baseline=compared(novel, cast, of_nearest_name(places, said, cast)),
    )
