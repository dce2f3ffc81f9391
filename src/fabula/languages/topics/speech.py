"""Speech attribution: who says what, by the tag beside a speech."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from fabula.languages.topics.names import Gender

Span = tuple[int, int]


class Mention(Protocol):
    """One mention of a member of the cast."""

    @property
    def who(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph with its speeches, and the mentions of the whole text in order."""

    text: str
    """Of the whole chapter; all offsets are into it."""
    start: int
    end: int
    speeches: Sequence[Span]
    mentions: Sequence[Mention]

    def mentioned(self, start: int, end: int) -> list[Mention]:
        """The mentions between two offsets."""
        return [each for each in self.mentions if each.start >= start and each.end <= end]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A whole chapter: its speeches and who is named in it, each in order."""

    text: str
    paragraphs: Sequence[Span]
    speeches: Sequence[Span]
    mentions: Sequence[Mention]
    genders: Sequence[Gender] = ()
    """Of the members of the cast, as far as known."""


def _nobody(paragraph: Paragraph) -> list[int | None]:
    return [None for _ in paragraph.speeches]


@dataclass(frozen=True, slots=True)
class SpeechRules:
    """How a language attributes speech."""

    speakers: Callable[[Paragraph], list[int | None]] = _nobody
    """The speaker of each speech in a paragraph, if a tag names one."""
    by_chapter: Callable[[Conversation], list[int | None]] | None = None
    """The speaker of each speech of a chapter, in languages where several people may speak in one paragraph, as in
    older Chinese prose. It takes the place of `speakers`."""
