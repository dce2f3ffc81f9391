"""How much a sentence is worded like the lines that people wrote for a judge, by weights learned from such lines and from novels.

The rules know what somebody thought of. This knows the words of a few hundred lines and of a million sentences of stories, so
a line in a new wording is found more often. It is a sum of weights over the words and neighbouring words of a sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise, repeat
from math import fsum

_TOKENS = re.compile(r"[a-z]+(?:['’][a-z]+)?|\d+|[\u4e00-\u9fff]+|[<>{}\[\]#=/:|%【】]")
_TOP = range(90, 101)
_NOT_WORDS = re.compile("[\\d\u4e00-\u9fff]")
"""Numbers stand among the weights under other names, and Chinese letters one by one."""
_ROUNDING = 1e-6
_LONGEST = 400
"""A sentence of more letters than this is a list or damaged: enough of anything would add up in it."""

_Alone = dict[str, float]
_Paired = dict[tuple[str, str], float]


def features(sentence: str) -> set[str]:
    """Words and pairs of neighbours; in Chinese, letters and pairs of letters. Numbers count as near the top of a scale or not."""
    units = _units(sentence)
    return {
        *chain(*units),
        *("".join(pair) if _is_chinese(pair[0]) else " ".join(pair) for pair in _pairs(units)),
    }


def like_known_lines(plain: str, bounds: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The sentences that are worded like lines for a judge."""
    bias, _ = shipped()
    alone, paired, gains, paired_gains = _tables()
    most, has_numbers = _most(), _NOT_WORDS.search(plain) is not None
    for start, end in bounds:
        if end - start > _LONGEST:
            continue
        units = _units(plain[start:end], has_numbers=has_numbers)
        if sum(map(most.get, chain(*units), repeat(0.0))) + bias + _ROUNDING < 0:
            continue
        gained = sum(map(gains.get, chain(*units), repeat(0.0)))
        gained += sum(map(paired_gains.get, chain(*map(pairwise, units)), repeat(0.0)))
        if gained + bias + _ROUNDING < 0:
            continue
        words = map(alone.get, set(chain(*units)), repeat(0.0))
        if fsum(chain(words, map(paired.get, _pairs(units), repeat(0.0)))) + bias > 0:
            yield start, end


def _units(sentence: str, *, has_numbers: bool = True) -> list[Sequence[str]]:
    """What is counted, word by word or Chinese letter by letter. Pairs stay within each of the lists. `has_numbers` is false of a text
    that holds neither numbers nor Chinese."""
    tokens = _TOKENS.findall(sentence.lower())
    if not has_numbers or not _NOT_WORDS.search(sentence):
        return [tokens]
    words: list[str] = []
    found: list[Sequence[str]] = [words]
    for token in tokens:
        if _is_chinese(token):
            words = []
            found += (token, words)
        else:
            words.append(("#9" if int(token[:6]) in _TOP else "#n") if token.isdecimal() else token)
    return found


def _is_chinese(token: str) -> bool:
    return "\u4e00" <= token[0] <= "\u9fff"


def _pairs(units: list[Sequence[str]]) -> set[tuple[str, str]]:
    return set(chain(*map(pairwise, units)))


@cache
def _tables() -> tuple[_Alone, _Paired, _Alone, _Paired]:
    """The weights of words and of pairs, and of both those that speak for a line. These alone tell most sentences of a story."""
    _, weights = shipped()
    alone: _Alone = {}
    paired: _Paired = {}
    for each, weight in weights.items():
        first, _, second = each.partition(" ") if " " in each else (each[0], "", each[1:])
        if " " in each or (_is_chinese(each) and second):
            paired[first, second] = weight
        else:
            alone[each] = weight
    gains = {word: weight for word, weight in alone.items() if weight > 0}
    return alone, paired, gains, {pair: weight for pair, weight in paired.items() if weight > 0}


@cache
def _most() -> _Alone:
    """The most that each word gains, whatever stands after it. This tells three quarters of the sentences of a story without their pairs."""
    _, _, most, paired = _tables()
    after: _Alone = {}
    for (first, _), weight in paired.items():
        after[first] = max(weight, after.get(first, 0.0))
    return {word: most.get(word, 0.0) + after.get(word, 0.0) for word in (*most, *after)}


@cache
def shipped() -> tuple[float, dict[str, float]]:
    """The weights that come with fabula."""
    place = files("fabula.text.guard") / "shipped" / "wording.json"
    document = json.loads(place.read_text(encoding="utf-8"))
    return float(document["bias"]), document["weights"]
