"""Strings that begin or end within a word, so that they only look like names: 马舞刀 in 拍马舞刀, 吴主孙 in 吴主孙权."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from fabula.languages.lexicons import word_set
from fabula.languages.zh.contexts import HAN_FIRST, HAN_LAST, Beside
from fabula.languages.zh.persons import DOT, is_titled, split

_MOSTLY = 0.6
"""The share of a string's places that decides."""
_ALWAYS = 0.8
_SOME = 8
"""Places of a string from which on a single letter beside all of them counts."""
_MAY_FOLLOW = frozenset("家的儿")
"""Letters that may follow every mention of somebody: 王善保家的."""
_PLACES = "街城国河岛山省州郡镇港湾桥村堡区路"
"""After most mentions of a name, they make it a place: 贝克兰街."""
_PLAIN = 3
"""How many times as often as the string itself its last two letters occur as a word."""


def is_word(word: str) -> bool:
    """Whether the tagger's dictionary has it. Its guesses at other words say nothing."""
    import rjieba

    return bool(rjieba.has_word(word))


def cut_off(
    names: Collection[str], beside: Beside, plain: Mapping[str, int], spoken: Mapping[str, int]
) -> set[str]:
    """Those of the names that are only parts of other words."""
    return {
        name
        for name in names
        if DOT not in name
        and not is_titled(name)
        and beside.count[name] >= 2
        and (
            _begins_within(name, beside)
            or _ends_within(name, names, beside)
            or _is_phrase(name, beside, plain, spoken)
        )
    }


def titles_within_words(names: Collection[str], beside: Beside) -> set[str]:
    """马都监 of 兵马都监, 马指挥 of 兵马指挥使: what looks like a surname ends the word before the title."""
    return {name for name in names if is_titled(name) and _follows_its_word(name, beside)}


def _follows_its_word(name: str, beside: Beside) -> bool:
    before = _letters(beside.before[name])
    within = sum(count for letter, count in before.items() if is_word(letter + name[0]))
    return within >= _MOSTLY * beside.count[name] > 0


def _begins_within(name: str, beside: Beside) -> bool:
    """拍马 and 有何 are words, so 马舞刀 and 何面目 are no names; nor is what always has the same letter before it."""
    if not split(name)[0]:
        return False
    before, total = _letters(beside.before[name]), beside.count[name]
    always = max(before.values(), default=0)
    return _follows_its_word(name, beside) or (total >= _SOME and always >= _ALWAYS * total)


def _ends_within(name: str, names: Collection[str], beside: Beside) -> bool:
    """吴主孙 before 权 and 亮, 龙史 before 进; 左冲右, which nothing but 突 follows."""
    after, total = _letters(beside.after[name]), beside.count[name]
    last = name[-1]
    if len(name) < 3:
        longer = sum(count for letter, count in after.items() if last + letter in names)
        return last in word_set("zh", "common_surnames") and longer >= _ALWAYS * total
    if sum(after[letter] for letter in _PLACES) >= _MOSTLY * total:
        return True
    if last in word_set("zh", "common_surnames"):
        longer = sum(count for letter, count in after.items() if last + letter in names)
        if longer >= _MOSTLY * total:
            return True
    letter, count = after.most_common(1)[0] if after else ("", 0)
    return total >= _SOME and count >= 0.9 * total and letter not in _MAY_FOLLOW


def _is_phrase(name: str, beside: Beside, plain: Mapping[str, int], spoken: Mapping[str, int]) -> bool:
    """马回报 where 回报 is a usual word of the book. 陈平安 is named as often as 平安 occurs, and 悟空 of 孙悟空 speaks."""
    surname, given = split(name)
    if len(given) != 2 or len(surname) != 1 or max(spoken.get(name, 0), spoken.get(given, 0)) >= 3:
        return False
    return plain.get(given, 0) >= _PLAIN * beside.count[name] and is_word(given)


def _letters(beside: Counter[str]) -> Counter[str]:
    return Counter({letter: count for letter, count in beside.items() if HAN_FIRST <= letter <= HAN_LAST})
