"""Finds quotations in a book: word for word, apart from marks and spaces, or nearly so.

The book is indexed once. Only letters and digits are compared, in lower case, so that quotes, dashes, ellipses and
line breaks cannot hide a true quotation. A near quotation with a ratio of at least .95 must share an unchanged run of
a few characters with its place, so only the places of such runs need a closer look.
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from rapidfuzz import fuzz

from fabula.reading.reading import Location
from fabula.text.book import Book

NEAR = 0.95
GAP = 1500
"""How many letters of the book an ellipsis within a quotation may leave out."""
CANDIDATES = 40
ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.{3}|…+)\s*\]|\.{3,}|…+|\.\s\.\s\.)\s*")
_END = 0x10FFFF
"""Separates chapters, so that nothing is found across a chapter break."""


@lru_cache(maxsize=4)
def finder_of(book: Book) -> QuoteFinder:
    """The finder of a book, made once for the books at hand."""
    return QuoteFinder(book)


class QuoteFinder:
    """A book indexed for finding quotations."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._sizes = book.language.excerpting
        bare: list[Any] = []
        origin: list[Any] = []
        owner: list[Any] = []
        for index, chapter in enumerate(book.chapters):
            letters, places = _letters(chapter.text)
            bare += [letters, np.array([_END], dtype=np.uint32)]
            origin += [places, np.array([len(chapter.text)], dtype=np.int64)]
            owner.append(np.full(len(letters) + 1, index, dtype=np.int32))
        self._codes = np.concatenate(bare) if bare else np.empty(0, dtype=np.uint32)
        self._origin = np.concatenate(origin) if origin else np.empty(0, dtype=np.int64)
        self._owner = np.concatenate(owner) if owner else np.empty(0, dtype=np.int32)
        self._bare = _text(self._codes)
        self._whole: QuoteFinder | None = None

    def of_first(self, chapters: int) -> QuoteFinder:
        """A finder for the first chapters of the book alone. It shares the index, which is not made again."""
        part = copy(self)
        end = int(np.searchsorted(self._owner, chapters))
        part._book = replace(self._book, chapters=self._book.chapters[:chapters])
        part._codes, part._origin, part._owner = self._codes[:end], self._origin[:end], self._owner[:end]
        part._bare, part._whole = self._bare[:end], self
        part.__dict__.pop("_grams", None)
        return part

    def find(self, quote: str) -> Location | None:
        """The first place of the quotation. None if it is not in the book."""
        quote = quote.strip()
        letters = bare(quote)
        if not letters:
            return None
        return self._verbatim(quote) or self._exact(letters) or self._elided(quote) or self._near(letters)

    def _verbatim(self, quote: str) -> Location | None:
        for chapter in self._book.chapters:
            offset = chapter.text.find(quote)
            while offset >= 0:
                if _whole_words(chapter.text, offset, offset + len(quote)):
                    return Location(chapter.number, offset, len(quote))
                offset = chapter.text.find(quote, offset + 1)
        return None

    def _exact(self, letters: str) -> Location | None:
        start = self._at(letters, 0, len(self._bare))
        return None if start is None else self._place(start, start + len(letters), 1.0)

    def _elided(self, quote: str) -> Location | None:
        """`It was … the end`: the parts in order, not far apart, in one chapter."""
        parts = [bare(part) for part in ELLIPSIS.split(quote)]
        parts = [part for part in parts if part]
        if len(parts) < 2 or any(len(part) < self._sizes.least_part for part in parts):
            return None
        first = self._at(parts[0], 0, len(self._bare))
        while first is not None:
            end: int = first + len(parts[0])
            for part in parts[1:]:
                after = self._at(part, end, min(len(self._bare), end + GAP + len(part)))
                if after is None or self._owner[after] != self._owner[first]:
                    break
                end = after + len(part)
            else:
                return self._place(first, end, 1.0)
            first = self._at(parts[0], first + 1, len(self._bare))
        return None

    def _at(self, letters: str, start: int, end: int) -> int | None:
        """The first place of these letters that begins and ends with a word of the book."""
        found = self._bare.find(letters, start, end)
        while found >= 0:
            if self._is_whole(found, found + len(letters)):
                return found
            found = self._bare.find(letters, found + 1, end)
        return None

    def _is_whole(self, start: int, end: int) -> bool:
        text = self._book.chapters[int(self._owner[start])].text
        return _whole_words(text, int(self._origin[start]), int(self._origin[end - 1]) + 1)

    def _place(self, start: int, end: int, similarity: float) -> Location:
        chapter = self._book.chapters[int(self._owner[start])]
        offset = int(self._origin[start])
        return Location(chapter.number, offset, int(self._origin[end - 1]) + 1 - offset, similarity)

    def _near(self, letters: str) -> Location | None:
        if len(letters) < self._sizes.least_near:
            return None
        best: tuple[float, int, int] | None = None
        reach = max(4, len(letters) // 10)
        for guess in self._guesses(letters):
            low, high = max(0, guess - reach), min(len(self._bare), guess + len(letters) + reach)
            match = fuzz.partial_ratio_alignment(letters, self._bare[low:high], score_cutoff=100 * NEAR)
            if match is None:
                continue
            start, end = low + match.dest_start, low + match.dest_end
            score = fuzz.ratio(letters, self._bare[start:end]) / 100
            if (
                score >= NEAR
                and self._owner[start] == self._owner[end - 1]
                and (best is None or score > best[0])
            ):
                best = (score, start, end)
        return None if best is None else self._place(best[1], best[2], round(best[0], 4))

    def _guesses(self, letters: str) -> list[int]:
        """Where the quotation would begin, by its rarest runs first and by how many runs agree."""
        hashes, order = self._grams
        gram = self._sizes.gram
        asked = _hashes(np.array([ord(letter) for letter in letters], dtype=np.uint64), gram)
        left = np.searchsorted(hashes, asked, side="left")
        right = np.searchsorted(hashes, asked, side="right")
        found: dict[int, int] = {}
        width = max(4, len(letters) // 10)
        for index in np.argsort(right - left, kind="stable"):
            for place in order[left[index] : right[index]][:CANDIDATES]:
                start = int(place) - int(index)
                found[start // width] = found.get(start // width, 0) + 1
        ranked = sorted(found, key=lambda bucket: (-found[bucket], bucket))
        return [bucket * width + width // 2 for bucket in ranked[:CANDIDATES]]

    @cached_property
    def _grams(self) -> tuple[Any, Any]:
        """Sorted hashes of all short runs of letters, and their positions. Made on first use."""
        if self._whole is not None:
            hashes, order = self._whole._grams
            here = order <= len(self._codes) - self._sizes.gram
            return hashes[here], order[here]
        hashes = _hashes(self._codes.astype(np.uint64), self._sizes.gram)
        order = np.argsort(hashes, kind="stable")
        return hashes[order], order


def bare(text: str) -> str:
    """The letters and digits of a text in lower case: what two quotations of the same words share."""
    return _text(_letters(text)[0])


def _table() -> Any:
    """For every character of the basic plane, its lower-case letter, or 0 if it is neither a letter nor a digit."""
    table = np.zeros(0x10000, dtype=np.uint32)
    for code in range(0x10000):
        letter = chr(code)
        if letter.isalnum():
            lower = letter.lower()
            table[code] = ord(lower) if len(lower) == 1 else code
    return table


_LETTERS = _table()


def _letters(text: str) -> tuple[Any, Any]:
    """Codes of the letters and digits of a text in lower case, and the offset of each."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    mapped = np.where(codes < 0x10000, _LETTERS[np.minimum(codes, 0xFFFF)], codes)
    places = np.flatnonzero(mapped)
    return mapped[places], places.astype(np.int64)


def _text(codes: Any) -> str:
    return bytes(codes.astype("<u4").tobytes()).decode("utf-32-le", "surrogatepass")


def _hashes(codes: Any, gram: int) -> Any:
    """A 64-bit hash of every run of `gram` codes. Overflow is intended."""
    if len(codes) < gram:
        return np.empty(0, dtype=np.uint64)
    total = np.zeros(len(codes) - gram + 1, dtype=np.uint64)
    for n in range(gram):
        total = total * np.uint64(1_099_511_628_211) + codes[n : n + len(total)]
    return total


def _whole_words(text: str, start: int, end: int) -> bool:
    """Whether both ends are at word boundaries. Chinese has none to respect."""

    def joined(before: str, after: str) -> bool:
        return before.isalnum() and after.isalnum() and before < "\u2e80" and after < "\u2e80"

    cut_before = start > 0 and joined(text[start - 1], text[start])
    cut_after = end < len(text) and joined(text[end - 1], text[end])
    return not (cut_before or cut_after)
