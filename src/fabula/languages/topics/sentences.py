"""Sentences: where a stop ends one and where it belongs to an abbreviation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SentenceRules:
    """What a sentence may end with. Abbreviations are in lower case and without their last stop."""

    abbreviations: frozenset[str] = frozenset()
    before_a_number: frozenset[str] = frozenset()
    """Abbreviations only where a number follows: `no`, which is a word too."""
    before_a_name: frozenset[str] = frozenset()
    """Those of them that stand before a name as well: `st`."""
    often_last: frozenset[str] = frozenset()
    """Abbreviations that often end their sentence; followed by a capital, they do."""
    one_letter_words: frozenset[str] = frozenset()
    """Capitals that are words and no initials: `I`."""
    by_character: bool = False
    """Sentences follow each other without a space."""
    openers: str = "\"'“‘«「『（([【《〈*_—–-"
    """Marks that may stand before the first letter of a sentence."""
