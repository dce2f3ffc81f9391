"""Claims in Chinese. rjieba is loaded for the first word only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fabula.languages.topics.claims import ClaimRules, Counted, Known, Place, as_it_is
from fabula.languages.zh.numerals import CHINESE_NUMERALS, chinese

_DIGITS = re.compile(r"\d[\d,]*")
_NUMERAL = re.compile(f"[{CHINESE_NUMERALS}两]+")
_DEATH = re.compile("死|亡|去世|自尽|自刎|归天|断气|咽气|杀|丧")
_DYING = re.compile("打死|毒死|害死|杀死|杀了|病死|死|去世|自尽|自刎|自杀|上吊|身亡|亡")
_KILLS = ("打死", "毒死", "害死", "杀死", "杀了")
_DENIAL = re.compile("[不没未莫休无非]")
_DENIES = re.compile("从来没有|没有|从来不|从未|不曾|不肯|不愿意?|不会|不能|不是|不|没|未")
_FIRST_IS_LATER = re.compile("以前|之前")
_FIRST_IS_EARLIER = re.compile("以后|之后|后，|后来")
_NAME_TAGS = ("nr", "nz", "i", "nrfg", "nrt")
"""The tagger's marks for names."""
_IDIOM = 4
"""The tagger marks idioms as it marks a few names. An idiom has this many characters or more, a name fewer."""
_ANYTHING = "个位名些样种件"
"""Measure words of many things: what is counted is in the word after them."""


def _numbers(text: str) -> Iterator[Counted]:
    for match in _DIGITS.finditer(text):
        yield Counted(int(match.group().replace(",", "")[:12]), _measured(text, match.end()))
    for match in _NUMERAL.finditer(text):
        value = chinese(match.group().replace("两", "二"))
        if value is not None and match.group() != "一" and not match.group().isdigit():
            yield Counted(value, _measured(text, match.end()))


def _measured(text: str, at: int) -> str:
    """The measure word, and after one of many things the thing's first character."""
    return text[at : at + (2 if text[at : at + 1] in _ANYTHING else 1)]


def _words(text: str) -> list[str]:
    import rjieba

    words = [word for word in rjieba.cut(text) if "\u4e00" <= word[0] <= "\u9fff"]
    return [*words, *(letter for word in words if len(word) > 1 for letter in word)]


def _unseen_names(text: str, known: Known) -> list[str]:
    import rjieba

    return [
        word
        for word, tag in rjieba.tag(text)
        if tag in _NAME_TAGS
        and len(word) > 1
        and not (tag == "i" and len(word) >= _IDIOM)
        and word not in known.not_names
        and word not in known.text
    ]


def _dying(text: str, places: Sequence[Place]) -> list[int]:
    """The one before `死` or before `被`, and the one after `杀死`."""
    found = []
    for match in _DYING.finditer(text):
        kills = match.group() in _KILLS
        passive = text.rfind("被", 0, match.start()) if kills else -1
        before = [who for _, end, who in places if end <= (match.start() if passive < 0 else passive)]
        after = [who for start, _, who in places if start >= match.end()]
        if kills and passive < 0 and after:
            found.append(after[0])
        elif before:
            found.append(before[-1])
    return found


RULES = ClaimRules(
    numbers=_numbers,
    words=_words,
    plain=as_it_is,
    unseen_names=_unseen_names,
    death=_DEATH,
    dying=_dying,
    denial=_DENIAL,
    denies=_DENIES,
    orders=((_FIRST_IS_LATER, False), (_FIRST_IS_EARLIER, True)),
    longest_copy=20,
)
