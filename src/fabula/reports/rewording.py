"""What became of a sentence, word by word: which words stayed, which went, which came."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Literal

from fabula.text.words import words

Became = Literal["same", "gone", "come"]


def reworded(before: str, after: str, language: str) -> list[tuple[Became, str]]:
    """Runs in order; joined, `same` and `gone` give the old sentence, `same` and `come` the new."""
    old, new = _cut(before, language), _cut(after, language)
    runs: list[tuple[Became, str]] = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            runs.append(("same", "".join(old[a:b])))
            continue
        if a < b:
            runs.append(("gone", "".join(old[a:b])))
        if c < d:
            runs.append(("come", "".join(new[c:d])))
    return runs


def _cut(text: str, language: str) -> list[str]:
    """Words, and whatever stands between them, as pieces of their own."""
    if not language.startswith("zh"):
        return re.findall(r"[\w'’-]+|\s+|[^\w\s]", text)
    cut, end = [], 0
    for word in words(text, language):
        start = text.index(word, end)
        cut += [*text[end:start], word]
        end = start + len(word)
    return [*cut, *text[end:]]
