"""Claims: what can be checked in a sentence by its words alone. Numbers, negations, names and content words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NUMBER_OR_WORD = re.compile(r"\d[\d,]*|[^\W\d_]+")
_APOSTROPHE = re.compile(r"n?['’]")
_CONTRACTED = 2
"""A short word that an apostrophe joins to another has so many letters at most: I’ve, Couldn’t, qu’il."""
_SENTENCE_ENDS = ".!?:;¡¿\n"


@dataclass(frozen=True, slots=True)
class Counted:
    """A number and what it counts: the word after it in a plain form, in Chinese the measure word."""

    value: int
    of: str


@dataclass(frozen=True, slots=True)
class Known:
    """The words of the story and of a language's word lists. A name is unseen only if it is in neither."""

    text: str
    """The story's."""
    vocabulary: frozenset[str]
    """The story's words in lower case. Empty for a language without spaces."""
    function_words: frozenset[str]
    given_names: frozenset[str]
    not_names: frozenset[str]
    """Words that a tagger takes for names."""


Place = tuple[int, int, int]
"""A mention of a person in a claim: start, end, who."""


def as_it_is(text: str) -> str:
    """The text unchanged."""
    return text


def without_accents(text: str) -> str:
    """Natásha as Natasha. Every character stays one character, so that offsets hold."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFKD", letter)[:1] or letter for letter in text)


def _nobody(text: str, places: Sequence[Place]) -> list[int]:  # noqa: ARG001 - the default of a rule
    return []


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """How a language states what can be checked."""

    numbers: Callable[[str], Iterator[Counted]]
    """In digits or in words: `twenty-three`, 23 and 二十三 are one value."""
    words: Callable[[str], list[str]]
    """Lower-case words, including function words."""
    plain: Callable[[str], str]
    """A word normalised so that `levels` and `levelled` are nearly the same."""
    unseen_names: Callable[[str, Known], list[str]]
    """The names in a text that do not occur in the story."""
    fold: Callable[[str], str] = as_it_is
    """A text as names and words are compared: without accents, where they do not change the word."""
    death: re.Pattern[str] | None = None
    """Words by which a line speaks of death."""
    dying: Callable[[str, Sequence[Place]], list[int]] = _nobody
    """Who dies in a claim."""
    denial: re.Pattern[str] | None = None
    """Words by which a line denies something."""
    denies: re.Pattern[str] | None = None
    """What stands before the verb that a claim denies. It is narrower than `denial`: `no one` denies no verb."""
    orders: tuple[tuple[re.Pattern[str], bool], ...] = ()
    """What stands between two events, and whether the first of them is the earlier one."""
    surely: frozenset[Literal["death", "number"]] = frozenset()
    """What the check without a model may call contradicted: measured on books of the language (docs/facts.md)."""
    longest_copy: int = 12
    """How many consecutive words (characters in Chinese) a rewritten sentence may share with the story."""


def spaced_words(text: str) -> list[str]:
    """Lower-case words of a language with spaces, without a possessive ending."""
    return [word.lower().replace("’", "'").removesuffix("'s") for word in _WORD.findall(text)]


def spaced_numbers(
    text: str, read: Callable[[str], int | None], vague: frozenset[str], plain: Callable[[str], str]
) -> Iterator[Counted]:
    """Numbers in digits, and in the longest runs of words that read as a number. `vague` words alone do not count.

    Digits may be grouped by commas. Languages with other grouping convert it first.
    """
    tokens = _NUMBER_OR_WORD.findall(text)
    at = 0
    while at < len(tokens):
        if tokens[at][0].isdecimal():
            end = at + 1
            value: int | None = int(tokens[at].replace(",", "")[:12])
        else:
            end = at
            while end < len(tokens) and read(" ".join(tokens[at : end + 1])) is not None:
                end += 1
            value = read(" ".join(tokens[at:end])) if end > at else None
            if end == at + 1 and tokens[at].lower() in vague:
                value = None
        if value is not None:
            yield Counted(value, plain(tokens[end].lower()) if end < len(tokens) else "")
        at = max(end, at + 1)


def capitalised(text: str) -> Iterator[tuple[str, bool]]:
    """Capitalised words, and whether each starts a sentence."""
    for match in _WORD.finditer(text):
        word = re.sub(r"['’]s?$", "", match.group())
        if word[:1].isupper() and len(word) > 1:
            before = text[: match.start()].rstrip(" \"“‘'(")
            yield word, not before or before[-1] in _SENTENCE_ENDS


def unseen_capitalised(
    text: str, known: Known, read: Callable[[str], int | None], opens_like_a_verb: re.Pattern[str]
) -> list[str]:
    """Capitalised words not in the story. At the start of a sentence, only those that do not look like a verb."""

    seen = known.vocabulary | known.function_words

    def is_unseen(word: str, opens: bool) -> bool:
        lower = word.lower()
        parts = [part for part in _APOSTROPHE.split(lower) if len(part) > _CONTRACTED]
        if parts != [lower] and all({part, lower.replace("’", "'")} & seen for part in parts):
            return False
        if {lower, lower.removesuffix("s"), lower.removesuffix("es"), lower + "s"} & known.vocabulary:
            return False
        if lower in known.function_words or read(lower) is not None:
            return False
        return not opens or word in known.given_names or not opens_like_a_verb.search(lower)

    return [word for word, opens in capitalised(text) if is_unseen(word, opens)]
