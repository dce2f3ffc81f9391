"""Many summaries of many stories, by system: NarrativeFactScore of each system, and paired tests between systems."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from pydantic import BaseModel, ConfigDict

from fabula.errors import UsageError
from fabula.facts.check import check
from fabula.facts.check_result import usage_of
from fabula.facts.checkers import checker_digest, make_checker, search_of
from fabula.facts.run import opened, shown_request
from fabula.facts.summaries import given_text
from fabula.facts.summary_language import language_notice
from fabula.jsonl import read_lines
from fabula.languages import Language
from fabula.notices import Notice
from fabula.result import Result
from fabula.signature import digest, digest_of_path, sign
from fabula.text.book import Book, Chapter
from fabula.text.language import detect
from fabula.text.paragraphs import tidy
from fabula.workers.place import spread

if TYPE_CHECKING:
    from fabula.facts.checker import CheckerKind
    from fabula.facts.pairs_request import FactPairsRequest
    from fabula.models.door import Door

_RESAMPLES = 10_000
_OPEN_STORIES = 16
"""How many are checked by a model at once."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PairRow(_Part):
    """One summary."""

    story: str
    system: str
    score: float | None
    facts: int
    supported: int
    unverified: int
    unjudged: int


class SystemRow(_Part):
    """One system: the mean score of its summaries."""

    system: str
    n: int
    score: float | None
    unjudged_summaries: int


class SystemTest(_Part):
    """Two systems on the stories that both summarised."""

    first: str
    second: str
    n: int
    difference: float
    """The mean score of the first minus that of the second."""
    p: float
    """Two-sided, by a permutation test that swaps the systems within stories."""


class FactPairsResult(Result):
    """The scores of several systems' summaries."""

    KIND: ClassVar[str] = "facts-pairs"

    systems: tuple[SystemRow, ...]
    tests: tuple[SystemTest, ...]
    summaries: tuple[PairRow, ...]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class FactPairsAnswer:
    """The result of many checks."""

    result: FactPairsResult


@dataclass(frozen=True, slots=True)
class _Row:
    story: str
    book: Book
    system: str
    summary: str


async def run_pairs(request: FactPairsRequest, door: Door | None) -> FactPairsAnswer:
    """Check every summary. Each story is read and indexed once."""
    request.validate()
    rows = await asyncio.to_thread(_rows, request.pairs)
    kind = request.check(request.pairs, "").checked_by(with_model=door is not None)
    asked_door = door if request.asks_a_model(with_model=door is not None) else None
    stories: dict[str, list[_Row]] = {}
    for row in rows:
        stories.setdefault(row.story, []).append(row)
    if door is None:
        work = partial(_checked_here, request, kind)
        checked = await asyncio.to_thread(lambda: list(spread(work, stories.values())))
    else:
        room = asyncio.Semaphore(_OPEN_STORIES)

        async def one(own: Sequence[_Row]) -> _Checked:
            async with room:
                return await _checked(request, kind, own, door, asked_door)

        checked = await asyncio.gather(*(one(own) for own in stories.values()))
    by_story = {own: iter(each.rows) for own, each in zip(stories, checked, strict=True)}
    found = [next(by_story[row.story]) for row in rows]
    notices = {told.code: told for each in checked for told in each.notices}
    engines = {each.engine for each in checked if each.engine}
    digests: Mapping[str, str | None] = {
        "pairs": digest_of_path(request.pairs),
        "text": digest([row.book.text_hash for row in rows]),
    }
    asked = {
        "checker": checker_digest(request.checker),
        "search": "+".join(sorted(engines)) or None,
    }
    method = f"facts-pairs.{kind}"
    return FactPairsAnswer(
        FactPairsResult(
            kind=FactPairsResult.KIND,
            systems=_systems(found),
            tests=paired_tests(
                {(row.system, row.story): row.score for row in found if row.score is not None}, request.seed
            ),
            summaries=tuple(found),
            notices=tuple(notices.values()),
            request=shown_request(request),
            model=asked_door.model_used if asked_door else None,
            usage=usage_of(asked_door.tally if asked_door else None),
            signature=asked_door.sign(request, method, asked=asked, digests=digests)
            if asked_door
            else sign(request, method, asked=asked, digests=digests),
        )
    )


@dataclass(frozen=True, slots=True)
class _Checked:
    """The summaries of one story, checked."""

    rows: list[PairRow]
    notices: list[Notice]
    engine: str | None


def _checked_here(request: FactPairsRequest, kind: CheckerKind, rows: Sequence[_Row]) -> _Checked:
    """Without a model: work for an engine."""
    return asyncio.run(_checked(request, kind, rows, None, None))


async def _checked(
    request: FactPairsRequest, kind: CheckerKind, rows: Sequence[_Row], door: Door | None, asked: Door | None
) -> _Checked:
    """The story is read and indexed once for all its summaries."""
    book = rows[0].book
    one = request.check(request.pairs, rows[0].summary)
    search = search_of(one, kind, book, door, None)
    checker = await make_checker(book, one, kind, search, asked)
    found, notices = [], []
    for row in rows:
        summary = given_text(row.summary, book)
        if (told := language_notice(summary, book, kind)) is not None:
            notices.append(told)
        done = await check(summary, checker)
        found.append(
            PairRow(
                story=row.story,
                system=row.system,
                score=done.score.value,
                facts=len(done.facts),
                supported=done.count("supported"),
                unverified=done.count("unverified"),
                unjudged=done.count("unjudged"),
            )
        )
    return _Checked(found, notices, search.engine)


def _systems(rows: Sequence[PairRow]) -> tuple[SystemRow, ...]:
    by_system: dict[str, list[float | None]] = {}
    for row in rows:
        by_system.setdefault(row.system, []).append(row.score)
    made = []
    for system, scores in by_system.items():
        known = [score for score in scores if score is not None]
        mean = float(np.mean(known)) if known else None
        made.append(
            SystemRow(system=system, n=len(known), score=mean, unjudged_summaries=len(scores) - len(known))
        )
    return tuple(sorted(made, key=lambda row: (-(row.score or 0.0), row.system)))


def paired_tests(scores: Mapping[tuple[str, str], float], seed: int) -> tuple[SystemTest, ...]:
    """Each two systems on the stories of both. The scores are by system and story."""
    systems = sorted({system for system, _ in scores})
    tests = []
    for first, second in combinations(systems, 2):
        shared = sorted(story for system, story in scores if system == first and (second, story) in scores)
        if len(shared) < 2:
            continue
        differences = np.array([scores[first, story] - scores[second, story] for story in shared])
        tests.append(
            SystemTest(
                first=first,
                second=second,
                n=len(shared),
                difference=float(differences.mean()),
                p=_swapped_p(differences, seed),
            )
        )
    return tuple(tests)


def _swapped_p(differences: Any, seed: int) -> float:
    """How often swapping the two systems at random gives as large a difference."""
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], size=(_RESAMPLES, len(differences)))
    by_chance = np.abs(signs @ differences) >= abs(differences.sum()) - 1e-12
    return float((by_chance.sum() + 1) / (_RESAMPLES + 1))


def _rows(path: Path) -> list[_Row]:
    rows: list[_Row] = []
    books: dict[str, Book] = {}
    for told, system, summary in system_summaries(path):
        if told not in books:
            books[told] = _book(told, path.parent, len(books) + 1)
        rows.append(_Row(books[told].title, books[told], system, summary))
    return rows


def system_summaries(path: Path) -> list[tuple[str, str, str]]:
    """The story, the system and the summary of each row of a file."""
    rows = []
    for number, row in read_lines(path, wanted="stories with summaries"):
        wanted = ("story", "system", "summary")
        if not isinstance(row, dict) or not all(isinstance(row.get(name), str) for name in wanted):
            raise UsageError(f"{path.name}, line {number}: a row needs {', '.join(wanted)}, each a text")
        rows.append((row["story"], row["system"], row["summary"]))
    if not rows:
        raise UsageError(f"{path.name}: it has no rows with story, system and summary")
    return rows


def _book(told: str, folder: Path, number: int) -> Book:
    """The story: a file beside the rows, or the text itself."""
    if len(told) < 250 and "\n" not in told:
        place = folder / told
        if place.is_file():
            book = opened(place)
            return Book(told, book.author, book.language, book.chapters)
        if Path(told).suffix and " " not in told:
            raise UsageError(f"there is no story {told} in {folder.name}")
    return Book(f"story {number}", None, Language(detect(told)), (Chapter(1, "", tidy(told)),))
