"""English word lists of style."""

from __future__ import annotations

import re

from fabula.languages.lexicons import grouped, lines, word_set
from fabula.languages.topics.style import StyleRules

_SPEECH_VERBS = "|".join(sorted(word_set("en", "speech_verbs") - {"thought"}))
_FILTER = re.compile(
    r"\b(?:I|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|[A-Z][a-z]+)(?: could| had| suddenly| only)? "
    r"(?:saw|see|noticed|felt|feel|heard|hear|realized|realised|watched|wondered|sensed|spotted|perceived)\b"
)
_ADVERB_TAG = re.compile(
    rf"[”\"’'][ \n]*(?:\w+ )?(?:{_SPEECH_VERBS})(?: [A-Z]\w+\.?| \w+){{0,2}} (\w{{3,}}ly)\b"
)
_ENGLISH_WORD = re.compile(r"[a-z]+")


RULES = StyleRules(
    function_words=word_set("en", "function_words"),
    crutch_words=word_set("en", "crutch_words"),
    speech_verbs=word_set("en", "speech_verbs"),
    filter_words=word_set("en", "filter_words"),
    filter_pattern=_FILTER,
    stock_phrases=lines("en", "stock_phrases"),
    slips=word_set("en", "slips"),
    adverb_tag=_ADVERB_TAG,
    has_echoes=True,
    senses=grouped("en", "senses"),
    sense_words=lambda text: _ENGLISH_WORD.findall(text.lower()),
)
