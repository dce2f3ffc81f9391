"""Chinese word lists of style. Words are cut by rjieba, which is loaded for the first text only."""

from __future__ import annotations

import re
from itertools import accumulate, compress

from fabula.languages.alternation import alternation
from fabula.languages.lexicons import grouped, lines, word_set
from fabula.languages.published import read_published
from fabula.languages.topics.style import StyleRules, Tokens
from fabula.languages.zh.misprints import MEANT, MISPRINTS
from fabula.languages.zh.period import is_older
from fabula.languages.zh.words import RULES as WORDS

_FORMULAS = re.compile(
    "有诗|有词|诗[曰云]|词曰|且听|下回|分解|话说|却说|且说|看官|有分教|后人|不在话下|说时迟"
)
"""What storytellers of older prose say. 不在话下 ends a matter there, as 且听下回分解 ends a chapter."""


_LEFTOVER = re.compile(
    r"\bTODO\b|[【\[(（](?:此处|这里)?(?:待补|待写|待续写|补充|插入|省略|略去)[^】\])）\n]{0,40}[】\])）]"
    r"|^[^\w\n]{0,6}(?:(?:本章|全文)?(?:总?字数|约)[：: ]{0,2}约?\d[\d,]* ?字?|\d[\d,]* ?字)[^\w\n]{0,6}$",
    re.M,
)


_DENIAL = re.compile(r"(不(?:仅仅|仅|只|单单?)?是[^。！？；\n“”]{1,16}?[，,—]{0,2}(?:而是|更是|而更像是?))")
"""那不是风声，而是哭声: what a thing is not, before what it is. People write it too, so only its rate says something."""


def _tokens(text: str) -> Tokens:
    import rjieba

    parts = rjieba.cut(text)
    is_word = ["\u4e00" <= part[0] <= "\u9fff" for part in parts]
    starts = accumulate(map(len, parts), initial=0)
    words = list(compress(parts, is_word))
    return Tokens(words, list(compress(starts, is_word)), [False] * len(words))


def _names_a_thing(before: str, phrase: str) -> bool:  # noqa: ARG001
    """广播里的女声: whose or where something is, and the noun, as a name would tell it. Nobody does anything in it: 脸上露出淡淡的笑容."""
    import rjieba

    head, of, noun = phrase.rpartition("的")
    tagged = [*rjieba.tag(head)]
    does = any(word in "了着过" or (tag == "v" and word not in "有在") for word, tag in tagged)
    return bool(of) and len(noun) > 1 and all(tag[0] == "n" for _, tag in rjieba.tag(noun)) and not does


RULES = StyleRules(
    tokens=_tokens,
    is_thing=_names_a_thing,
    function_words=word_set("zh", "function_words"),
    crutch_words=word_set("zh", "crutch_words"),
    speech_verbs=word_set("zh", "speech_verbs"),
    filter_words=word_set("zh", "filter_words"),
    filter_weight=3,
    stock_phrases=lines("zh", "stock_phrases"),
    stock_size=150_000,
    unspaced_cliches=alternation(lines("zh", "cliches")),
    fewest_cliches=3,
    cliches_of_tradition=2,
    cliche_every=100_000,
    long_sentence=220,
    long_paragraph=1_000,
    published=lambda: read_published("zh"),
    is_like_published=is_older,
    habit_words=word_set("zh", "habit_words"),
    scenery=word_set("zh", "scenery"),
    misprints=MISPRINTS,
    meant=MEANT,
    leftover=_LEFTOVER,
    denial=_DENIAL,
    slips=word_set("zh", "slips"),
    settings=word_set("zh", "settings"),
    formulas=_FORMULAS,
    shortest_phrase=6,
    passage=40,
    senses=grouped("zh", "senses"),
    sense_words=WORDS.cut,
)
