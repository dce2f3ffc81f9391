"""Chinese strings that overlap a name: the name with words before or after it, or no more than a piece of it."""

from __future__ import annotations

from collections import Counter

from fabula.languages.lexicons import word_set
from fabula.languages.zh.contexts import Beside
from fabula.languages.zh.evidence import AFTER_NAME, LEAST, LETTER, Evidence, tagged_words
from fabula.languages.zh.introductions import Introductions
from fabula.languages.zh.persons import DOT, is_titled, split

_WITHIN = 5
"""How many times as often a string of two letters occurs as it does outside longer names, if it is part of them."""
_NEARLY_ALWAYS = 0.95
_MOSTLY = 0.85
"""A letter that follows a string in this share of its places belongs to it."""
_ASKS = frozenset("问谓令见唤叫请命教使对骂")
_SELDOM = 0.01
"""A letter after fewer names than this is none of the words that follow names."""


def is_only_longer(word: str, names: set[str], evidence: Evidence) -> bool:
    """`宝玉听` next to 宝玉: a name with the start of the following words. 诸葛亮 is not longer than 诸葛."""
    for end in range(2, 0 if DOT in word else len(word)):
        short = word[:end]
        rest = word[end:]
        if short in word_set("zh", "surnames"):
            continue
        if short in names and rest != "儿" and not is_titled(word) and not _surname_first(word, names):
            if len(rest) == 1 and evidence.stems.count[short]:
                if _always_goes_on(short, rest, evidence) and evidence.speaks[word]:
                    continue
                return not evidence.contexts.goes_on(short, rest, evidence.stems)
            return evidence.speaks[short] + evidence.tagged[short] > 2 * (
                evidence.speaks[word] + evidence.tagged[word]
            )
    return False


def _always_goes_on(short: str, rest: str, evidence: Evidence) -> bool:
    """张大 that is never without 成: the tagger cut the name short."""
    count = evidence.stems.count[short]
    return count >= LEAST and evidence.stems.after[short][rest] >= _NEARLY_ALWAYS * count


def _surname_first(word: str, names: set[str]) -> bool:
    """陆青禾 next to 青禾: the surname is not a shorter name."""
    surname, given = split(word)
    return bool(surname) and given in names


def begins_before(name: str, names: set[str], beside: Beside) -> bool:
    """龙李俊 next to 李俊, 指宝玉 next to 宝玉: a name with the end of the words before it. 猪八戒 is one word."""
    inner = name[1:]
    if len(name) != 3 or inner not in names or beside.count[inner] < 5 * beside.count[name]:
        return False
    if name[0] not in word_set("zh", "surnames"):
        return next(tagged_words(name))[0] == name[0]
    return inner[0] in word_set("zh", "common_surnames")


def is_asked(name: str, names: set[str]) -> bool:
    """操问审配 next to 审配: who asks, the verb, and who is asked."""
    return len(name) == 4 and name[1] in _ASKS and name[2:] in names


def one_letter_and_verb(
    names: set[str], introductions: Introductions, evidence: Evidence, beside: Beside
) -> set[str]:
    """卓怒 next to 董卓, in prose that calls him 卓: a given name with the verb after it."""
    spoken = Counter(letter for text in evidence.texts for letter in LETTER.findall(text))
    bearers: dict[str, int] = {}
    for name in names:
        if split(name)[0] and spoken[name[-1]] >= LEAST:
            bearers[name[-1]] = max(bearers.get(name[-1], 0), beside.count[name])
    kept = introductions.full | introductions.other.keys()
    return {
        name
        for name in names - kept
        if len(split(name)[0]) < 2 and 2 * beside.count[name] < bearers.get(name[0], 0) and len(name) > 1
    }


def is_cut_short(name: str, names: set[str], evidence: Evidence) -> bool:
    """梁天 next to 天来: a surname and the first letter of somebody's given name, whose last letter is more often a verb."""
    after = evidence.stems.after[name]
    if len(name) != 2 or not after or not split(name)[0]:
        return False
    letter, count = after.most_common(1)[0]
    often = letter in AFTER_NAME and count >= _MOSTLY * evidence.stems.count[name]
    return often and name[1] + letter in names


def is_within_others(name: str, names: set[str], evidence: Evidence, beside: Beside) -> bool:
    """龙史, which occurs in 九纹龙史进 and hardly anywhere else. 玉钏 is only the beginning of 玉钏儿."""
    seldom = len(name) == 2 and _WITHIN * beside.count[name] < evidence.stems.count[name]
    return seldom and not any(other.startswith(name) for other in names if other != name)


def lengthened(name: str, evidence: Evidence, beside: Beside) -> str:
    """魏三 that is nearly always 魏三更: the tagger cut the name short."""
    if len(name) != 2 or not split(name)[0] or not beside.after[name]:
        return name
    letter, count = beside.after[name].most_common(1)[0]
    always = count >= 8 and count >= 0.97 * beside.count[name]
    seldom = always or evidence.contexts.follows.get(letter, 0.0) < _SELDOM
    is_letter = "\u4e00" <= letter <= "\u9fff" and seldom and letter not in AFTER_NAME
    enough = count >= (4 if evidence.least == LEAST else 2)
    return name + letter if is_letter and enough and count >= _MOSTLY * beside.count[name] else name
