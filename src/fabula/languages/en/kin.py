"""Whom a text calls another's relative: `Milly, Mrs. Snow’s daughter`. They are two people, whatever name they share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from fabula.languages.en.mentions import Sighting
from fabula.languages.en.name_parts import Name

_MOST = 60
_RELATIVE = (
    r"(?:(?:grand|step|god)?(?:daughter|son|mother|father|child)|(?:half-|step)?(?:sister|brother)|aunt|uncle|niece|nephew|cousin"
    r"|wife|husband|widow|widower|heir|ward)(?:-in-law)?"
)
_OWNED = rf"[’']s\s(?:[a-z-]+\s){{0,2}}{_RELATIVE}"
_TITLE = r"(?:[A-Z][a-z]*\.?\s)?"
_OWNS = re.compile(rf"{_OWNED},?\s{_TITLE}")
"""Between two names: `Mrs. Snow’s eldest daughter, Milly`."""
_OF = re.compile(rf",\s(?:the\s|an?\s)?(?:[a-z-]+\s){{0,2}}{_RELATIVE}\s(?:of|to)\s{_TITLE}")
"""Between two names: `Milly, the only daughter of Mrs. Snow`."""
_BESIDE = re.compile(rf",\s{_TITLE}")
_AFTER = re.compile(rf"{_OWNED}\b")
"""After the second of two names: `Milly, Mrs. Snow’s daughter`."""


def akin(texts: Sequence[str], found: Sequence[Sighting]) -> frozenset[frozenset[Name]]:
    """Pairs of names that belong to relatives."""
    return frozenset(
        frozenset((one.name, other.name))
        for one, other in pairwise(found)
        if one.chapter == other.chapter
        and 1 < other.start - one.end <= _MOST
        and _relates(texts[one.chapter], one, other)
    )


def _relates(text: str, one: Sighting, other: Sighting) -> bool:
    between = one.end, other.start
    if _BESIDE.fullmatch(text, *between) and _AFTER.match(text, other.end):
        return True
    return bool(_OWNS.fullmatch(text, *between) or _OF.fullmatch(text, *between))
