"""Figures of order: repetition, links between neighbouring sentences, and which kinds of words follow which."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fabula.gauge.prose import (
    PRONOUNS,
    Prose,
    compressed,
    matter,
    mean,
    plain,
    spread,
)

Array = NDArray[np.float64]
_TOKEN = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*|[.,;:!?—“”\"…]")
_ENDS = frozenset(".!?…”\"’'—*)")
_KINDS = [
    "a", "an", "the", "this", "that", "these", "those", "and", "or", "but", "nor", "so", "if", "of", "to", "in",
    "on", "at", "by", "with", "from", "as", "into", "onto", "over", "under", "about", "after", "before",
    "through", "between", "against", "is", "am", "are", "was", "were", "be", "been", "being", "have", "has",
    "had", "do", "does", "did", "will", "would", "could", "should", "can", "may", "might", "must", "not", "i",
    "me", "my", "you", "your", "he", "him", "his", "she", "her", "it", "its", "we", "us", "our", "they", "them",
    "their", "who", "whom", "whose", "which", "what", "when", "where", "why", "how", "there", "then", "than",
    "no", "all", "one", "just", "like", "up", "down", "out", "off", "said", ".", ",", ";", ":", "!", "?", "—",
    "quote", "…",
]  # fmt: skip
_SUFFIXES = ("ing", "ed", "ly", "tion", "ness", "er", "est", "s")
KINDS = len(_KINDS) + len(_SUFFIXES) + 4
"""The kinds of tokens in the bigram model: each grammar word is its own kind; others go by ending and capital."""
_KIND = {word: number for number, word in enumerate(_KINDS)}
_QUOTES = dict.fromkeys('“”"', _KIND["quote"])


def kinds(text: str) -> NDArray[np.int64]:
    """The kind of every token as an integer, for the bigram model."""
    return np.array([_kind_of(token) for token in _TOKEN.findall(text)], dtype=np.int64)


def repetition(prose: Prose) -> dict[str, float]:
    size = max(1, len(prose.words))
    again = [
        sum(n - 1 for n in Counter(zip(*(prose.words[k:] for k in range(length)), strict=False)).values())
        / size
        for length in (2, 3, 4, 6)
    ]
    whole = Counter(" ".join(words) for words in prose.lowered if len(words) >= 5)
    blocks = Counter(prose.paragraphs)
    doubled = sum(len(text) * (n - 1) for text, n in blocks.items() if len(text) > 40) / max(
        1, len(prose.text)
    )
    near = [
        len(set(a) & set(b)) / max(1, min(len(set(a)), len(set(b))))
        for a, b in pairwise([matter(words) for words in prose.lowered])
        if a and b
    ]
    return {
        "again.two": again[0],
        "again.three": again[1],
        "again.four": math.log(0.002 + again[2]),
        "again.six": math.log(0.002 + again[3]),
        "again.sentences": math.log(
            0.005 + sum(n - 1 for n in whole.values()) / max(1, len(prose.sentences))
        ),
        "again.paragraphs": math.log(0.01 + doubled),
        "again.neighbours": mean(near) if near else 0.0,
        "again.compressed": compressed(prose.text) / max(1, len(prose.text)),
    }


def order(prose: Prose) -> dict[str, float]:
    """Links between neighbouring sentences compared with sentences seven apart, and closed quotation marks."""
    marked = [_held(words) for words in prose.lowered]
    near, far = _held_together(marked, 1), _held_together(marked, 7)
    second, third = _held_together(marked, 2), _held_together(marked, 3)
    spoken = [any(mark in each for mark in '“”"') for each in prose.raw]
    tense = [sum(word.endswith("ed") for word in words) / len(words) for words in prose.sentences]
    count = max(1, len(prose.paragraphs))
    open_quotes = sum(
        part.count("“") != part.count("”") or part.count('"') % 2 == 1 for part in prose.paragraphs
    )
    firsts = {n for n, where in enumerate(prose.of_paragraph) if n == 0 or prose.of_paragraph[n - 1] != where}
    later = [n for n in range(len(prose.sentences)) if n not in firsts]
    pronoun = [words[0] in PRONOUNS for words in prose.lowered]
    gaps = _name_gaps(prose.lowered)
    return {
        "order.near": math.log((near + 0.01) / (far + 0.01)),
        "order.second": math.log((second + 0.01) / (far + 0.01)),
        "order.third": math.log((third + 0.01) / (far + 0.01)),
        "order.talk": _sameness(spoken),
        "order.tense": -mean([abs(a - b) for a, b in pairwise(tense)] or [0.0])
        / (spread(tense) + 0.02 if tense else 1),
        "order.open_quotes": open_quotes / count,
        "order.broken_sentences": sum(
            each.count("“") != each.count("”") or each.count('"') % 2 == 1 for each in prose.raw
        )
        / max(1, len(prose.raw)),
        "order.pronouns_later": mean(pronoun[n] for n in later) - mean(pronoun[n] for n in firsts),
        "order.lower_starts": mean(words[0][0].islower() for words in prose.sentences),
        "order.clusters": gaps,
    }


def ending(prose: Prose) -> dict[str, float]:
    last = prose.text.rstrip()[-1:] or "x"
    final = prose.sentences[-1] if prose.sentences else []
    return {
        "ending.closed": float(last in _ENDS),
        "ending.words": math.log(1 + len(final)),
    }


def follow(prose: Prose, table: Array) -> dict[str, float]:
    """How typical the sequence of word kinds is of intact prose."""
    seen = kinds(prose.text)
    if len(seen) < 2:
        return {"bigrams.mean": 0.0, "bigrams.low": 0.0, "bigrams.halves": 0.0}
    ratios = table[seen[:-1], seen[1:]]
    blocks = [float(block.mean()) for block in np.array_split(ratios, max(1, len(ratios) // 150))]
    return {
        "bigrams.mean": float(ratios.mean()),
        "bigrams.low": float((ratios < -1.0).mean()),
        "bigrams.halves": min(blocks),
    }


@cache
def _kind_of(token: str) -> int:
    if token in _QUOTES:
        return _QUOTES[token]
    lower = token.lower().replace("’", "'")
    if lower in _KIND:
        return _KIND[lower]
    base = len(_KINDS)
    if token[0].isupper():
        return base + len(_SUFFIXES)
    for number, suffix in enumerate(_SUFFIXES):
        if lower.endswith(suffix) and len(lower) > len(suffix) + 2:
            return base + number
    return base + len(_SUFFIXES) + (1 if len(lower) <= 4 else 2 if len(lower) <= 7 else 3)


def _held(words: Sequence[str]) -> frozenset[str]:
    """The words that may link a sentence to its neighbours: content words, cut to six letters, and pronouns."""
    return frozenset(word[:6] for word in words if word not in plain() or word in PRONOUNS)


def _held_together(marked: Sequence[frozenset[str]], step: int) -> float:
    pairs = list(zip(marked, marked[step:], strict=False))
    return mean(len(a & b) / math.sqrt(len(a) * len(b)) for a, b in pairs if a and b)


def _name_gaps(sentences: Sequence[Sequence[str]]) -> float:
    """How clustered words are. A scene repeats its words close together; shuffling scatters them."""
    places: dict[str, list[int]] = {}
    for number, words in enumerate(sentences):
        for word in set(words):
            if word not in plain():
                places.setdefault(word, []).append(number)
    count = max(1, len(sentences))
    ratios = []
    for found in places.values():
        if 2 <= len(found) <= 8:
            expected = (count + 1) / (len(found) + 1)
            ratios.append(
                math.log((found[1] - found[0] + 0.5) / expected)
                if len(found) == 2
                else mean(math.log((b - a + 0.5) / expected) for a, b in pairwise(found))
            )
    return mean(ratios) if ratios else 0.0


def _sameness(flags: Sequence[bool]) -> float:
    """How much more often neighbours agree than by chance."""
    if len(flags) < 2:
        return 0.0
    rate = mean(flags)
    return mean(a == b for a, b in pairwise(flags)) - (rate**2 + (1 - rate) ** 2)
