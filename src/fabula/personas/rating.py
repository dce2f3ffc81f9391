"""What each reader would say and score, by a model that answers for them or by ratings alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.models.bill import usage_total
from fabula.personas.baselines import Expectations, expect
from fabula.personas.distribution import by_story, cold_to, from_baseline, from_model, loved_from
from fabula.personas.groups import AskedReaders, asked_readers, everyone
from fabula.personas.personal import PersonalRating, is_plot, rate_all, stories_of
from fabula.personas.rating_tables import Item
from fabula.personas.request import PersonaRateRequest
from fabula.personas.results import PersonaRateResult, ProfileSize, Range
from fabula.reading.extract import read as extract
from fabula.request import document
from fabula.rubrics.rubric import Scale, parse_scale
from fabula.signature import sign
from fabula.text.book import Book
from fabula.text.files import read
from fabula.text.segments import whole_text

if TYPE_CHECKING:
    from fabula.models.door import Door

METHOD = "persona.rate"


@dataclass(frozen=True, slots=True)
class Ratings:
    """The result of rating. `reports.audience` turns it into a page."""

    result: PersonaRateResult


@dataclass(frozen=True, slots=True)
class _Material:
    """What a request names, read from its files."""

    books: Mapping[str, Book]
    readers: AskedReaders
    scale: Scale


async def run(request: PersonaRateRequest, door: Door | None) -> Ratings:
    """Rate every story for every reader: by a model through the door, or by ratings alone without one."""
    request.validate()
    material = await asyncio.to_thread(_gather, request)
    if door is None or not request.asks_model:
        return Ratings(await asyncio.to_thread(_expected, request, material))
    return Ratings(await _answered(request, material, door))


def by_title(books: Iterable[tuple[str, Book]]) -> dict[str, Book]:
    """Books by title. If two share a title, their file names are added."""
    named: dict[str, Book] = {}
    for file, book in books:
        name = book.title if book.title not in named else f"{book.title} ({file})"
        if name in named:
            raise UsageError(f"{file} is named twice")
        named[name] = book
    return named


def opened(story: Path | Book) -> Book:
    """A story of a request as a book."""
    return read(story) if isinstance(story, Path) else story


def _gather(request: PersonaRateRequest) -> _Material:
    files_of = ((_file_name(story), opened(story)) for story in request.stories)
    books = by_title(files_of)
    readers = asked_readers(request, books.values())
    return _Material(books, readers, parse_scale(request.scale))


def _file_name(story: Path | Book) -> str:
    return story.name if isinstance(story, Path) else story.source or story.title


async def _answered(request: PersonaRateRequest, material: _Material, door: Door) -> PersonaRateResult:
    read_or_given = await stories_of(list(material.books.values()), request, door)
    stories = [replace(story, name=name) for name, story in zip(material.books, read_or_given, strict=True)]
    ratings: list[PersonalRating] = await rate_all(
        stories, everyone(material.readers.groups), door, request.settings
    )
    return PersonaRateResult(
        kind=PersonaRateResult.KIND,
        request=document(request),
        model=door.model_used,
        signature=door.sign(
            request,
            METHOD,
            asked={"n": request.repeats, "T": request.temperature},
            digests={"text": digest(part for each in stories for part in (each.name, each.text))},
        ),
        usage=usage_total(door.tally),
        method="model",
        scale=_ends(material.scale),
        loved_from=loved_from(material.scale),
        cold_to=cold_to(material.scale),
        stories=by_story(from_model(ratings, material.scale), material.readers.groups, material.scale),
        notes=(
            *material.readers.notes,
            *(note for each in stories for note in each.notes),
            *door.one_answer_repeated,
        ),
        troubles=tuple(trouble for each in stories for trouble in each.troubles),
    )


def _expected(request: PersonaRateRequest, material: _Material) -> PersonaRateResult:
    stories = {
        name: Item(_plot(book), request.genres or book.genres) for name, book in material.books.items()
    }
    readers = everyone(material.readers.groups)
    found: Expectations = expect(readers, stories, material.readers.table)
    return PersonaRateResult(
        kind=PersonaRateResult.KIND,
        request=document(request),
        signature=sign(
            request,
            METHOD,
            engines={"baseline": found.method.replace(" ", "-"), "reader-model": reader_model_digest()},
            digests={
                "text": digest(
                    part for name, item in stories.items() for part in (name, item.text, *item.genres)
                )
            },
        ),
        method=found.method,
        scale=_ends(material.scale),
        loved_from=loved_from(material.scale),
        cold_to=cold_to(material.scale),
        stories=by_story(
            from_baseline(found, material.scale), material.readers.groups, material.scale, found.odds
        ),
        errors=dict(found.errors),
        tested_on=found.tested_on,
        profile=ProfileSize(readers=len(readers), past=sum(len(each.reviews) for each in readers)),
        notes=(*material.readers.notes, *found.notes),
    )


def _plot(book: Book) -> str:
    return whole_text(book) if is_plot(book) else extract(book).plot


def _ends(scale: Scale) -> Range:
    return Range(low=scale.low, high=scale.high)


def reader_model_digest() -> str:
    """The digest of the bundled reader model, which the baselines may use."""
    return digest((files("fabula.readermodel") / "shipped" / "reader.npz").read_bytes())
