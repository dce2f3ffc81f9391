"""How many tokens a question will be, guessed without a tokenizer: the guess before spending, never the bill."""

from __future__ import annotations

import re

from fabula.models.chat import Request

_CHINESE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_LETTERS_A_TOKEN = 4.2
_TOKENS_A_CHARACTER = 0.75
_TOKENS_A_MESSAGE = 4


def estimate_tokens(text: str) -> int:
    """About how many tokens today's tokenizers make of it: English near 4.2 letters each, Chinese near 4 for 3 characters."""
    chinese = 0 if text.isascii() else len(_CHINESE.findall(text))
    return round((len(text) - chinese) / _LETTERS_A_TOKEN + chinese * _TOKENS_A_CHARACTER)


def estimate_input(request: Request) -> int:
    """What the whole conversation will be, with the few tokens that mark each turn."""
    return sum(estimate_tokens(each.content) + _TOKENS_A_MESSAGE for each in request.messages)
