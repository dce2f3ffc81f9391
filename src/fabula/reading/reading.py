"""The nouns of reading: what one takes away from a book, whoever read it (a model, or the measures alone)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Method = Literal["incremental", "hierarchical", "extractive", "plan"]
ExcerptKind = Literal["opening", "dialogue", "description", "turning point", "given"]


@dataclass(frozen=True, slots=True)
class Location:
    """Where some words stand: `length` characters from `offset` in the text of chapter number `chapter`."""

    chapter: int
    offset: int
    length: int = 0
    similarity: float = 1.0
    """1 for the very words or for words that differ in quotes, dashes and spaces alone; below 1 for near ones."""


@dataclass(frozen=True, slots=True)
class Character:
    """One person of the story under one name. What a way of reading cannot know stays empty or None."""

    name: str
    aliases: tuple[str, ...] = ()
    """Other names and forms of address that mean this person in this book, most used first."""
    profile: str = ""
    """Who he or she is, in about 50 words (a model's reading)."""
    current: str = ""
    """What happens to him or her where the reading stands, in about 50 words (a model's reading)."""
    experience: str = ""
    """What he or she goes through over the whole book, in about 100 words (a model's reading)."""
    gender: Literal["f", "m", ""] = ""
    """Where titles, given names or pronouns show it; empty where they do not."""
    mentions: int | None = None
    mentions_by_chapter: tuple[int, ...] = ()
    first: Location | None = None
    last: Location | None = None


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage, word for word, that shows the writing; `given` where an author's plan brought it along."""

    kind: ExcerptKind
    text: str
    chapter: int | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class ChapterSummary:
    """What happens in one chapter; in an extractive reading, sentences of the chapter itself."""

    chapter: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a judge is told of a book in place of the book. Done once, shared by all replicates and methods."""

    book_id: str
    method: Method
    plot: str
    """The whole story in the order of telling, at most about 1,000 words."""
    cast: tuple[Character, ...]
    chapter_summaries: tuple[ChapterSummary, ...]
    excerpts: tuple[Excerpt, ...]
    kept: int = 0
    """Steps that came back empty or shrunk to nothing, so that what was known before them stood."""
