"""Chinese words: length is counted in characters, and rjieba cuts words. It is loaded for the first word only."""

from __future__ import annotations

import re

from fabula.languages.topics.words import WordRules

CHARACTERS = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese and Japanese characters, for a class of a regular expression."""
PATTERN = re.compile(rf"[{CHARACTERS}]|(?:(?![{CHARACTERS}])[^\W_])+")


def _cut(text: str) -> list[str]:
    import rjieba

    return [word for word in rjieba.cut(text) if word.isalnum() or any(map(str.isalnum, word))]


RULES = WordRules(pattern=PATTERN, cut=_cut, by_character=True)
