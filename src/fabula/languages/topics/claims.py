"""Claims: what can be checked of a sentence by its words alone. Numbers, denials, names, and the words that matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NUMBER_OR_WORD = re.compile(r"\d[\d,]*|[^\W\d_]+")
_SENTENCE_ENDS = ".!?:;¡¿\n"


@dataclass(frozen=True, slots=True)
class Counted:
    """A number and what it counts: the word after it in a plain form, in Chinese the measure word."""

    value: int
    of: str


@dataclass(frozen=True, slots=True)
class Known:
    """What the story holds and what a language's word lists hold: a name is unseen only beside these."""

    text: str
    """The story's."""
    vocabulary: frozenset[str]
    """The story's words in lower case; empty for a language that is written without spaces."""
    function_words: frozenset[str]
    given_names: frozenset[str]
    not_names: frozenset[str]
    """Words that a tagger takes for names."""


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """How a language states what can be checked."""

    numbers: Callable[[str], Iterator[Counted]]
    """In digits or in words: `twenty-three`, 23 and 二十三 are one value."""
    denial: re.Pattern[str] | None
    """Words that deny; None where they are not known."""
    words: Callable[[str], list[str]]
    """Lower-case words, those of little matter among them."""
    plain: Callable[[str], str]
    """A word in a form in which `levels` and `levelled` are nearly one."""
    unseen_names: Callable[[str, Known], list[str]]
    """The names in a text that the story does not hold."""
    longest_copy: int = 12
    """How many words (characters in Chinese) in a row a rewritten sentence may share with the story."""


def spaced_words(text: str) -> list[str]:
    """Lower-case words of a language with spaces, without a possessive ending."""
    return [word.lower().replace("’", "'").removesuffix("'s") for word in _WORD.findall(text)]


def spaced_numbers(
    text: str, read: Callable[[str], int | None], vague: frozenset[str], plain: Callable[[str], str]
) -> Iterator[Counted]:
    """Numbers in digits, and in the longest runs of words that read as a number. `vague` words count nothing alone.

    Digits may be grouped by commas; a language that groups them otherwise says so before it calls this.
    """
    tokens = _NUMBER_OR_WORD.findall(text)
    at = 0
    while at < len(tokens):
        if tokens[at][0].isdigit():
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
    """Capitalised words, and whether each opens a sentence."""
    for match in _WORD.finditer(text):
        word = re.sub(r"['’]s?$", "", match.group())
        if word[:1].isupper() and len(word) > 1:
            before = text[: match.start()].rstrip(" \"“‘'(")
            yield word, not before or before[-1] in _SENTENCE_ENDS


def unseen_capitalised(
    text: str, known: Known, read: Callable[[str], int | None], opens_like_a_verb: re.Pattern[str]
) -> list[str]:
    """Capitalised words that the story lacks; at the start of a sentence only those that do not look like a verb."""

    def is_unseen(word: str, opens: bool) -> bool:
        lower = word.lower()
        if {lower, lower.removesuffix("s"), lower.removesuffix("es"), lower + "s"} & known.vocabulary:
            return False
        if lower in known.function_words or read(lower) is not None:
            return False
        return not opens or word in known.given_names or not opens_like_a_verb.search(lower)

    return [word for word, opens in capitalised(text) if is_unseen(word, opens)]
