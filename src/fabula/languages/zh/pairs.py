"""Two families or people who are named in one breath, and so are nobody's name: 宁荣二府, 韩彭二将, 朱雷二都头."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from fabula.languages.zh.contexts import HAN, Beside
from fabula.languages.zh.persons import BORN, TITLES

_TWO = frozenset("二两")
_OFTEN = 0.25
"""The share of the places of two letters that are followed by “two”, from which on they name two."""
_LEAST = 3
_OF_BOTH = frozenset("将人府位军公处家宅门贼姓姬僧夫")
"""What two people or two houses are called together."""
_MOSTLY = 0.5
_YOUNG = frozenset("小老阿")
"""小二 and 老二 are somebody."""


def pairs(names: Collection[str], beside: Beside, texts: Sequence[str]) -> set[str]:
    """Those of the names that are two names, or the second of them with “two”."""
    both = {name for name in names if len(name) == 2 and _are_two(name, beside)}
    both |= {name[::-1] for name in both} & set(names)
    counted = {name for name in names if len(name) > 2 and (name[:2] in both or _ends_with_two(name, beside))}
    return both | counted | _second_of_two(names, texts)


def _are_two(name: str, beside: Beside) -> bool:
    two = sum(beside.after[name][letter] for letter in _TWO)
    return two >= max(_LEAST, _OFTEN * beside.count[name])


def _ends_with_two(name: str, beside: Beside) -> bool:
    """韩彭二, before 将."""
    if name[-1] not in _TWO or name[-2] in _YOUNG:
        return False
    together = sum(beside.after[name][letter] for letter in _OF_BOTH)
    return together > _MOSTLY * beside.count[name]


def _second_of_two(names: Collection[str], texts: Sequence[str]) -> set[str]:
    """雷二都头, mostly after 朱: the second of two with one title. 周三奶奶 is one of several."""
    doubtful = {
        name for name in names if len(name) > 3 and name[1] in _TWO & set(BORN) and name[2:] in TITLES
    }
    found: set[str] = set()
    for name in doubtful:
        before = [text[at.start() - 1 : at.start()] for text in texts for at in re.finditer(name, text)]
        within = sum(re.match(f"[{HAN}]", letter) is not None for letter in before)
        if within > _MOSTLY * len(before):
            found.add(name)
    return found
