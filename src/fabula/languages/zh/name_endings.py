"""Names whose last letter is more often a place's or the beginning of the next word: 季寒洲, 严致和, 法正, 黄祖."""

from __future__ import annotations

from fabula.languages.lexicons import word_set
from fabula.languages.zh.addressed import OPENS_SHARE, WORDS_FIRST
from fabula.languages.zh.cut_words import is_word
from fabula.languages.zh.evidence import LEAST, Evidence, may_be_name
from fabula.languages.zh.persons import is_titled, split

ALIKE, OFTEN = 1.1, 12
"""How much a string must stand where names stand, and how often it occurs if that is all there is to know."""
_MOSTLY_TAGGED, _TAGGED_ALIKE = 0.6, 0.4
"""With a usual surname, a name that the tagger takes for one so mostly need not stand so clearly where names stand."""
_ALWAYS_ENDS, _SPEAKS_SO = 0.85, 0.1
"""A name that ends like a word: how much of its beginning goes on so, and how much of it leads to a speech."""
_BEFORE_KINDS = frozenset("老小阿四五六七八九十百千")
"""What stands before a kind of people, kin or a number of them: 四人."""
_OPENS_SO = 0.15
"""The share of a given name's mentions that begin a paragraph or follow a speech at once."""
_PLACE_ENDS = frozenset("山州洲城岛树泊湖镇寨")
_AFTER_OR_NAME = frozenset("正和方才连与后")


def speaks_in_spite_of_its_end(word: str, evidence: Evidence) -> bool:
    """Whether it ends like a word, speaks, and is no word."""
    return _ends_like_a_word(word, evidence) or _is_short(word, evidence) or _is_given_name(word, evidence)


def ends_like_a_place(word: str, evidence: Evidence) -> bool:
    """季寒洲: a full name with the last letter of a place's. Places do not speak or begin what follows a speech."""
    shows = evidence.speaks[word] + evidence.opens[word]
    named = len(word) == 3 and word[0] in word_set("zh", "common_surnames") and word[-1] in _PLACE_ENDS
    return named and may_be_name(word[:2]) and shows >= max(LEAST, OPENS_SHARE * evidence.stems.count[word])


def _ends_like_a_word(word: str, evidence: Evidence) -> bool:
    """杨执中 and 严致和: a full name whose last letter often begins the next word. It speaks, and always ends so."""
    surname, given = split(word)
    if (
        surname not in word_set("zh", "common_surnames")
        or len(given) != 2
        or given[0] in "家声"
        or is_titled(word)
    ):
        return False
    if may_be_name(word) or not may_be_name(surname + "甲"):
        return False
    stems, count = evidence.stems, evidence.stems.count[word]
    brothers = sum(stems.count[each] for each in evidence.speaks if each[:-1] == word[:-1] and len(each) == 3)
    always = brothers >= _ALWAYS_ENDS * stems.count[word[:-1]]
    return always and evidence.speaks[word] >= max(LEAST, _SPEAKS_SO * count)


def _is_short(word: str, evidence: Evidence) -> bool:
    """法正 and 姜后: a surname with a letter that often begins the next word or ends a place, and that speaks."""
    named = len(word) == 2 and word[0] in word_set("zh", "surnames") and word[1] in _AFTER_OR_NAME
    count, speaks = evidence.stems.count[word], evidence.speaks[word]
    known = speaks >= _SPEAKS_SO * count or evidence.tagged[word] >= _MOSTLY_TAGGED * count
    return named and speaks >= LEAST and known and not is_word(word)


def _is_given_name(word: str, evidence: Evidence) -> bool:
    """天来 and 喜来: no word, but the tagger keeps the two letters together, paragraphs begin with them, and they speak."""
    if len(word) != 2 or may_be_name(word) or not may_be_name(word[0] + "甲") or is_word(word):
        return False
    if word[0] in _BEFORE_KINDS:
        return False
    count = evidence.plain[word] + evidence.tagged[word]
    often = evidence.speaks[word] >= max(LEAST, _SPEAKS_SO * count)
    return often and evidence.opens[word] >= max(LEAST, _OPENS_SO * count)


def stands_in_spite_of_its_end(name: str, evidence: Evidence) -> bool:
    """黄祖, 曹正, 蔡和: the last letter is more often a place's or the next word's, but this stands where names stand."""
    stems, count = evidence.stems, evidence.stems.count[name]
    if len(name) != 2 or name[1] in "家军兵" or name[0] in WORDS_FIRST or not split(name)[0]:
        return False
    if count < OFTEN or evidence.plain[name] > 0.2 * count or name in word_set("zh", "not_names"):
        return False
    varied = max(stems.after[name].values()) < 0.8 * count
    usual = name[0] in word_set("zh", "common_surnames") and evidence.tagged[name] >= _MOSTLY_TAGGED * count
    return varied and evidence.alike(name, stems) >= (_TAGGED_ALIKE if usual else ALIKE - 0.1)
