"""Whether Chinese prose is of today or older, by its words for “she”.

她 was new in the 1920s, when some wrote 伊 instead. Older prose has hardly any of them. A book between the two shares is
taken for neither: it may be of today and have hardly a woman in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_SHE = ("她", "伊")
_TODAY, _OLDER = 0.0005, 0.0001
"""From which share of all characters on it is of today, and up to which share of all words it is older."""


def is_modern(texts: Sequence[str]) -> bool:
    """Whether a narrator of today tells this."""
    she = sum(text.count(word) for text in texts for word in _SHE)
    return she >= _TODAY * sum(map(len, texts))


def is_older(counts: Mapping[str, int]) -> bool:
    """Whether prose with these words was written before the 1920s, as the novels that books are compared with were."""
    return sum(counts.get(word, 0) for word in _SHE) <= _OLDER * sum(counts.values())
