"""Numbers in words as a table of phrases, for languages in which fabula reads them in headings only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

_FIGURE = re.compile(r"(\d{1,4})\W?\w{0,4}\.?")
"""Figures with what makes an ordinal of them: 1., 2e, 3ème, 4-я."""


@dataclass(frozen=True)
class NumberPhrases:
    """Phrases in lower case with single spaces, and their values."""

    values: Mapping[str, int]

    @cached_property
    def pattern(self) -> str:
        """Matches the longest phrase."""
        longest_first = sorted(self.values, key=lambda phrase: (-len(phrase), phrase))
        return "(?:" + "|".join(phrase.replace(" ", "[ -]") for phrase in longest_first) + ")"

    def read(self, text: str) -> int | None:
        """The value of a phrase, or of figures as an ordinal. None if it is neither."""
        phrase = " ".join(text.lower().replace("-", " ").split())
        if phrase in self.values:
            return self.values[phrase]
        figure = _FIGURE.fullmatch(phrase)
        return int(figure[1]) if figure else None
