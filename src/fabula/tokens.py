"""How many tokens a text will be, guessed without a tokenizer: the guess before spending, never the bill."""

from __future__ import annotations

import math
import re

_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]+")
_LETTERS_A_TOKEN = 4.2
_TOKENS_A_CHARACTER = 0.75


def token_weight(text: str) -> float:
    """`estimate_tokens` before rounding: the weights of two texts add up to the weight of both."""
    wide = 0 if text.isascii() else sum(match.end() - match.start() for match in _WIDE.finditer(text))
    return (len(text) - wide) / _LETTERS_A_TOKEN + wide * _TOKENS_A_CHARACTER


def estimate_tokens(text: str) -> int:
    """About how many tokens today's models make of it: English near 4.2 letters each, Chinese near 3 for 4 characters."""
    return math.ceil(token_weight(text))
