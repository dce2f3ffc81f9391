"""Sentences: where a stop ends one and where it belongs to an abbreviation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SentenceRules:
    """What may end a sentence. Abbreviations are in lower case without their final full stop."""

    abbreviations: frozenset[str] = frozenset()
    before_a_number: frozenset[str] = frozenset()
    """Abbreviations only before a number, such as `no`, which is also a word."""
    before_a_name: frozenset[str] = frozenset()
    """Abbreviations that also come before a name, such as `st`."""
    often_last: frozenset[str] = frozenset()
    """Abbreviations that often end a sentence. Before a capital, they do."""
    one_letter_words: frozenset[str] = frozenset()
    """Capitals that are words, not initials: `I`."""
    by_character: bool = False
    """Sentences follow each other without a space."""
    openers: str = "\"'“‘«「『（([【《〈*_—–-"
    """Marks that may come before the first letter of a sentence."""
