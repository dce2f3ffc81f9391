"""A Book, its Chapters, what was left out, and the Segments used in prompts."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict

from fabula.languages import Language
from fabula.notices import Notice, NoticeDocument
from fabula.text.dialogue import spans
from fabula.text.drama import Drama, drama_in, with_lines, without_names
from fabula.text.roster import Roster
from fabula.text.sentences import sentences
from fabula.text.words import WordPlaces

_NO_RULES, _NO_PEOPLE = "text.no-rules", "text.no-people"


@dataclass(frozen=True, slots=True, repr=False)
class Chapter:
    """One chapter as the author wrote it.

    `number` counts through the book from 1 to N, prologues and letters included, so it is unique. The number
    that the book itself prints is in `title`. `text` holds paragraphs separated by one blank line. Offsets
    anywhere in fabula are character offsets into this text.
    """

    number: int
    title: str
    text: str
    parts: tuple[str, ...] = ()
    """The parts it belongs to, the highest first: a volume, a book in it, a part of that."""
    scene_breaks: tuple[int, ...] = ()
    """Offsets where a new scene begins. The first scene, at 0, is not listed."""

    @property
    def part(self) -> str | None:
        """All its parts on one line. None if the book has no parts here."""
        return ", ".join(self.parts) or None

    def __repr__(self) -> str:
        return f"<Chapter {self.number} {self.title!r}: {len(self.text):,} characters>"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something in the file that is not the story (a title page, a licence), and why it was set aside."""

    what: Notice
    """Its title, or a description such as `licence`."""
    why: Notice
    words: int

    @property
    def document(self) -> LeftOutDocument:
        """For JSON documents."""
        return {"what": self.what.document, "why": self.why.document, "words": self.words}


class LeftOutDocument(TypedDict):
    """What was left out, in a JSON document."""

    what: NoticeDocument
    why: NoticeDocument
    words: int


@dataclass(frozen=True, repr=False)
class Book:
    """A story ready to be read. Every other room starts from one."""

    title: str
    author: str | None
    language: Language
    """The normalised language: `zh-CN` becomes `zh`."""
    chapters: tuple[Chapter, ...]
    genres: tuple[str, ...] = ()
    premise: str | None = None
    format: str = "text"
    encoding: str | None = None
    left_out: tuple[LeftOut, ...] = ()
    warnings: tuple[Notice, ...] = ()
    """Warnings about the file, and last, what fabula does not know about the language."""
    source: str | None = None
    """The file name without folders, so that no private path is passed on."""
    roster: Roster | None = None
    """The user's corrections of the people, from `--people`. The request signs them."""
    in_sections: bool = False
    """Whether no chapters were found, so that `chapters` holds sections cut at breaks or by size."""

    def __post_init__(self) -> None:
        language = Language(self.language)
        others = (each for each in self.warnings if each.code not in (_NO_RULES, _NO_PEOPLE))
        object.__setattr__(self, "language", language)
        object.__setattr__(self, "warnings", (*others, *_not_known(language)))

    def __repr__(self) -> str:
        by = f" by {self.author}" if self.author else ""
        length = sum(len(chapter.text) for chapter in self.chapters)
        units = "sections" if self.in_sections else "chapters"
        return (
            f"<Book {self.title!r}{by}: {len(self.chapters)} {units}, {length:,} characters, {self.language}>"
        )

    @property
    def chapter_count(self) -> int:
        """How many chapters the author made. Sections are none."""
        return 0 if self.in_sections else len(self.chapters)

    @cached_property
    def sentences(self) -> tuple[list[tuple[int, int]], ...]:
        """Start and end of every sentence, chapter by chapter."""
        return tuple(
            without_names(sentences(chapter.text, self.language), lines)
            for chapter, lines in zip(self.chapters, self.drama.lines, strict=True)
        )

    @cached_property
    def drama(self) -> Drama:
        """What in it is a play or a screenplay: lines with the names of those who speak them."""
        return drama_in([chapter.text for chapter in self.chapters], self.language)

    @cached_property
    def spoken(self) -> tuple[list[tuple[int, int]], ...]:
        """Start and end of every speech, chapter by chapter."""
        return tuple(
            with_lines(lines, spans(chapter.text, self.language))
            for chapter, lines in zip(self.chapters, self.drama.lines, strict=True)
        )

    @cached_property
    def word_places(self) -> tuple[WordPlaces, ...]:
        """Where the words of each chapter stand, or its characters in Chinese."""
        return tuple(WordPlaces(chapter.text, self.language) for chapter in self.chapters)

    @property
    def lengths(self) -> tuple[int, ...]:
        """The words of each chapter, or its characters in Chinese."""
        return tuple(map(len, self.word_places))

    @property
    def words(self) -> int:
        """How long the story is: its words, or its characters in Chinese."""
        return sum(self.lengths)

    @cached_property
    def text_hash(self) -> str:
        """A short hash of the chapters' text: the `text:` field of every signature."""
        digest = hashlib.sha256()
        for chapter in self.chapters:
            digest.update(chapter.title.encode() + b"\0" + chapter.text.encode() + b"\0")
        return digest.hexdigest()[:12]

    @cached_property
    def id(self) -> str:
        """The title in lower case with hyphens, and the start of the text's hash: the same on every machine."""
        words = "".join(letter if letter.isalnum() else " " for letter in self.title.lower()).split()
        return f"{'-'.join(words)[:60] or 'untitled'}-{self.text_hash[:6]}"


def _not_known(language: Language) -> tuple[Notice, ...]:
    """A single notice about a language that fabula does not know well."""
    if not language.is_ruled:
        return (Notice.of(_NO_RULES, language=language),)
    return () if language.has_people else (Notice.of(_NO_PEOPLE, language=language),)


@dataclass(frozen=True, slots=True)
class Segment:
    """The text for one prompt: whole chapters up to a size, or a piece of one long chapter.

    The segments of a book, joined without a separator, are `text.segments.whole_text(book)`.
    """

    number: int
    text: str
    chapters: tuple[int, ...]
    """Numbers of the chapters it touches."""
    start: int
    """Offset of its first character within its first chapter's text (0 where it starts with the heading)."""
