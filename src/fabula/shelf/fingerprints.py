"""Reduces a book to a kilobyte of keys. Books that share keys may be copies, or one may be part of the other.

A text is folded first to what survives when a novel is posted again: only letters, lower case, simplified script, no
headings, no punctuation. The keys of the folded text are

- MinHash (rensa, 128 permutations) over word 3-grams, character 3-grams in Chinese, cut into bands: two copies share a band;
- landmarks: the smallest hashes of longer runs of letters. A part of a book keeps its share of the book's landmarks,
  however short it is, which MinHash over the whole cannot see.
"""

from __future__ import annotations

import re
import sys
import unicodedata

import numpy as np
import rensa
from numpy.typing import NDArray

from fabula.languages import Language
from fabula.languages.zh.scripts import simplified_characters
from fabula.text.book import Book

Keys = NDArray[np.uint64]

VERSION = 3
"""Increase this when keys change, so that stored fingerprints are computed again."""
PERMUTATIONS = 128
BANDS = 32
LANDMARKS = 128
_RUN, _RUN_OF_CHARACTERS = 24, 10
"""The length of a landmark in letters: too long for a common phrase, short enough to survive edits."""
_SEED = 1
_WORD = re.compile(r"[^\W_]+")
_PRIME = 0x9E3779B97F4A7C15


def folded(book: Book) -> str:
    """The chapters' text in one script and case, without headings. One space separates words, except in Chinese."""
    text = unicodedata.normalize("NFKC", "\n".join(chapter.text for chapter in book.chapters)).lower()
    if book.language.by_character:
        return "".join(_WORD.findall(text.translate(simplified_characters())))
    return " ".join(_WORD.findall(text.replace("’", "").replace("'", "")))


def bands(text: str, language: str) -> Keys:
    """One key per MinHash band. Two texts that share three quarters of their 3-grams almost certainly share a band."""
    by_character, joint = Language(language).by_character, Language(language).joiner
    pieces = text if by_character else text.split()
    grams = {joint.join(pieces[at : at + 3]) for at in range(max(1, len(pieces) - 2))}
    minhash = rensa.RMinHash(num_perm=PERMUTATIONS, seed=_SEED)
    minhash.update(sorted(grams))
    rows = np.array(minhash.digest(), dtype=np.uint64).reshape(BANDS, -1)
    keys = np.arange(1, BANDS + 1, dtype=np.uint64)
    for column in rows.T:
        keys = _mixed(keys ^ column)
    return keys


def landmarks(text: str, language: str) -> Keys:
    """The smallest hashes of all runs of letters. The same text gives the same ones, wherever it occurs."""
    run = _RUN_OF_CHARACTERS if Language(language).by_character else _RUN
    letters = np.frombuffer(
        text.encode("utf-32-le" if sys.byteorder == "little" else "utf-32-be"), dtype=np.uint32
    )
    letters = letters[letters != ord(" ")].astype(np.uint64)
    if len(letters) < run:
        return np.zeros(0, dtype=np.uint64)
    hashes = np.zeros(len(letters) - run + 1, dtype=np.uint64)
    for at in range(run):
        hashes = hashes * np.uint64(1_000_003) + letters[at : at + len(hashes)]
    few = min(len(hashes), 4 * LANDMARKS)
    return np.unique(np.partition(_mixed(hashes), few - 1)[:few])[:LANDMARKS]


def _mixed(keys: Keys) -> Keys:
    """Mixes a key so that every bit affects all the others."""
    keys = (keys ^ (keys >> np.uint64(31))) * np.uint64(_PRIME)
    keys = (keys ^ (keys >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return keys ^ (keys >> np.uint64(32))
