"""Where a pattern can match at all: patterns that are many or slow, while a story holds few of their words.

Every match of a pattern holds one of a few literals, such as `manuscript` or `评分`. They follow from the pattern itself. One
pass over the text finds the literals of all patterns, and each pattern is then searched only where one of its own stands.
A pattern whose literals cannot be told is searched everywhere, so that the sieve changes what is slow and never what is found.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

FLAGS = re.IGNORECASE | re.MULTILINE
"""Letters of either case are alike, except in (?-i:...)."""
_CASE_COUNTS = re.compile(r"(?<!\\)[A-Z]|\(\?-i")
"""In a pattern with such letters it may."""
_MOST = 512
"""A pattern with more literals than this at one place is told by another place."""
_FAR = 200
"""Of a longer match, the surroundings of its literals are no less than the text."""
_BLOCK = 1 << 16
_SLOT_BITS = 18
_GRAMS = (1, 2, 3, 4, 6)
"""A literal is looked up by so many of its letters, as many as it has."""
_RARE = "zqxjkvbpygfwmucldrhsnioate "
"""Letters from rare to common: the rarest letters of a literal serve best."""
_SEEN_OFTEN = frozenset(
    (
        " you", "you ", "your", "woul", "will", "with", "whic", "very", "ever", "for ", "from", "this", "over", "f th", "hing", "ding", "ring", "ting", "ther",
        "the ", "ing ", "his ", " for", "ould", "uld ", "have", "here", "t of", "ment", "what", "to b", "ver ", "them", "rom ", "our ", "king", " any", "more",
        "ning", "know", "when", "hink", "ling", "d of", "s of",
    )
)  # fmt: skip
_COMMON = "acdehilnorstu"
_SEPARATORS = " .,;:!?'-\0"
_LEAST = 3
"""The weight of literals below which they are in every line: `in` and `at` are."""
_BORDER, _AS_WRITTEN = "\0", "\1"
"""Marks in a literal: a word begins or ends there; the case counts of what stands between two of them."""
_FOLDS = (("İ", "i"), ("ı", "i"), ("ſ", "s"))
"""Letters that `re.IGNORECASE` takes for others, beyond those that `lower` joins."""


def fold(text: str) -> str:
    """The text without the difference of case, letter for letter."""
    for letter, plain in _FOLDS:
        text = text.replace(letter, plain)
    return text.lower()


def literals(pattern: str) -> frozenset[str] | None:
    """Literals of which every match holds one, or None if that cannot be told."""
    try:
        found = _told(import_module("re._parser").parse(pattern, FLAGS))
    except (ImportError, AttributeError):
        return None
    return found.needed


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """The pattern, once it is needed: most are never needed, and to compile all takes longer than to read a short story."""
    return re.compile(pattern, FLAGS)


@dataclass(frozen=True, slots=True)
class _Told:
    """What is known of a part of a pattern: all that it can match, if that is little, and what a match must hold."""

    exact: frozenset[str] | None
    needed: frozenset[str] | None


_NOTHING = _Told(frozenset({""}), None)


def _told(items: Any) -> _Told:
    """What is known of parts that follow each other."""
    exact: frozenset[str] | None = _NOTHING.exact
    run: frozenset[str] = frozenset({""})
    needed: frozenset[str] | None = None
    for item in items:
        part = _part(*item)
        joined = part.exact and frozenset(one + two for one, two in product(run, part.exact))
        if joined and len(joined) <= _MOST:
            run = joined
            continue
        needed = _better(needed, run)
        needed = _better(needed, part.needed)
        exact, run = None, part.exact or frozenset({""})
    return _Told(run if exact is not None else None, _better(needed, run))


def _part(kind: Any, about: Any) -> _Told:
    match str(kind):
        case "LITERAL":
            return _exactly({chr(about)})
        case "IN" if all(str(one) == "LITERAL" for one, _ in about) and len(about) <= 8:
            return _exactly({chr(letter) for _, letter in about})
        case "SUBPATTERN":
            return _as_written(_told(about[3])) if about[2] & re.IGNORECASE else _told(about[3])
        case "BRANCH":
            return _either([_told(each) for each in about[1]])
        case "MAX_REPEAT" | "MIN_REPEAT":
            least, most, repeated = about
            inner = _told(repeated)
            if (int(least), int(most)) == (0, 1) and inner.exact is not None:
                return _exactly({"", *inner.exact})
            return inner if (least, most) == (1, 1) else _Told(None, inner.needed if least else None)
        case "AT" if str(about) == "AT_BOUNDARY":
            return _Told(frozenset({_BORDER}), None)
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return _NOTHING
    return _Told(None, None)


def _exactly(found: set[str]) -> _Told:
    return _Told(frozenset(found), frozenset(found))


def _as_written(part: _Told) -> _Told:
    found = part.exact and {_AS_WRITTEN + each + _AS_WRITTEN for each in part.exact}
    return _exactly(found) if found else part


def _either(parts: list[_Told]) -> _Told:
    exact, needed = [each.exact for each in parts], [each.needed for each in parts]
    return _Told(
        None if None in exact else frozenset().union(*(each for each in exact if each is not None)),
        None if None in needed else frozenset().union(*(each for each in needed if each is not None)),
    )


def in_either(pattern: str, text: str, folded: str) -> tuple[re.Pattern[str], str]:
    """The pattern and the text in which it is found sooner: the folded one, where case does not count. Both give the same matches."""
    quick = _for_folded(pattern)
    return (compiled(pattern), text) if quick is None else (quick, folded)


@cache
def _for_folded(pattern: str) -> re.Pattern[str] | None:
    return None if _CASE_COUNTS.search(pattern) else re.compile(pattern, re.MULTILINE)


def _better(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    """The one whose literals say more."""
    if other is None or (weight := _least_weight(other)) < _LEAST:
        return one
    return other if one is None or weight >= _least_weight(one) else one


@cache
def _least_weight(literals: frozenset[str]) -> int:
    return min(map(_weight, literals))


@cache
def _weight(literal: str) -> int:
    """How much it says that a text holds this: a common letter says little, a Chinese character much."""
    return sum(
        1 if letter in _COMMON else 2 if letter in _RARE or letter == _AS_WRITTEN else 3
        for letter in fold(literal)
        if letter not in _SEPARATORS
    )


@dataclass(frozen=True, slots=True)
class _Literal:
    """What to look for, where its rarest letters begin in it, and whose it is, as bits."""

    text: str
    at: int
    bits: int
    begins_word: bool
    ends_word: bool
    as_written: str

    def stands(self, text: str, folded: str, place: int) -> bool:
        """Whether what reads like it at a place is it."""
        end = place + len(self.text)
        return (
            place >= 0
            and not (self.begins_word and place and _is_word(folded[place - 1]))
            and not (self.ends_word and end < len(folded) and _is_word(folded[end]))
            and text.startswith(self.as_written, place)
        )


def _literal(marked: str, bits: int) -> _Literal:
    """Only marks at the ends are heeded: to heed the others would seldom save a search."""
    bare = marked.replace(_AS_WRITTEN, "")
    text = fold(bare.replace(_BORDER, ""))
    as_written = re.match(f"{_BORDER}*{_AS_WRITTEN}([^{_AS_WRITTEN}]*)", marked)
    return _Literal(
        text,
        _rarest(text),
        bits,
        begins_word=bare.startswith(_BORDER) and _is_word(text[0]),
        ends_word=bare.endswith(_BORDER) and _is_word(text[-1]),
        as_written=as_written[1].replace(_BORDER, "") if as_written else "",
    )


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"


class Sieve:
    """The literals of many patterns, found in one pass. Patterns are told by their place in the list, as bits.

    `everywhere` has the patterns that no literal tells.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        self.everywhere = 0
        bits: dict[str, int] = {}
        for place, pattern in enumerate(patterns):
            if (needed := literals(pattern)) is None:
                self.everywhere |= 1 << place
                continue
            for each in needed:
                bits[each] = bits.get(each, 0) | 1 << place
        self._by_gram: dict[str, list[_Literal]] = {}
        for one in (_literal(*each) for each in bits.items()):
            gram = one.text[one.at : one.at + _gram_size(one.text)]
            self._by_gram.setdefault(gram, []).append(one)
        self._tables = {
            size: _table(some, size)
            for size in _GRAMS
            if (some := [gram for gram in self._by_gram if len(gram) == size])
        }

    def found(self, text: str) -> list[tuple[int, int]]:
        """Where literals stand, in order, each with the patterns it belongs to as bits."""
        folded = fold(text)
        hits = []
        for place, size in _candidates(folded, self._tables):
            for one in self._by_gram.get(folded[place : place + size], ()):
                if folded.startswith(one.text, place - one.at) and one.stands(text, folded, place - one.at):
                    hits.append((place - one.at, one.bits))
        return sorted(hits)

    def held(self, text: str) -> int:
        """The patterns that can match in a text, as bits."""
        bits = self.everywhere
        for _, own in self.found(text):
            bits |= own
        return bits


class Sparse:
    """A pattern with short and rare matches, searched only around its literals."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self._sieve = Sieve([pattern.pattern])
        self._reach = width(pattern.pattern)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As of the pattern itself."""
        if self._sieve.everywhere or self._reach is None:
            yield from self.pattern.finditer(text)
            return
        for start, end in around([place for place, _ in self._sieve.found(text)], self._reach + 1):
            yield from self.pattern.finditer(text, start, end)


@cache
def sparse(pattern: re.Pattern[str]) -> Sparse:
    """A pattern of a language's rules as a Sparse."""
    return Sparse(pattern)


@cache
def width(pattern: str) -> int | None:
    """The letters of its longest match, or None if it may be of any length."""
    try:
        most = int(import_module("re._parser").parse(pattern, FLAGS).getwidth()[1])
    except (ImportError, AttributeError):
        return None
    return most if most <= _FAR else None


def around(places: Sequence[int], reach: int) -> Iterator[tuple[int, int]]:
    """Stretches around places in order. Those that touch are one."""
    start = end = -1
    for place in places:
        if place - reach > end:
            if end >= 0:
                yield start, end
            start = max(0, place - reach)
        end = place + reach
    if end >= 0:
        yield start, end


def bit_places(bits: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _gram_size(literal: str) -> int:
    return max(size for size in _GRAMS if size <= len(literal))


def _rarest(literal: str) -> int:
    """Where the letters of a literal begin by which it is looked up."""
    size = _gram_size(literal)
    common = [_RARE.find(letter) if letter in _RARE else -5 for letter in literal]
    return min(
        range(len(literal) - size + 1),
        key=lambda at: (literal[at : at + size] in _SEEN_OFTEN, sum(common[at : at + size])),
    )


def _table(grams: list[str], size: int) -> NDArray[np.bool_]:
    table = np.zeros(1 << _SLOT_BITS, dtype=bool)
    for _, slots in _slots("".join(grams), {size}):
        table[slots[::size]] = True
    return table


def _slots(text: str, sizes: Collection[int]) -> Iterator[tuple[int, NDArray[np.uint32]]]:
    """A number for every so many letters of the text in a row: the same for the same letters."""
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    rows = letters
    for size in range(1, min(len(letters), max(sizes, default=0)) + 1):
        if size > 1:
            rows = rows[:-1] * np.uint32(0x9E3779B1)
            rows ^= letters[size - 1 :]
        if size in sizes:
            yield size, rows * np.uint32(0x85EBCA6B) >> np.uint32(32 - _SLOT_BITS)


def _candidates(text: str, tables: Mapping[int, NDArray[np.bool_]]) -> Iterator[tuple[int, int]]:
    """Places where letters of a table may stand, and how many. In blocks, so that a long text takes no more memory than a short one."""
    for start in range(0, len(text), _BLOCK):
        for size, slots in _slots(text[start : start + _BLOCK + _GRAMS[-1] - 1], tables.keys()):
            for place in np.flatnonzero(tables[size].take(slots[:_BLOCK])).tolist():
                yield start + place, size
