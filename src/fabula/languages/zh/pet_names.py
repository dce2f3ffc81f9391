"""Names without a surname that a dictionary may have, too: a maid called 春桃, a boy called 顺子, a girl called 二妞."""

from __future__ import annotations

import re

from fabula.languages.zh.addressed import OPENS, OPENS_SHARE
from fabula.languages.zh.contexts import HAN
from fabula.languages.zh.cut_words import is_word
from fabula.languages.zh.evidence import LEAST, Evidence, may_be_name
from fabula.languages.zh.persons import TITLES

_LETTERS = frozenset(
    "春夏秋冬桃梅兰菊莲荷莺燕雁鹃鸾凤翠红紫碧青素雪月云霞露香芸芳蕊蓉杏柳桂花玉珠环佩钏钗琴棋书画墨锦绣喜福禄寿贵顺旺宝金银英秀娟珍娥妮巧慧灵祥强虎柱栓根成发财"
)
"""What servants and daughters are named after, and what parents wish their sons."""
_SMALL = re.compile(
    f"小?(?:[{''.join(sorted(_LETTERS))}][子妞丫娃妹嫂]|[大二三四五][妞丫娃虎柱栓宝毛强福喜顺春](?:子|儿)?)"
)
"""What a family or a village calls somebody."""


_TOLD = re.compile(
    "(?:儿子|女儿|孩子|孙子|孙女|[哥姐弟妹]{2}|媳妇|丈夫|老婆|丫鬟|丫头|伙计|徒弟|学生|邻居|男人|女人|小子|闺女|姑娘|名字|小名|乳名|外号|绰号)(?:就|便|都)?叫[做作]?"
    rf"[“「]?(?P<name>[{HAN}]{{2,3}}?)[”」]?(?=[，。；])"
)
"""赵三婶的儿子叫石头: a name that is an everyday word is told."""


def pet_names(evidence: Evidence) -> set[str]:
    """Whoever is called so and answers to it, or begins what is told again and again."""
    spoken_to = {name for name in evidence.called if _answers(name, evidence)}
    told = {match["name"] for text in evidence.texts for match in _TOLD.finditer(text)}
    spoken_to |= {name for name in told if name not in TITLES and _begins(name, evidence)}
    return spoken_to | {name for name in evidence.opens if _SMALL.fullmatch(name) and _begins(name, evidence)}


def _answers(name: str, evidence: Evidence) -> bool:
    """春桃 has letters that names are made of. Other words must be none of the dictionary's."""
    acts = evidence.speaks[name] + evidence.opens[name] >= LEAST
    named = _LETTERS.issuperset(name) or (not is_word(name) and evidence.tagged[name] > 0)
    return may_be_name(name) and acts and named


def _begins(name: str, evidence: Evidence) -> bool:
    count = evidence.plain[name] + evidence.tagged[name]
    return evidence.opens[name] + evidence.speaks[name] >= max(OPENS, OPENS_SHARE * count)
