"""Speech attribution: who says what, by the tag beside a speech."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

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


def _nobody(paragraph: Paragraph) -> list[int | None]:
    return [None for _ in paragraph.speeches]


@dataclass(frozen=True, slots=True)
class SpeechRules:
    """How a language attributes speech."""

    speakers: Callable[[Paragraph], list[int | None]] = _nobody
    """The speaker of each speech in a paragraph, if a tag names one."""
    several_a_paragraph: bool = False
    """Whether several people may speak in one paragraph, as in older Chinese prose."""
