"""Splits a chapter for the gauge, and provides the small counts behind its figures."""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from fabula.languages import ENGLISH
from fabula.text.sentences import sentences

_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*")
_GAP = re.compile(r"\n\s*\n")
_MARKS = re.compile(r"[*_`~#>]+")
_FURNITURE = re.compile(
    r"\s*(?:#+ .*|\**\s*(?:chapter|part|prologue|epilogue)\b.{0,80}|[-*_=\s]{3,})\s*", re.I
)
_COPY = 40
PRONOUNS = frozenset(
    ("he", "she", "it", "they", "him", "her", "them", "his", "hers", "their", "theirs", "its")
)


@dataclass(frozen=True, slots=True)
class Prose:
    """A chapter, split once for all figures."""

    text: str
    words: list[str]
    paragraphs: list[str]
    sentences: list[list[str]]
    """The words of each sentence, without empty sentences."""
    lowered: list[list[str]]
    """The same in lower case."""
    raw: list[str]
    """The original sentences."""
    of_paragraph: list[int]
    """The paragraph of each sentence."""


def cut(text: str) -> Prose:
    """Splits a chapter, without headings and Markdown."""
    paragraphs = [
        _MARKS.sub("", part).strip() for part in _GAP.split(text) if not _FURNITURE.fullmatch(part.strip())
    ]
    paragraphs = [" ".join(part.split()) for part in paragraphs if _WORD.search(part)]
    raw: list[str] = []
    found: list[list[str]] = []
    where: list[int] = []
    for number, paragraph in enumerate(paragraphs):
        for start, end in sentences(paragraph, "en"):
            sentence = paragraph[start:end]
            own = [word.replace("’", "'") for word in _WORD.findall(sentence)]
            if own:
                raw.append(sentence)
                found.append(own)
                where.append(number)
    lowered = [[word.lower() for word in sentence] for sentence in found]
    words = [word for sentence in lowered for word in sentence]
    return Prose("\n\n".join(paragraphs), words, paragraphs, found, lowered, raw, where)


def without_copies(text: str) -> str:
    """The text with every paragraph once. Short ones, such as a line of speech, may stand again."""
    seen: set[str] = set()
    kept = []
    for part in text.split("\n"):
        key = " ".join(part.lower().split())
        if len(key) < _COPY or key not in seen:
            kept.append(part)
        seen.add(key)
    return "\n".join(kept)


@cache
def plain() -> frozenset[str]:
    return ENGLISH.style.function_words


def matter(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word for word in words if word not in plain())


def runs(words: Sequence[str], length: int) -> set[tuple[str, ...]]:
    return set(zip(*(words[k:] for k in range(length)), strict=False))


def names(sentences: Iterable[Sequence[str]]) -> frozenset[str]:
    """Capitalised words inside a sentence, which are mostly people and places."""
    return frozenset(
        word
        for words in sentences
        for word in words[1:]
        if word[0].isupper() and len(word) > 2 and word.lower() not in plain()
    )


def compressed(text: str) -> int:
    """The size of a text compressed by zlib. Repetitive texts are small."""
    return len(zlib.compress(text.encode(), 6))


def cosine(first: Mapping[str, float], second: Mapping[str, float]) -> float:
    dot = sum(n * second.get(word, 0) for word, n in first.items())
    size = math.sqrt(sum(n * n for n in first.values()) * sum(n * n for n in second.values()))
    return dot / size if size else 0.0


def entropy(counts: Counter[str]) -> float:
    total = counts.total()
    return -sum(n / total * math.log(n / total) for n in counts.values()) if total else 0.0


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def spread(values: Sequence[float]) -> float:
    """The standard deviation. The standard library's is exact but twenty times slower."""
    middle = mean(values)
    return math.sqrt(mean((value - middle) ** 2 for value in values))
