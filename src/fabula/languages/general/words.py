"""Words separated by spaces and punctuation. An apostrophe or hyphen inside a word is part of it."""

from __future__ import annotations

import re

from fabula.languages.topics.words import WordRules

_WORD = re.compile(r"[^\W_]+(?:['’‑-][^\W_]+)*")

RULES = WordRules(pattern=_WORD, cut=_WORD.findall)
