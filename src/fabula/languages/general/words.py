"""Words parted by spaces and punctuation. An apostrophe or hyphen within a word belongs to it."""

from __future__ import annotations

import re

from fabula.languages.topics.words import WordRules

_WORD = re.compile(r"[^\W_]+(?:['’‑-][^\W_]+)*")

RULES = WordRules(pattern=_WORD, cut=_WORD.findall)
