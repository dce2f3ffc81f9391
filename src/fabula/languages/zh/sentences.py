"""Chinese sentences: no space separates them. English abbreviations apply to Latin words in them."""

from __future__ import annotations

from dataclasses import replace

from fabula.languages.en.sentences import RULES as ENGLISH

RULES = replace(ENGLISH, by_character=True)
