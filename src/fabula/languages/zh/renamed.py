"""Names that a story gives somebody anew: 鲁达 becomes a monk, 赐名智深, and is 鲁智深 from then on."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from fabula.languages.alternation import alternation
from fabula.languages.zh.contexts import HAN
from fabula.languages.zh.persons import is_titled, split

RENAMED = re.compile(
    r"(?:(?:赐名|赐号|法名|法号|道号|取名|起名|改名|更名|改姓名|别名|诨名|混名|取号)(?:儿)?(?:，|为|曰|作|是)?(?:就?叫[做作]?|唤[做作为]?|称为|[做作为曰])?|号[作做为曰])"
    rf"[“「‘]?(?P<name>[{HAN}]{{2,3}}?)(?:何如|如何|也)?(?=[，。；、：:,！!？?”」』’\s])"
)
REALLY = re.compile(
    rf"(?:真名|本名|大名|原名|全名)(?:就?叫[做作]?|唤[做作]?|是|为)?[“「‘]?(?P<name>[{HAN}]{{2,4}}?)(?=[，。；、！”」』])"
)
"""K神真名叫季寒洲: what stands before is another name of the same person."""
REACH = 1500
"""Characters before a new name in which its bearer is named."""
KNOWN, CLEARLY = 3, 3
"""How often they are named there, and how many times as often as anybody else of their surname."""
AFTER, BEFORE = 0.9, 0.6
"""The new name stands nearly always after this place, and the old one mostly before it."""

OFTEN, CEASES, CEASED_CLEARLY = 5, 0.8, 1.5
"""Without a surname: how often the new name occurs, how much of the old one is before, and how much more it is named there."""


def renamed(names: Collection[str], texts: Sequence[str]) -> dict[str, str]:
    """The rarer name of somebody who is given a new one -> the more frequent name.

    Mostly where both have the same surname. Without one, whose new name it is can be told only where somebody is not
    called by their old name from then on: 玄奘 is 三藏.
    """
    given = [
        (index, match.start(), match["name"])
        for index, text in enumerate(texts)
        for match in RENAMED.finditer(text)
    ]
    really = [(text, match) for text in texts for match in REALLY.finditer(text) if match["name"] in names]
    if not given and not really:
        return {}
    known = alternation(names)
    places: dict[str, list[tuple[int, int]]] = {}
    for index, text in enumerate(texts):
        for match in known.finditer(text):
            places.setdefault(match.group(), []).append((index, match.start()))
    found: dict[str, str] = {}
    for text, match in really:
        before = [name for name in places if text.endswith(name, 0, match.start()) and name != match["name"]]
        if before and match["name"] in places:
            found[max(before, key=len)] = match["name"]
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
        if name in places and not split(name)[0]:
            old = _who_ceases(name, (index, start), places)
            if old:
                rare, often = sorted((old, name), key=lambda each: len(places[each]))
                found[rare] = often
    return _of_one_family({name for _, _, name in given}, places, texts) | found


def _of_one_family(
    given: Collection[str], places: Mapping[str, Collection[object]], texts: Sequence[str]
) -> dict[str, str]:
    """悟能 is 八戒, if 猪悟能 and 八戒 are both names that the story gives somebody, and the only ones with 猪 before them."""
    found: dict[str, str] = {}
    for family in sorted({name[0] for name in given if len(name) == 3}):
        alone = {name for name in given if len(name) == 2 and any(family + name in text for text in texts)}
        owns = alone | {name[1:] for name in given if len(name) == 3 and name[0] == family}
        known = {name[1:] for name in places if len(name) == 3 and name[0] == family and not is_titled(name)}
        forms = [form for own in sorted(owns) for form in (own, family + own) if form in places]
        if len(owns) > 1 and known <= owns and forms:
            often = max(forms, key=lambda form: len(places[form]))
            found |= {form: often for form in forms if form != often}
    return found


def given_anew(texts: Sequence[str]) -> set[str]:
    """Every name that a story gives somebody anew, and what follows its surname."""
    names = {match["name"] for text in texts for match in RENAMED.finditer(text)}
    return names | {name[1:] for name in names if len(name) == 3}


def _who_ceases(new: str, at: tuple[int, int], places: dict[str, list[tuple[int, int]]]) -> str:
    """Who is named here and hardly ever again, if the new name begins here."""
    if len(places[new]) < OFTEN or _share_before(places[new], at) > 1 - AFTER:
        return ""
    near = Counter(
        {
            name: bisect_left(seen, at) - bisect_left(seen, (at[0], at[1] - REACH))
            for name, seen in places.items()
            if name != new and not split(name)[0] and _share_before(seen, at) >= CEASES
        }
    )
    ranked = [*near.most_common(2), ("", 0), ("", 0)]
    enough = ranked[0][1] >= max(KNOWN, CEASED_CLEARLY * ranked[1][1])
    return ranked[0][0] if enough else ""


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
