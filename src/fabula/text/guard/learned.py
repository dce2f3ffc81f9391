"""How much a sentence is worded like the lines that people wrote for a judge, by weights learned from such lines and from novels.

The rules know what somebody thought of. This knows the words of a few hundred lines and of a million sentences of stories, so
a line in a new wording is found more often. It is a sum of weights over the words and neighbouring words of a sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

_TOKENS = re.compile(r"[a-z]+(?:['’][a-z]+)?|\d+|[\u4e00-\u9fff]+|[<>{}\[\]#=/:|%【】]")
_TOP = range(90, 101)
_NOT_WORDS = re.compile("[\\d\u4e00-\u9fff]")
"""Numbers and Chinese letters stand among the weights under other names."""
_ROUNDING = 1e-6
_LONGEST = 400
"""A sentence of more letters than this is a list or damaged: enough of anything would add up in it."""


def features(sentence: str) -> set[str]:
    """Words and pairs of neighbours; in Chinese, letters and pairs of letters. Numbers count as near the top of a scale or not."""
    found: set[str] = set()
    before = ""
    for token in _TOKENS.findall(sentence.lower()):
        if token[0] >= "\u4e00" and token[0] <= "\u9fff":
            found.update(token)
            found.update(token[at : at + 2] for at in range(len(token) - 1))
            before = ""
            continue
        word = ("#9" if int(token[:6]) in _TOP else "#n") if token.isdigit() else token
        found.add(word)
        if before:
            found.add(f"{before} {word}")
        before = word
    return found


def like_known_lines(plain: str, bounds: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The sentences that are worded like lines for a judge."""
    bias, weights = shipped()
    weight, most = weights.get, _most().get
    for start, end in bounds:
        if end - start > _LONGEST:
            continue
        sentence = plain[start:end]
        at_most = sum([most(token, 0.0) for token in _TOKENS.findall(sentence.lower())])
        if at_most + bias + _ROUNDING < 0 and not _NOT_WORDS.search(sentence):
            continue
        if sum(weight(each, 0.0) for each in features(sentence)) + bias > 0:
            yield start, end


@cache
def _most() -> dict[str, float]:
    """What a word can add at most, with whatever word before it: enough to pass over most sentences of a story."""
    _, weights = shipped()
    alone: dict[str, float] = {}
    paired: dict[str, float] = {}
    for each, weight in weights.items():
        word = each.rpartition(" ")[2]
        known = alone if word == each else paired
        known[word] = max(known.get(word, 0.0), weight)
    return {word: alone.get(word, 0.0) + paired.get(word, 0.0) for word in alone.keys() | paired.keys()}


@cache
def shipped() -> tuple[float, dict[str, float]]:
    """The weights that come with fabula."""
    place = files("fabula.text.guard") / "shipped" / "wording.json"
    document = json.loads(place.read_text(encoding="utf-8"))
    return float(document["bias"]), document["weights"]
