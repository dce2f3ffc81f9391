"""Japanese words: length is counted in characters as in Chinese. There is no word segmenter."""

from __future__ import annotations

from fabula.languages.general.words import RULES as GENERAL
from fabula.languages.topics.words import WordRules
from fabula.languages.zh.words import PATTERN

RULES = WordRules(pattern=PATTERN, cut=GENERAL.cut, by_character=True)
