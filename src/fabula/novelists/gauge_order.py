"""Figures of order: what stands twice, what holds neighbours and halves together, which kinds of words follow which."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fabula.novelists.gauge_prose import (
    PRONOUNS,
    Prose,
    compressed,
    cosine,
    matter,
    mean,
    names,
    plain,
    spread,
)

Array = NDArray[np.float64]
_TOKEN = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*|[.,;:!?—“”\"…]")
_ENDS = frozenset(".!?…”\"’'—*)")
_KINDS = [
    "a",
    "an",
    "the",
    "this",
    "that",
    "these",
    "those",
    "and",
    "or",
    "but",
    "nor",
    "so",
    "if",
    "of",
    "to",
    "in",
    "on",
    "at",
    "by",
    "with",
    "from",
    "as",
    "into",
    "onto",
    "over",
    "under",
    "about",
    "after",
    "before",
    "through",
    "between",
    "against",
    "is",
    "am",
    "are",
    "was",
    "were",
    "be",
    "been",
    "being",
    "have",
    "has",
    "had",
    "do",
    "does",
    "did",
    "will",
    "would",
    "could",
    "should",
    "can",
    "may",
    "might",
    "must",
    "not",
    "i",
    "me",
    "my",
    "you",
    "your",
    "he",
    "him",
    "his",
    "she",
    "her",
    "it",
    "its",
    "we",
    "us",
    "our",
    "they",
    "them",
    "their",
    "who",
    "whom",
    "whose",
    "which",
    "what",
    "when",
    "where",
    "why",
    "how",
    "there",
    "then",
    "than",
    "no",
    "all",
    "one",
    "just",
    "like",
    "up",
    "down",
    "out",
    "off",
    "said",
    ".",
    ",",
    ";",
    ":",
    "!",
    "?",
    "—",
    "quote",
    "…",
]
_SUFFIXES = ("ing", "ed", "ly", "tion", "ness", "er", "est", "s")
KINDS = len(_KINDS) + len(_SUFFIXES) + 4
"""Kinds of tokens that the bigram model tells apart: grammar words each, other words by their ending and capital."""
_KIND = {word: number for number, word in enumerate(_KINDS)}
_QUOTES = dict.fromkeys('“”"', _KIND["quote"])


def kinds(text: str) -> NDArray[np.int64]:
    """The kind of every token, as whole numbers: what the bigram model reads."""
    return np.array([_kind_of(token) for token in _TOKEN.findall(text)], dtype=np.int64)


def repetition(prose: Prose) -> dict[str, float]:
    size = max(1, len(prose.words))
    again = [
        sum(n - 1 for n in Counter(zip(*(prose.words[k:] for k in range(length)), strict=False)).values())
        / size
        for length in (2, 3, 4, 6)
    ]
    whole = Counter(" ".join(words).lower() for words in prose.sentences if len(words) >= 5)
    blocks = Counter(prose.paragraphs)
    doubled = sum(len(text) * (n - 1) for text, n in blocks.items() if len(text) > 40) / max(
        1, len(prose.text)
    )
    near = [
        len(set(a) & set(b)) / max(1, min(len(set(a)), len(set(b))))
        for a, b in pairwise([matter(map(str.lower, words)) for words in prose.sentences])
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
    """What holds neighbouring sentences together, against sentences seven apart; and quotation marks that close."""
    marked = [_held(words) for words in prose.sentences]
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
    pronoun = [words[0].lower() in PRONOUNS for words in prose.sentences]
    gaps = _name_gaps(prose.sentences)
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


def halves(prose: Prose) -> dict[str, float]:
    """Do the parts of the chapter speak of the same people and things?"""
    cut_at = [round(len(prose.sentences) * n / 4) for n in range(5)]
    quarters = [prose.sentences[a:b] for a, b in pairwise(cut_at)]
    people = [names(part) for part in quarters]
    things = [
        Counter(w for words in part for w in map(str.lower, words) if w not in plain()) for part in quarters
    ]
    head, tail = people[0] | people[1], people[2] | people[3]
    mentions = Counter(word for words in prose.sentences for word in words)
    known = [name for name in head | tail if mentions[name.lower()] == 0]
    shared = sum(mentions[name] for name in known if name in head and name in tail)
    lead = max(known, key=lambda name: (mentions[name], name), default="")
    halves = [
        Counter(w for words in prose.sentences[a:b] for w in words)
        for a, b in ((0, cut_at[2]), (cut_at[2], cut_at[4]))
    ]
    return {
        "halves.names": math.log(0.05 + shared / max(1, sum(mentions[name] for name in known))),
        "halves.lead": math.log(0.05 + min(half[lead] for half in halves) / max(1, mentions[lead])),
        "halves.one_sided": _one_sided(things[0] + things[1], things[2] + things[3]),
        "halves.matter": cosine(things[0] + things[1], things[2] + things[3]),
        "halves.middle": cosine(things[1], things[2])
        - 0.5 * (cosine(things[0], things[1]) + cosine(things[2], things[3])),
        "halves.ends": cosine(things[0], things[3]),
        "halves.person": abs(
            mean(w.lower() in ("i", "my", "me") for words in prose.sentences[: cut_at[2]] for w in words)
            - mean(w.lower() in ("i", "my", "me") for words in prose.sentences[cut_at[2] :] for w in words)
        ),
    }


def ending(prose: Prose) -> dict[str, float]:
    last = prose.text.rstrip()[-1:] or "x"
    final = prose.sentences[-1] if prose.sentences else []
    return {
        "ending.closed": float(last in _ENDS),
        "ending.words": math.log(1 + len(final)),
    }


def follow(prose: Prose, table: Array) -> dict[str, float]:
    """How far each kind of word follows the one before as in whole prose."""
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


def _one_sided(first: Counter[str], second: Counter[str]) -> float:
    """Of longer words that stand several times, how many stand in one half alone, against chance."""
    found, expected = 0.0, 0.0
    for word in first.keys() | second.keys():
        count = first[word] + second[word]
        if 3 <= count <= 12 and len(word) >= 4:
            found += not (first[word] and second[word])
            expected += 2.0 ** (1 - count)
    return math.log((found + 0.5) / (expected + 0.5))


def _held(words: Sequence[str]) -> frozenset[str]:
    """What may tie a sentence to its neighbours: its matter, shortened to stems of six letters, and its pronouns."""
    lower = [word.lower() for word in words]
    return frozenset(word[:6] for word in lower if word not in plain() or word in PRONOUNS)


def _held_together(marked: Sequence[frozenset[str]], step: int) -> float:
    pairs = list(zip(marked, marked[step:], strict=False))
    return mean(len(a & b) / math.sqrt(len(a) * len(b)) for a, b in pairs if a and b)


def _name_gaps(sentences: Sequence[Sequence[str]]) -> float:
    """Words come in clusters where a scene dwells on something; shuffled, they are scattered."""
    places: dict[str, list[int]] = {}
    for number, words in enumerate(sentences):
        for word in {w.lower() for w in words}:
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
    """How much oftener neighbours agree than chance would have it."""
    if len(flags) < 2:
        return 0.0
    rate = mean(flags)
    return mean(a == b for a, b in pairwise(flags)) - (rate**2 + (1 - rate) ** 2)
