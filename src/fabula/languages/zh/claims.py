"""Claims in Chinese. rjieba is loaded for the first word only."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fabula.languages.topics.claims import ClaimRules, Counted, Known
from fabula.languages.zh.numerals import CHINESE_NUMERALS, chinese

_DIGITS = re.compile(r"\d[\d,]*")
_NUMERAL = re.compile(f"[{CHINESE_NUMERALS}两]+")
_DENIAL = re.compile(r"[不没未无非莫]|并非|从来没")
_NAME_TAGS = ("nr", "nz", "i", "nrfg", "nrt")
"""The tagger's marks for names."""


def _numbers(text: str) -> Iterator[Counted]:
    for match in _DIGITS.finditer(text):
        yield Counted(int(match.group().replace(",", "")[:12]), text[match.end() : match.end() + 1])
    for match in _NUMERAL.finditer(text):
        value = chinese(match.group().replace("两", "二"))
        if value is not None and match.group() != "一" and not match.group().isdigit():
            yield Counted(value, text[match.end() : match.end() + 1])


def _words(text: str) -> list[str]:
    import rjieba

    return [word for word in rjieba.cut(text) if "\u4e00" <= word[0] <= "\u9fff"]


def _as_it_is(word: str) -> str:
    return word


def _unseen_names(text: str, known: Known) -> list[str]:
    import rjieba

    return [
        word
        for word, tag in rjieba.tag(text)
        if tag in _NAME_TAGS and len(word) > 1 and word not in known.not_names and word not in known.text
    ]


RULES = ClaimRules(
    numbers=_numbers,
    denial=_DENIAL,
    words=_words,
    plain=_as_it_is,
    unseen_names=_unseen_names,
    longest_copy=20,
)
