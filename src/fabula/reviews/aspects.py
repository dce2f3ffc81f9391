"""Maps the names readers use for aspects to the rubric's aspects, by a table in English and Chinese.

Names come as people and models write them ("Character Development (Austin)", "Plot and Pacing"). A name is looked
up whole, then by its parts, then by the longest known name inside it. Unknown names are counted, never guessed.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from fabula.rubrics.files import load

_NOISE = re.compile(r"\([^)]*\)|（[^）]*）|[*_#\"“”]")
_PARTS = re.compile(r"\s*(?:\band\b|\bwith\b|\bvs\.?(?=\s)|&|/|,|;|\+|、|，|与|和|及)\s*", re.IGNORECASE)
_EDGES = re.compile(r"^[\s:：.·–—-]+|[\s:：.·–—-]+$")
_WIDE = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class AspectMatch:
    """The aspect of `longstory` that a name means, and the sub-aspect if the name says which."""

    aspect: str
    sub_aspect: str | None = None


@dataclass(frozen=True, slots=True)
class AspectMatches:
    """Names with their aspects, and unknown names with how often each occurs."""

    matches: dict[str, tuple[AspectMatch, ...]]
    unknown: Counter[str]


@cache
def table() -> dict[str, AspectMatch]:
    """Every known name, in lower case."""
    source = resources.files("fabula.reviews").joinpath("aspects.toml").read_text(encoding="utf-8")
    found = {_plain(label): AspectMatch(aspect) for label, aspect in _labels().items()}
    for aspect, entry in tomllib.loads(source).items():
        for key, value in entry.items():
            names, place = (
                (value, AspectMatch(aspect)) if key == "names" else (value["names"], AspectMatch(aspect, key))
            )
            found.update({_plain(name): place for name in names})
    return found


@cache
def match_name(name: str) -> tuple[AspectMatch, ...]:
    """The aspects that a name means. Several if it names several things, none if it is unknown."""
    plain = _plain(name)
    whole = table().get(plain)
    if whole:
        return (whole,)
    found = [place for part in _PARTS.split(plain) if part for place in _part(part)]
    return tuple(dict.fromkeys(found))


def match_names(names: Iterable[str]) -> AspectMatches:
    """Every name matched, and the unknown ones counted."""
    counted = Counter(names)
    found = {name: match_name(name) for name in counted}
    unknown = Counter({name: times for name, times in counted.items() if not found[name]})
    return AspectMatches({name: where for name, where in found.items() if where}, unknown)


def _part(part: str) -> tuple[AspectMatch, ...]:
    whole = table().get(part) or table().get(part.removeprefix("overall ").removeprefix("general "))
    if whole:
        return (whole,)
    inside = _longest_inside(part)
    return (inside,) if inside else ()


def _longest_inside(part: str) -> AspectMatch | None:
    """The longest known name in the part. If several are equally long, the last, because in English the noun comes last."""
    if _WIDE.search(part):
        known = [name for name in table() if _WIDE.search(name) and name in part]
        return table()[max(known, key=lambda name: (len(name), part.rfind(name)))] if known else None
    words = part.split()
    for size in range(len(words), 0, -1):
        for start in range(len(words) - size, -1, -1):
            name = " ".join(words[start : start + size])
            if name in table():
                return table()[name]
    return None


def _plain(name: str) -> str:
    plain = _NOISE.sub(" ", name.lower().replace("’", "'"))
    return _EDGES.sub("", " ".join(plain.split()))


def _labels() -> dict[str, str]:
    """The rubric's own labels in both languages."""
    return {
        wording.label: aspect.id
        for aspect in load("longstory").aspects
        for wording in (aspect.en, aspect.zh)
        if wording
    }
