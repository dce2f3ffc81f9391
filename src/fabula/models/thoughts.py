"""What a model thinks aloud in its answer, in any of the usual marks."""

from __future__ import annotations

import re

_NAMES = "think|thinking|thought|thoughts|reasoning|reflection|reason|seed:think|scratchpad"
_THINKING = (
    re.compile(rf"<({_NAMES})\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE),
    re.compile(r"◁think▷.*?◁/think▷", re.DOTALL),
    re.compile(
        r"<\|channel\|>analysis<\|message\|>.*?(?:<\|end\|>|(?=<\|channel\|>final)|(?=<\|start\|>))",
        re.DOTALL,
    ),
)
_CLOSING = re.compile(rf"\A.*</(?:{_NAMES})\s*>|\A.*◁/think▷", re.DOTALL | re.IGNORECASE)
_UNCLOSED = re.compile(
    rf"<(?:{_NAMES})\b[^>]*>.*\Z|◁think▷.*\Z|<\|channel\|>analysis.*\Z", re.DOTALL | re.IGNORECASE
)
_MARKERS = re.compile(r"<\|(?:start\|>assistant|channel\|>final|message\||end\||return\|)>?")


def without_thoughts(text: str) -> str:
    """Only the answer, without the visible thoughts.

    A closing mark without an opening one ends a thought that began before the answer. An opening mark without a
    closing one was cut off while thinking, so what follows it is no answer.
    """
    for block in _THINKING:
        text = block.sub("", text)
    text = _CLOSING.sub("", text)
    text = _UNCLOSED.sub("", text)
    return _MARKERS.sub("", text).strip()
