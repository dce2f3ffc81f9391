"""Numbers in words as a table of phrases, for languages in which fabula reads them in headings only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

_STEM = 4
_FIGURE = re.compile(r"(\d{1,4})\W?\w{0,4}\.?")
"""Figures with what makes an ordinal of them: 1., 2e, 3ème, 4-я."""


@dataclass(frozen=True)
class NumberPhrases:
    """Phrases in lower case with single spaces, and their values."""

    values: Mapping[str, int]

    @cached_property
    def pattern(self) -> str:
        """Matches words that begin like those of a number. Whether they are one, only `read` knows.

        A pattern of all phrases would take longer to compile than a book takes to read.
        """
        words = {word for phrase in self.values for word in phrase.split()}
        short = sorted(word for word in words if len(word) <= _STEM)
        stems = sorted({word[:_STEM] for word in words if len(word) > _STEM})
        word = f"(?:(?:{'|'.join(stems)})\\w*|(?:{'|'.join(short)})(?!\\w))"
        return f"{word}(?:[ -]{word}){{0,4}}"

    def read(self, text: str) -> int | None:
        """The value of a phrase, or of figures as an ordinal. None if it is neither."""
        phrase = " ".join(text.lower().replace("-", " ").split())
        if phrase in self.values:
            return self.values[phrase]
        figure = _FIGURE.fullmatch(phrase)
        return int(figure[1]) if figure else None
