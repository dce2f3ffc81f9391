"""Spanish word lists of style: short ones. There is no list for the senses or for stock phrases yet."""

from __future__ import annotations

import re

from fabula.languages.es.words import RULES as WORDS
from fabula.languages.lexicons import word_set
from fabula.languages.topics.style import StyleRules

RULES = StyleRules(
    function_words=WORDS.function_words,
    before_kinds=frozenset(("un", "una", "el", "la")),
    crutch_words=word_set("es", "crutch_words"),
    speech_verbs=word_set("es", "speech_verbs"),
    filter_words=word_set("es", "filter_words"),
    slips=word_set("es", "slips"),
    echoing=re.compile(r"(?:mente|os[oa]s?|iv[oa]s?|ad[oa]s?|id[oa]s?|ables?|ibles?|antes?|entes?)$"),
)
