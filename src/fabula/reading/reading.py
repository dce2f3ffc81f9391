"""The types of a reading: what is known from a book, whether a model read it or only measures were used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Method = Literal["incremental", "hierarchical", "extractive", "plan"]
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
class Reading:
    """What a judge sees in place of the book. Made once, shared by all replicates and methods."""

    book_id: str
    method: Method
    plot: str
    """The whole story in the order of telling, at most about 1,000 words."""
    cast: tuple[Character, ...]
    chapter_summaries: tuple[ChapterSummary, ...]
    excerpts: tuple[Excerpt, ...]
    kept: int = 0
    """Steps that came back empty or far too short, so that the earlier notes were kept."""
