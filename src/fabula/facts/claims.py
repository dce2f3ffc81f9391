"""What can be checked of a sentence by its words alone: numbers, negations, names, the words that carry matter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import rjieba

from fabula.languages.en.numerals import english
from fabula.languages.zh.numerals import CHINESE_NUMERALS, chinese
from fabula.reading import names_zh
from fabula.reading.names_en import given_names
from fabula.reading.wordlists import word_set

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_DIGITS = re.compile(r"\d[\d,]*")
_NUMERAL = re.compile(f"[{CHINESE_NUMERALS}两]+")
_NOT_EN = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|unable|fails? to|failed to"
    r"|refus(?:e|es|ed) to)\b|n['’]t\b",
    re.I,
)
_NOT_ZH = re.compile(r"[不没未无非莫]|并非|从来没")
_VAGUE = frozenset(["one", "first", "second"])
"""Words that count nothing in most sentences."""
_OPENS_LIKE_A_VERB = re.compile(r"(?:ed|ing|ly|ous|ful|less|ive)$")


@dataclass(frozen=True, slots=True)
class Counted:
    """A number, and what it counts: the word after it in a plain form, in Chinese the measure word."""

    value: int
    of: str


def numbers(text: str, language: str) -> list[Counted]:
    """The numbers of a text, in digits or in words: `twenty-three`, 23 and 二十三 are one value."""
    return list((_chinese_numbers if language.startswith("zh") else _english_numbers)(text))


def negated(text: str, language: str) -> bool:
    """Does the text deny something?"""
    return bool((_NOT_ZH if language.startswith("zh") else _NOT_EN).search(text))


def matter(text: str, language: str) -> list[str]:
    """The words that carry matter, in a plain form in which `levels` and `levelled` are nearer to one."""
    if language.startswith("zh"):
        stops = word_set("zh.function_words")
        return [w for w in rjieba.cut(text) if "\u4e00" <= w[0] <= "\u9fff" and w not in stops]
    stops = word_set("en.function_words")
    words = (word.lower().replace("’", "'").removesuffix("'s") for word in _WORD.findall(text))
    return [stem(word) for word in words if word not in stops]


def stem(word: str) -> str:
    """Without the commonest endings of verbs and plurals."""
    for ending in ("ing", "ied", "ies", "ed", "es", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    word = word[:-1] if len(word) > 4 and word[-1] == word[-2] else word
    return word.rstrip("ey") if len(word) > 4 else word


def unseen_names(text: str, language: str, book: str, vocabulary: frozenset[str]) -> list[str]:
    """Names in a text that the book does not hold; `vocabulary` is the book's words in lower case."""
    if language.startswith("zh"):
        return [word for word in _chinese_names(text) if word not in book]
    return [word for word, opens in _capitals(text) if _is_unseen(word, opens, vocabulary)]


def _english_numbers(text: str) -> Iterator[Counted]:
    tokens = re.findall(r"\d[\d,]*|[A-Za-z]+", text)
    at = 0
    while at < len(tokens):
        if tokens[at][0].isdigit():
            end = at + 1
            value: int | None = int(tokens[at].replace(",", "")[:12])
        else:
            end = at
            while end < len(tokens) and english(" ".join(tokens[at : end + 1])) is not None:
                end += 1
            value = english(" ".join(tokens[at:end])) if end > at else None
            if end == at + 1 and tokens[at].lower() in _VAGUE:
                value = None
        if value is not None:
            yield Counted(value, stem(tokens[end].lower()) if end < len(tokens) else "")
        at = max(end, at + 1)


def _chinese_numbers(text: str) -> Iterator[Counted]:
    for match in _DIGITS.finditer(text):
        yield Counted(int(match.group().replace(",", "")[:12]), text[match.end() : match.end() + 1])
    for match in _NUMERAL.finditer(text):
        value = chinese(match.group().replace("两", "二"))
        if value is not None and match.group() != "一" and not match.group().isdigit():
            yield Counted(value, text[match.end() : match.end() + 1])


def _capitals(text: str) -> Iterator[tuple[str, bool]]:
    """Capitalised words, and whether each opens a sentence."""
    for match in _WORD.finditer(text):
        word = re.sub(r"['’]s?$", "", match.group())
        if word[:1].isupper() and len(word) > 1:
            before = text[: match.start()].rstrip(" \"“‘'(")
            yield word, not before or before[-1] in ".!?:;\n"


def _is_unseen(word: str, opens: bool, vocabulary: frozenset[str]) -> bool:
    lower = word.lower()
    if {lower, lower.removesuffix("s"), lower.removesuffix("es"), lower + "s"} & vocabulary:
        return False
    if lower in word_set("en.function_words") or english(lower) is not None:
        return False
    return not opens or word in given_names() or not _OPENS_LIKE_A_VERB.search(lower)


def _chinese_names(text: str) -> Iterator[str]:
    for word, tag in rjieba.tag(text):
        if tag in names_zh.NAME_TAGS and len(word) > 1 and word not in word_set("zh.not_names"):
            yield word
