"""What audits insert into a text: instructions to the judge, and words that only add length."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AuditRules:
    """Passages in the language of the story that is tampered with."""

    planted: tuple[str, ...]
    """Instructions to the judge to give the highest score."""
    again: str
    """Put before a repeated sentence."""
