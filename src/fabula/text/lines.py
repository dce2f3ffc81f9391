"""The lines of a text that may have millions of them."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import overload

_END = re.compile("\n")


class Lines(Sequence[str]):
    """The lines of a text, without trailing space.

    A string for every line takes several times the memory of the text where lines are short. So only the places
    where lines begin are kept, and a line is cut out of the text whenever it is read.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = array("Q", [0])
        self._starts.extend(end.end() for end in _END.finditer(text))
        self._starts.append(len(text) + 1)
        self._changed: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self._starts) - 1

    def between(self, first: int, last: int) -> int:
        """The number of characters from the start of a line to the start of another, or to the end of the text."""
        return self._starts[last] - self._starts[first]

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(len(self)))]
        if at < 0 or at >= len(self):
            raise IndexError(at)
        if at in self._changed:
            return self._changed[at]
        return self._text[self._starts[at] : self._starts[at + 1] - 1].rstrip()

    def __setitem__(self, at: int, line: str) -> None:
        self._changed[at] = line

    def __iter__(self) -> Iterator[str]:
        text, changed = self._text, self._changed
        for at, (start, after) in enumerate(pairwise(self._starts)):
            yield changed[at] if at in changed else text[start : after - 1].rstrip()
