"""One speech, with whoever says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fabula.reading.parsed import Span

Reason = Literal["line", "tag", "pronoun", "description", "action", "answer", "turn"]
"""The play names them before it; a verb of saying names them; a pronoun or a noun beside a verb of saying fits them; the narration of the paragraph names
them; they were just addressed; it is their turn."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What one person says in one go."""

    chapter: int
    """The chapter's index."""
    spans: tuple[Span, ...]
    """Offsets of its pieces, with their marks."""
    speaker: str | None
    """The name in the cast, the narrator's pronoun for a narrator without a name, or None."""
    confidence: float | None
    """How likely the best candidate is right, also where it is too unlikely to be named. None if it was not measured."""
    reason: Reason | None
    """Why. None where nobody is named, and where a language's own rules name them."""
