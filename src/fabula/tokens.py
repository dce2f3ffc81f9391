"""Estimates tokens without a tokenizer. Only for estimates before a run, never for the real cost."""

from __future__ import annotations

import math
import re

_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]+")
_LETTERS_A_TOKEN = 4.2
_TOKENS_A_CHARACTER = 0.75


def token_weight(text: str) -> float:
    """`estimate_tokens` before rounding. The weight of two texts together is the sum of their weights."""
    wide = 0 if text.isascii() else sum(match.end() - match.start() for match in _WIDE.finditer(text))
    return (len(text) - wide) / _LETTERS_A_TOKEN + wide * _TOKENS_A_CHARACTER


def estimate_tokens(text: str) -> int:
    """About how many tokens current models need: English has about 4.2 letters per token, Chinese about 3 tokens per 4 characters."""
    return math.ceil(token_weight(text))
