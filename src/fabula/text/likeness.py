"""Is this chapter the same as one in another draft? A sketch of its word triples answers that without the text.

The sketch keeps the smallest hashes of all triples (bottom-k): the share of the smallest hashes that two sketches
have in common estimates how much of the texts is the same.
"""

from __future__ import annotations

from heapq import nsmallest
from zlib import crc32

from fabula.text.words import words

KEPT = 48
_WIDTH = 8
"""Hexadecimal digits of a hash."""


def sketch(text: str, language: str) -> str:
    """The smallest hashes as one string. Empty for a text of fewer than three words."""
    found = " ".join(words(text, language)).lower().encode("utf-8", "replace").split(b" ")
    triples = zip(found, found[1:], found[2:], strict=False)
    hashes = set(map(crc32, map(b" ".join, triples)))
    return "".join(f"{value:0{_WIDTH}x}" for value in nsmallest(KEPT, hashes))


def hashes(sketched: str) -> frozenset[str]:
    """The hashes of a sketch."""
    return frozenset(sketched[n : n + _WIDTH] for n in range(0, len(sketched), _WIDTH))


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of word triples that two texts have in common, 0 to 1, estimated."""
    smallest = sorted(one | other)[:KEPT]
    return sum(value in one and value in other for value in smallest) / len(smallest) if smallest else 0.0
