"""Names that a story gives somebody anew: 鲁达 becomes a monk, 赐名智深, and is 鲁智深 from then on."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence

from fabula.languages.alternation import alternation
from fabula.languages.zh.contexts import HAN
from fabula.languages.zh.persons import split

RENAMED = re.compile(
    r"(?:赐名|赐号|法名|法号|道号|取名|起名|改名|更名|改姓名|别名|取号)(?:儿)?(?:，|为|曰|作|是)?(?:就?叫[做作]?|唤[做作为]?|[做作为曰])?"
    rf"[“「‘]?(?P<name>[{HAN}]{{2,3}}?)(?=[，。；、：:,！!”」』’\s])"
)
REACH = 1500
"""Characters before a new name in which its bearer is named."""
KNOWN, CLEARLY = 3, 3
"""How often they are named there, and how many times as often as anybody else of their surname."""
AFTER, BEFORE = 0.9, 0.6
"""The new name stands nearly always after this place, and the old one mostly before it."""


def renamed(names: Collection[str], texts: Sequence[str]) -> dict[str, str]:
    """The rarer name of somebody who is given a new one -> the more frequent name.

    Only where both have the same surname: whose new name it is cannot be told otherwise.
    """
    given = [
        (index, match.start(), match["name"])
        for index, text in enumerate(texts)
        for match in RENAMED.finditer(text)
    ]
    if not given:
        return {}
    known = alternation(names)
    places: dict[str, list[tuple[int, int]]] = {}
    for index, text in enumerate(texts):
        for match in known.finditer(text):
            places.setdefault(match.group(), []).append((index, match.start()))
    found: dict[str, str] = {}
    for index, start, name in given:
        for new in places:
            surname, own = split(new)
            if surname and name in (own, new):
                old = _bearer(new, surname, (index, start), places)
                if old:
                    rare, often = sorted((old, new), key=lambda each: len(places[each]))
                    found[rare] = often
                    if rare == new:
                        found[own] = often
    return found


def _bearer(new: str, surname: str, at: tuple[int, int], places: dict[str, list[tuple[int, int]]]) -> str:
    """Whom of this surname the story was telling of, if it calls them otherwise from here on."""
    near: Counter[str] = Counter()
    for name, seen in places.items():
        if name != new and split(name)[0] == surname:
            near[name] = bisect_left(seen, at) - bisect_left(seen, (at[0], at[1] - REACH))
    ranked = near.most_common(2)
    if not ranked or ranked[0][1] < max(KNOWN, CLEARLY * sum(count for _, count in ranked[1:])):
        return ""
    old = ranked[0][0]
    is_new = _share_before(places[new], at) <= 1 - AFTER
    return old if is_new and _share_before(places[old], at) >= BEFORE else ""


def _share_before(seen: Sequence[tuple[int, int]], at: tuple[int, int]) -> float:
    return bisect_left(seen, at) / len(seen)
