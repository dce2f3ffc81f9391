"""A reading as a file: what `fabula read` writes, and what every judge of the book takes in place of reading it again."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.digests import digest
from fabula.errors import FabulaError, UsageError
from fabula.reading.reading import Reading
from fabula.reading.story import Step, StoryRead
from fabula.result import Result
from fabula.text.guard.finding import Guarded, Instruction, told
from fabula.text.segments import segments

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.notices import Notice
    from fabula.text.book import Book


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class BookRead(_Part):
    """The book that was read."""

    id: str
    title: str
    author: str | None
    language: str
    chapters: int
    words: int
    """Characters in Chinese."""
    text: str
    """The digest of its chapters: a reading serves no other text."""
    instructions: int
    """Passages that address a judge."""
    instructions_kept: bool


class SavedStep(_Part):
    """One piece of the book, and the plot before it: what judging segment by segment needs."""

    segment: int
    chapters: tuple[int, ...]
    plot_before: str


class Fault(_Part):
    """A fact that the book contradicts or does not contain."""

    fact: str
    verdict: Literal["contradicted", "not_found"]
    reason: str
    correction: str
    quotation: str
    chapter: int | None
    """Where the quotation stands; None if it was not found in the book."""


class CheckedStatement(_Part):
    """One statement of the reading with the worst verdict on its facts."""

    text: str
    chapters: tuple[int, ...]
    part: Literal["plot", "chapter"]
    verdict: Literal["contradicted", "not_found", "unverified", "supported", "unjudged"]
    facts: int
    faults: tuple[Fault, ...]


class ReadingCheck(_Part):
    """The reading held against the book: the share of its facts that the book supports, with a 95% interval."""

    checker: str
    score: float | None
    low: float | None
    high: float | None
    statements: tuple[CheckedStatement, ...]


class ReadResult(Result):
    """A book as a reader would tell it, with the chapters of every statement. The document of `fabula read`."""

    KIND: ClassVar[str] = "read"

    kind: str = KIND
    book: BookRead
    reading: Reading
    segment_tokens: int
    steps: tuple[SavedStep, ...]
    check: ReadingCheck | None = None

    @property
    def digest(self) -> str:
        """What stands for this reading in the signatures of numbers made from it."""
        content = self.model_dump(mode="json", include={"signature", "book", "reading", "steps"})
        return digest(json.dumps(content, ensure_ascii=False, sort_keys=True))


@dataclass(frozen=True, slots=True)
class SavedReading:
    """A reading from a file as a model may be shown it. Anybody may have written the file, so it is searched like a book."""

    reading: Reading
    steps: tuple[SavedStep, ...]
    segment_tokens: int
    digest: str
    """Of the file as it is, for signatures."""
    instructions: tuple[Instruction, ...]
    """Its sentences that address a judge."""
    notices: tuple[Notice, ...]
    """The same for the user."""

    @classmethod
    def of(cls, saved: ReadResult, *, keep: bool) -> SavedReading:
        """The reading with such sentences masked, unless they are to be kept."""
        seen = Guarded(saved.book.language, "reading")
        reading = saved.reading.in_words(seen)
        steps = tuple(step.model_copy(update={"plot_before": seen(step.plot_before)}) for step in saved.steps)
        if keep or not seen.found:
            reading, steps = saved.reading, saved.steps
        notices = told(seen.found, kept=keep)
        return cls(reading, steps, saved.segment_tokens, saved.digest, seen.found, notices)


def load_reading(path: Path, book: Book, *, instructions_kept: bool | None = None) -> SavedReading:
    """The reading of this book in a file, or in a folder of such files, as a model may be shown it.

    A reading of another book, or of another text of this one, is refused. So is one that saw passages which the
    judge is not to see, or the other way round, where `instructions_kept` says what the judge sees.
    """
    found = _saved(path)
    own = next((each for each in found if each.book.text == book.text_hash), None)
    if own is None:
        raise UsageError(_other_book(path, found, book))
    if instructions_kept not in (None, own.book.instructions_kept) and own.book.instructions:
        how = "with" if own.book.instructions_kept else "without"
        raise UsageError(
            f"{path.name} was made {how} --keep-instructions, and {book.title!r} has passages that address a judge:"
            " give both commands the option, or neither"
        )
    return SavedReading.of(own, keep=bool(instructions_kept))


def readings_for(
    paths: Sequence[Path], books: Sequence[Book], *, instructions_kept: bool | None = None
) -> Mapping[str, SavedReading]:
    """The readings of several books, by the digest of each text. A file that is of none of them is refused."""
    found: dict[str, SavedReading] = {}
    for path in paths:
        texts = {each.book.text for each in _saved(path)}
        of = [book for book in books if book.text_hash in texts]
        if not of:
            raise UsageError(_other_book(path, _saved(path), books[0]))
        for book in of:
            found[book.text_hash] = load_reading(path, book, instructions_kept=instructions_kept)
    return found


def title_read(path: Path) -> str:
    """The title of the book that a saved reading is of. A file that is no reading is refused."""
    return ReadResult.load(path).book.title


def story_read(saved: SavedReading, shown: Book) -> StoryRead:
    """The reading with its steps, as if the book had just been read. `shown` is the book as the judge sees it."""
    pieces = segments(shown, saved.segment_tokens, unit="tokens") if saved.steps else ()
    if len(pieces) != len(saved.steps):
        raise FabulaError(
            f"the reading cuts {shown.title!r} in another way: run `fabula read` on this book again"
        )
    return StoryRead(
        saved.reading,
        tuple(Step(piece, step.plot_before) for piece, step in zip(pieces, saved.steps, strict=True)),
    )


def _saved(path: Path) -> list[ReadResult]:
    """The reading in a file, or all that are in a folder."""
    if not path.is_dir():
        return [ReadResult.load(path)]
    found = []
    for file in sorted(path.glob("*.json")):
        with suppress(FabulaError):
            found.append(ReadResult.load(file))
    return found


def _other_book(path: Path, found: Sequence[ReadResult], book: Book) -> str:
    """Why a reading does not serve a book."""
    if len(found) != 1:
        return (
            f"{path.name} holds no reading of {book.title!r} (text {book.text_hash}): run `fabula read` on it"
        )
    other = found[0].book
    what = "an earlier text of it" if other.title == book.title else repr(other.title)
    return (
        f"{path.name} is a reading of {what} (text {other.text}), not of {book.title!r} (text {book.text_hash}):"
        " run `fabula read` on this book"
    )
