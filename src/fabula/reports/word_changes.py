"""How a sentence was changed, word by word: which words stayed, which were removed, which were added."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Literal

from fabula.languages import Language
from fabula.text.words import words

Became = Literal["same", "gone", "come"]


def word_changes(before: str, after: str, language: str) -> list[tuple[Became, str]]:
    """Runs in order. Joined, `same` and `gone` give the old sentence, `same` and `come` the new one."""
    old, new = _cut(before, language), _cut(after, language)
    runs: list[tuple[Became, str]] = []
    gone = come = ""
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        stayed = "".join(old[a:b]) if kind == "equal" else ""
        if any(letter.isalnum() for letter in stayed):
            runs += _changed(gone, come)
            runs.append(("same", stayed))
            gone = come = ""
        else:
            gone, come = gone + "".join(old[a:b]), come + "".join(new[c:d])
    return runs + _changed(gone, come)


def _changed(gone: str, come: str) -> list[tuple[Became, str]]:
    """Changed words with only a space or a comma between them are one change. A common ending counts as unchanged."""
    shared = ""
    while gone and come and gone[-1] == come[-1] and not gone[-1].isalnum():
        shared = gone[-1] + shared
        gone, come = gone[:-1], come[:-1]
    runs: list[tuple[Became, str]] = [("gone", gone), ("come", come), ("same", shared)]
    return [run for run in runs if run[1]]


def _cut(text: str, language: str) -> list[str]:
    """Words, and what is between them, as separate pieces."""
    if not Language(language).by_character:
        return re.findall(r"[\w'’-]+|\s+|[^\w\s]", text)
    cut, end = [], 0
    for word in words(text, language):
        start = text.index(word, end)
        cut += [*text[end:start], word]
        end = start + len(word)
    return [*cut, *text[end:]]
