"""Writes what a query letter needs: a logline, a synopsis of one page and one of three, and comparable titles."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from fabula.digests import digest
from fabula.editing.by_model import known_of, reading_prompts
from fabula.editing.pitch_checking import PROMPT as MEND
from fabula.editing.pitch_checking import Borne, borne_out
from fabula.editing.pitch_result import (
    ComparableTitle,
    PitchedBook,
    PitchKind,
    PitchResult,
    PitchSentence,
    PitchText,
)
from fabula.editing.whole import plot_told
from fabula.models.bill import usage_total
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.reading.book_request import book_as_stated
from fabula.request import document
from fabula.text.book import Book
from fabula.text.guard.finding import find_instructions, mask, told
from fabula.text.sentences import sentences

if TYPE_CHECKING:
    from fabula.editing.pitch_request import PitchRequest
    from fabula.models.door import Door
    from fabula.notices import Notice
    from fabula.reading.reading import Reading

SYNOPSIS, LOGLINE = ("editing", "synopsis"), ("editing", "logline")
PAGE = {"word": 500, "character": 800}
"""Words of a page as synopses are set, or characters."""
PAGES: dict[PitchKind, int] = {"one-page": 1, "three-pages": 3}
_STEPS = {"one-page": "synopsis, one-page", "three-pages": "synopsis, three-pages"}
COMPARABLES = 4


class SynopsisAnswer(BaseModel):
    """A synopsis, paragraph by paragraph."""

    synopsis: list[str]


class ComparableAnswer(BaseModel):
    """A published book to name beside this one."""

    title: str
    author: str
    year: int | None = None
    here: str = Field(description="one sentence about this story alone: what it has in common with that book")
    why: str = Field(description="why readers of that book would want this one")


class LoglineAnswer(BaseModel):
    """The book in a line, and beside which books it stands."""

    logline: str
    comparables: list[ComparableAnswer] = []


@dataclass(frozen=True, slots=True)
class PitchAnswer:
    """The book and its pitch."""

    book: Book
    result: PitchResult

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know of the book's text and of the reading that was used."""
        return (*self.book.warnings, *self.result.notices)


async def run_pitch(request: PitchRequest, door: Door) -> PitchAnswer:
    """Write the texts from a reading of the book, check every sentence, and mark what the book does not bear out."""
    request.validate()
    book = await asyncio.to_thread(book_as_stated, request.book, request)
    instructions = await asyncio.to_thread(find_instructions, book)
    shown = book if request.keep_instructions else mask(book, instructions)
    with door.share() as usage:
        known = await known_of(request, book, shown, door)
        written = await _written(known.story.reading, shown, door)
        said = [each for text in written.texts.values() for paragraph in text for each in paragraph]
        said += [each.here for each in written.comparables]
        borne = await borne_out(said, plot_told(known.story.reading), shown, request.checker, door)
    about = [book.title, book.author or "", str(book.language), book.premise or ""]
    prompts = [SYNOPSIS, LOGLINE, MEND]
    result = PitchResult(
        request=document(request),
        model=door.model_used,
        usage=usage_total(usage),
        signature=door.sign(
            request,
            "pitch",
            digests={"about": digest(about), "text": book.text_hash, "reading": known.digest},
            prompts=[
                *(door.prompt(*each, book.language).digest for each in prompts),
                *reading_prompts(request, door, book.language),
            ],
        ),
        book=_pitched(book),
        texts=tuple(_text(kind, text, borne) for kind, text in written.texts.items()),
        comparables=tuple(_comparables(written.comparables, borne)),
        notices=told((*instructions, *known.instructions), kept=request.keep_instructions),
        sent_back=borne.sent_back,
    )
    return PitchAnswer(book, result)


@dataclass(frozen=True, slots=True)
class _Written:
    """What the model wrote, each text as paragraphs of sentences."""

    texts: dict[PitchKind, list[list[str]]]
    comparables: list[ComparableAnswer]


async def _written(reading: Reading, shown: Book, door: Door) -> _Written:
    story = _told(reading, shown)
    unit = "character" if shown.language.by_character else "word"
    synopses = [
        ChatRequest(
            _STEPS[kind],
            door.prompt(*SYNOPSIS, shown.language).messages(**story, pages=pages, words=pages * PAGE[unit]),
            max_tokens=2_500 * pages,
            expected_tokens=800 * pages,
        )
        for kind, pages in PAGES.items()
    ]
    logline = ChatRequest(
        "logline and comparable titles",
        door.prompt(*LOGLINE, shown.language).messages(**story, most=COMPARABLES),
        max_tokens=2_000,
        expected_tokens=500,
    )
    first, rest = await asyncio.gather(
        door.ask(logline, LoglineAnswer),
        asyncio.gather(*(door.ask(each, SynopsisAnswer) for each in synopses)),
    )
    texts: dict[PitchKind, list[list[str]]] = {}
    comparables: list[ComparableAnswer] = []
    if isinstance(first, LoglineAnswer):
        texts["logline"] = _cut([first.logline], shown)
        comparables = first.comparables[:COMPARABLES]
    for kind, answer in zip(PAGES, rest, strict=True):
        if not isinstance(answer, Unusable):
            texts[kind] = _cut(answer.synopsis, shown)
    return _Written(texts, comparables)


def _told(reading: Reading, shown: Book) -> dict[str, str]:
    people = "\n".join(
        f"- {each.name}: {' '.join(part for part in (each.profile, each.experience) if part)}"
        for each in reading.cast
        if each.profile or each.experience
    )
    themes = "\n".join(f"- {each.name}: {each.shown}" for each in reading.themes)
    return {
        "title": fence_line(shown.title),
        "author": fence_line(shown.author),
        "premise": fence(shown.premise) if shown.premise else "",
        "genres": fence_line(", ".join(shown.genres)),
        "plot": fence(plot_told(reading)),
        "cast": fence(people) if people else "",
        "themes": fence(themes) if themes else "",
    }


def _cut(paragraphs: Sequence[str], shown: Book) -> list[list[str]]:
    cut = [
        [paragraph[start:end].strip() for start, end in sentences(paragraph, shown.language)]
        for paragraph in paragraphs
    ]
    return [[each for each in paragraph if each] for paragraph in cut if any(paragraph)]


def _text(kind: PitchKind, text: Sequence[Sequence[str]], borne: Borne) -> PitchText:
    paragraphs = (tuple(_kept(paragraph, borne)) for paragraph in text)
    return PitchText(kind=kind, paragraphs=tuple(each for each in paragraphs if each))


def _kept(paragraph: Sequence[str], borne: Borne) -> Iterator[PitchSentence]:
    for each in paragraph:
        if (found := borne.sentences[each]) is not None:
            yield found


def _comparables(answers: Sequence[ComparableAnswer], borne: Borne) -> Iterator[ComparableTitle]:
    for each in answers:
        if (here := borne.sentences[each.here]) is not None:
            yield ComparableTitle(
                title=each.title, author=each.author, year=each.year, here=here, why=each.why.strip()
            )


def _pitched(book: Book) -> PitchedBook:
    return PitchedBook(
        id=book.id,
        title=book.title,
        author=book.author,
        language=book.language,
        words=book.words,
        text=book.text_hash,
    )
