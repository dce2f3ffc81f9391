"""English word lists of style."""

from __future__ import annotations

import re

from fabula.languages.lexicons import grouped, lines, word_set
from fabula.languages.published import read_published
from fabula.languages.topics.style import StyleRules, by_first_word

_SPEECH_VERBS = "|".join(sorted(word_set("en", "speech_verbs") - {"thought"}))
_FILTER = re.compile(
    r"\b(?:I|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|[A-Z][a-z]+)(?: suddenly| only)? "
    r"(?:saw|noticed|felt|heard|realized|realised|watched|wondered|sensed|spotted|perceived|could (?:see|feel|hear|sense))\b"
)
_ADVERB_TAG = re.compile(
    rf"[”\"’'][ \n]*(?:\w+ )?(?:{_SPEECH_VERBS})(?: [A-Z]\w+\.?| \w+){{0,2}} (\w{{3,}}ly)\b"
)
_VOICE_TAG = re.compile(
    r"(?<=[,.?!…—–])[”\"’'][ \n](?:[^.!?“”\"\n]{1,60}, |[^.!?“”\"\n]{1,40} in )((?:his|her|my|their|its|an?)(?: \w+){0,2} (?:voice|tone)\b(?: \w+){0,4})",
    re.I,
)
_DENIAL = re.compile(
    r"((?:\b\w{1,20}n['’]t|\b[Nn]ot) (?:just|only|merely|simply) (?!as\b|then\b|now\b|yet\b)\w{1,20}(?: \w{1,20}){0,3}"
    r"|\b(?:[Ii]t|[Tt]his|[Tt]hat|[Tt]hey|[Tt]hese|[Tt]hose) (?:was|were|is|are)(?:n['’]t| not) [^.!?;\n“”\"]{1,70}?"
    r"(?=[.;,—–][ \n]?(?:[Ii]t|[Tt]his|[Tt]hat|[Tt]hey|[Tt]hese|[Tt]hose) (?:was|were|is|are)\b)"
    r"|(?<=[—–,.;] )[Nn]ot [^.!?;,—–\n“”\"]{1,40}[,—–] ?but\b)"
)
_LEFTOVER = re.compile(
    r"\bTODO\b|\bFIXME\b|\bTKTK\w{0,20}|\b(?i:lorem ipsum)\b"
    r"|(?i:\[(?:insert|add|to be|note to self|name of|fix this|check this|describe|expand)\b[^\]\n]{0,80}\])"
    r"|(?i:^[^\w\n]{0,6}(?:word count\b[^\n]{0,40}|(?:approx\w{0,8}\.? )?\d[\d,]{0,9} words[^\w\n]{0,6})$)"
    r"|\b(?:[Tt]he|[Tt]his) (?:chapter|scene) (?:ends|closes|opens|concludes|begins) (?:with|as|on)\b",
    re.M,
)
_ECHOING = re.compile(r"(?:(?<!fami)(?<!assemb)ly|ous|ful|less|ible|ical)$")
_ENGLISH_WORD = re.compile(r"[a-z]+")


RULES = StyleRules(
    function_words=word_set("en", "function_words"),
    articles=frozenset(("a", "an", "the")),
    crutch_words=word_set("en", "crutch_words"),
    speech_verbs=word_set("en", "speech_verbs"),
    negated=re.compile(r"[Nn](?:(?<=\b[Nn])[Oo][Tt]|['’][Tt])\s+\w+"),
    filter_words=word_set("en", "filter_words"),
    filter_pattern=_FILTER,
    stock_phrases=lines("en", "stock_phrases"),
    cliches=by_first_word(lines("en", "cliches")),
    published=lambda: read_published("en"),
    settings=word_set("en", "settings"),
    habit_words=word_set("en", "habit_words"),
    slips=word_set("en", "slips"),
    leftover=_LEFTOVER,
    adverb_tag=_ADVERB_TAG,
    voice_tag=_VOICE_TAG,
    denial=_DENIAL,
    echoing=_ECHOING,
    senses=grouped("en", "senses"),
    sense_words=lambda text: _ENGLISH_WORD.findall(text.lower()),
)
