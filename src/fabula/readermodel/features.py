"""What the reader model counts in a text. Training and prediction both use it, so that they see a book the same way."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from math import log1p
from zlib import crc32

_WORD = re.compile(r"[^\W_]{2,}")
_LETTER = re.compile(r"[^\W\d_]")

_STOP_WORDS = """
    a about above across after again against all almost alone along already also although always am among
    an and another any anyone anything are around as at away back be became because become becomes been before
    behind being below between both but by can cannot could did do does doing done down during each either else
    enough etc even ever every everyone everything for from further get give go had has have having he her here
    hers herself him himself his how however if in indeed into is it its itself just last least less like made
    make many may me meanwhile might mine more most much must my myself neither never next no nobody none nor
    not nothing now of off often on once one only onto or other others our ours ourselves out over own per
    perhaps put rather re same see seem seemed seems she should since so some someone something sometimes still
    such than that the their theirs them themselves then there these they this those though through throughout
    thus to together too toward towards under until up upon us very was we well were what whatever when where
    whether which while who whole whom whose why will with within without would yet you your yours yourself
    yourselves ll ve don didn doesn isn wasn won
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that say nothing about a story."""


def word_counts(text: str) -> Counter[str]:
    """How often each word occurs in the text, in lower case, without stop words."""
    return Counter(word for word in _WORD.findall(text.lower()) if word not in STOP_WORDS)


BUCKETS = 2048
"""How many numbers the letter groups of all words share."""
_GROUPS = (3, 4, 5)

_CUES = tuple(
    re.compile(pattern)
    for pattern in (
        r"\b(series|sequel|trilogy|saga|duology|book (one|two|three|\d)|instal?lment|returns? (in|to)|#\d|final (book|chapter))",
        r"bestsell|#1|new york times",
        r"award|prize|acclaimed|winning",
        r"\b(i|my|me|i['’]m)\b",
        r"standalone|stand-alone|duet|spin-off",
        r"\bdebut",
        r"trope|enemies|slow burn|grumpy|\bhea\b|cliffhanger|content warning|trigger",
        r"tiktok|booktok|\bviral",
    )
)
"""What a premise may say about a book besides its story: a series, sales, prizes, the person, a debut, tropes."""
CUES = len(_CUES) + 3


def letter_counts(text: str) -> Counter[int]:
    """How often each number of a letter group occurs: groups of 3 to 5 letters of words, with their edges.

    Groups share `BUCKETS` numbers, so no word can be read back from them.
    """
    counts: Counter[int] = Counter()
    for word, times in Counter(re.findall(r"[^\W_]+", text.lower())).items():
        for place in _groups_of(word):
            counts[place] += times
    return counts


@lru_cache(maxsize=20_000)
def _groups_of(word: str) -> tuple[int, ...]:
    edged = f" {word} "
    return tuple(
        crc32(edged[start : start + size].encode()) % BUCKETS
        for size in _GROUPS
        for start in range(len(edged) - size + 1)
    )


def cue_values(premise: str) -> list[float]:
    """The cues of a premise as numbers: its length, each kind of phrase, exclamations and questions."""
    text = premise.lower()
    found = [float(bool(cue.search(text))) for cue in _CUES]
    return [log1p(len(text.split())), *found, log1p(text.count("!")), log1p(text.count("?"))]


def is_latin(text: str) -> bool:
    """Whether the text is mostly in Latin letters. If not, it cannot be English, whatever its label says."""
    letters = _LETTER.findall(text[:5000])
    latin: int = sum(letter < "\u0250" for letter in letters)
    return 2 * latin > len(letters)
