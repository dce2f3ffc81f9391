"""The types of a reading: what is known from a book, whether a model read it or only measures were used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Self

Method = Literal["incremental", "separate", "extractive", "plan"]
ExcerptKind = Literal["opening", "dialogue", "description", "turning point", "given"]


@dataclass(frozen=True, slots=True)
class Location:
    """The position of some words: `length` characters from `offset` in the text of chapter number `chapter`."""

    chapter: int
    offset: int
    length: int = 0
    similarity: float = 1.0
    """1 for the exact words, or words that differ only in quotes, dashes and spaces; below 1 for similar ones."""


@dataclass(frozen=True, slots=True)
class Character:
    """One person of the story under one name. What this kind of reading cannot know is empty or None."""

    name: str
    aliases: tuple[str, ...] = ()
    """Other names and forms of address that mean this person in this book, most used first."""
    profile: str = ""
    """Who they are, in about 50 words (a model's reading)."""
    current: str = ""
    """What happens to them at this point of the reading, in about 50 words (a model's reading)."""
    experience: str = ""
    """What they go through over the whole book, in about 100 words (a model's reading)."""
    gender: Literal["f", "m", ""] = ""
    """If titles, given names or pronouns show it; otherwise empty."""
    mentions: int | None = None
    mentions_by_chapter: tuple[int, ...] = ()
    first: Location | None = None
    last: Location | None = None


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage, word for word, that shows the writing. `given` if it came with an author's plan."""

    kind: ExcerptKind
    text: str
    chapter: int | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class ChapterSummary:
    """What happens in one chapter. In an extractive reading, these are its own sentences."""

    chapter: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of the plot, and the chapters that it tells of."""

    text: str
    chapters: tuple[int, ...]
    tied_by: Literal["model", "words"]
    """Who named the chapters: the model that read, or the words that the statement shares with them."""


@dataclass(frozen=True, slots=True)
class SceneNote:
    """One scene as the model noted it."""

    chapter: int
    where: str
    who: tuple[str, ...]
    what: str


@dataclass(frozen=True, slots=True)
class Theme:
    """What the story is about beneath its plot, and how it shows."""

    name: str
    shown: str
    chapters: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Thread:
    """A question that the story raises or a promise that it makes, and what becomes of it."""

    what: str
    kind: Literal["question", "promise"]
    opened: int | None
    """The chapter that raises it."""
    closed: int | None = None
    """The chapter that answers or keeps it. None for a thread that is left open."""
    how: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a judge sees in place of the book. Made once, shared by all replicates and methods."""

    book_id: str
    method: Method
    plot: str
    """The whole story in the order of telling: about 1,000 words, more for a very long book."""
    cast: tuple[Character, ...]
    chapter_summaries: tuple[ChapterSummary, ...]
    excerpts: tuple[Excerpt, ...]
    """The most telling first: a judge whose context is small sees only the first of them."""
    kept: int = 0
    """Steps that came back empty or far too short, so that the earlier notes were kept."""
    statements: tuple[Statement, ...] = ()
    """The plot, statement by statement."""
    scenes: tuple[SceneNote, ...] = ()
    themes: tuple[Theme, ...] = ()
    threads: tuple[Thread, ...] = ()

    def in_words(self, say: Callable[[str], str]) -> Self:
        """The reading with each of its texts replaced by what `say` makes of it. Places stay as they are."""
        return replace(
            self,
            plot=say(self.plot),
            cast=tuple(
                replace(
                    one,
                    name=say(one.name),
                    aliases=tuple(map(say, one.aliases)),
                    profile=say(one.profile),
                    current=say(one.current),
                    experience=say(one.experience),
                )
                for one in self.cast
            ),
            chapter_summaries=tuple(
                replace(one, title=say(one.title), text=say(one.text)) for one in self.chapter_summaries
            ),
            excerpts=tuple(replace(one, text=say(one.text)) for one in self.excerpts),
            statements=tuple(replace(one, text=say(one.text)) for one in self.statements),
            scenes=tuple(
                replace(one, where=say(one.where), who=tuple(map(say, one.who)), what=say(one.what))
                for one in self.scenes
            ),
            themes=tuple(replace(one, name=say(one.name), shown=say(one.shown)) for one in self.themes),
            threads=tuple(replace(one, what=say(one.what), how=say(one.how)) for one in self.threads),
        )
