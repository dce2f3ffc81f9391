"""Numbers of an answer as a model's own probabilities weigh them, in place of the single number that it wrote.

G-Eval's way: a judge that writes 4 with probability .6 and 5 with .4 means 4.4.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from fabula.models.chat import Choice

ALTERNATIVES = 20
"""Tokens asked for at each place: the most that servers give."""

Path = tuple[str, ...]

_STRING_OR_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?', re.DOTALL)


def expected_numbers(choice: Choice, most: float | None = None) -> Mapping[Path, float]:
    """The expected value of each number in a JSON answer, by its place. Empty without probabilities or without JSON.

    A number of one token is weighed exactly, over all numbers among the likeliest tokens, up to `most`. A number that
    the tokenizer splits is weighed digit by digit, each with the others as they were written.
    """
    text, spans = _tokens(choice)
    begin, end = text.find("{"), text.rfind("}") + 1
    if not spans or begin < 0:
        return {}
    places = [
        (begin + found.start(), found.group())
        for found in _STRING_OR_NUMBER.finditer(text[begin:end])
        if not found.group().startswith('"')
    ]
    try:
        document = _Numbered().decode(text[begin:end])
    except ValueError:
        return {}
    numbers = dict(_numbers(document))
    return {
        path: _expected(places[index][1], places[index][0], spans, most)
        for path, index in numbers.items()
        if index < len(places)
    }


class _Numbered(json.JSONDecoder):
    """Reads each number as its rank in the text."""

    def __init__(self) -> None:
        ranks = count()
        super().__init__(parse_int=lambda _: _Rank(next(ranks)), parse_float=lambda _: _Rank(next(ranks)))


class _Rank(int):
    """The place of a number among all numbers."""


def _numbers(value: Any, path: Path = ()) -> Iterator[tuple[Path, int]]:
    if isinstance(value, _Rank):
        yield path, int(value)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _numbers(each, (*path, name))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _numbers(each, (*path, str(index)))


Span = tuple[int, int, Mapping[str, float]]


def _tokens(choice: Choice) -> tuple[str, Sequence[Span]]:
    """The text that the tokens make, and each token with its place. The first of the alternatives was written."""
    spans: list[Span] = []
    text = ""
    for alternatives in choice.logprobs:
        written = next(iter(alternatives), "")
        spans.append((len(text), len(text) + len(written), alternatives))
        text += written
    return text, spans


def _expected(written: str, start: int, spans: Sequence[Span], most: float | None) -> float:
    value = float(written)
    parts = [each for each in spans if each[0] < start + len(written) and each[1] > start]
    expected = value
    for begin, _, alternatives in parts:
        own = next(iter(alternatives))
        before, after = own[: max(0, start - begin)], own[start + len(written) - begin :]
        weights = {}
        for token, logprob in alternatives.items():
            other = _with(written, start, begin, own, token, before, after)
            if other is not None and other >= 0 and (most is None or other <= most):
                weights[token] = (other, math.exp(logprob))
        total = sum(weight for _, weight in weights.values())
        if total > 0:
            expected += sum(other * weight for other, weight in weights.values()) / total - value
    return expected


def _with(
    written: str, start: int, begin: int, own: str, token: str, before: str, after: str
) -> float | None:
    """The number that stands there with another token in place of the written one; None where it is no such number."""
    if not (token.startswith(before) and token.endswith(after)):
        return None
    inner = token[len(before) : len(token) - len(after)] if after else token[len(before) :]
    offset = max(0, begin - start)
    old = own[len(before) : len(own) - len(after)] if after else own[len(before) :]
    alone = old == written
    if not inner.isdecimal() or not (alone or len(inner) == len(old)):
        return None
    return float(written[:offset] + inner + written[offset + len(old) :])
