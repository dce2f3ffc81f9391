"""What audits insert into a text: instructions to the judge, scenery, bylines and a flaw."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AuditRules:
    """Passages in the language of the story that is tampered with."""

    planted: tuple[str, ...]
    """Instructions to the judge to give the highest score."""
    scenery: tuple[tuple[str, ...], ...]
    """Parts of neutral sentences. One part of each group, in order, makes a sentence."""
    byline: str
    """Names the author."""
    women: tuple[str, ...]
    men: tuple[str, ...]
    """Names that nobody connects with a book."""
    famous: tuple[str, ...]
    """Names of authors that everybody knows."""
    flaw: str
    """A passage that any reader would take for a fault."""
