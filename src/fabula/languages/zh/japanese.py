"""People with Japanese names in a Chinese story: 青木 and 松岛健太. Many such surnames are Chinese words (山下, 清水), so the book must have several."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from fabula.languages.alternation import alternation
from fabula.languages.lexicons import word_set
from fabula.languages.zh.cut_words import is_word
from fabula.languages.zh.evidence import LEAST, SHORT
from fabula.languages.zh.persons import is_titled, split

_ACTS, _ACTS_SHARE = 3, 0.1
"""How often a surname begins a paragraph or follows a speech, and in which share of its places, where people bear it."""
_SEVERAL = 2
"""So many of them who are also named in full or addressed, and the book has Japanese people. 山下 may only be the foot of a hill."""
_LONGEST = 3
"""Letters of a given name."""
_INDENT = 4
"""Spaces at the beginning of a paragraph."""
_TWICE, _NEARLY_ALWAYS = 2, 0.5
"""How often a name in full comes at least, and how often a given name of one letter, of all places of the surname."""
_CALLED = re.compile("君|桑|酱|同学|老师|先生|小姐|学长|学姐|前辈|先辈|社长|部长|警官|太太|夫人")


@dataclass(frozen=True, slots=True)
class Japanese:
    """The Japanese people of a book."""

    surnames: frozenset[str]
    full: frozenset[str]
    """Surnames with a given name."""
    titled: frozenset[str]
    """And with a form of address: 松岛君."""

    @property
    def names(self) -> frozenset[str]:
        """All of these."""
        return self.surnames | self.full | self.titled

    def is_cut(self, name: str) -> bool:
        """松岛声 before 音: a surname with the beginning of the next word."""
        return name not in self.names and any(name.startswith(each) for each in self.surnames)

    def others(self, names: Collection[str]) -> dict[str, str]:
        """松岛君 -> 松岛健太, if he alone has the surname; and 林君 -> 林扬 where people are called so."""
        found: dict[str, str] = {}
        for form in {*self.titled, *(name for name in names if self.surnames and name[1:] == "君")}:
            bearers = [
                name
                for name in names
                if form.startswith(split(name)[0] or "\n") and name != form and not is_titled(name)
            ]
            bearers = [name for name in bearers if name not in self.surnames] or bearers
            if len(bearers) == 1:
                found[form] = bearers[0]
        return found


NOBODY = Japanese(frozenset(), frozenset(), frozenset())


@cache
def _letters() -> frozenset[str]:
    return frozenset(letter for word in word_set("zh", "japanese_given") for letter in word)


def japanese(texts: Sequence[str]) -> Japanese:
    """Whoever has a Japanese name, if several people of the book do."""
    least = LEAST if sum(map(len, texts)) > SHORT else 2
    counts: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    given: dict[str, Counter[str]] = defaultdict(Counter)
    titled: dict[str, Counter[str]] = defaultdict(Counter)
    pattern = alternation(word_set("zh", "japanese_surnames"))
    for text in texts:
        for match in pattern.finditer(text):
            name, (start, end) = match.group(), match.span()
            counts[name] += 1
            acts[name] += text[max(0, start - _INDENT) : start].rstrip(" \u3000")[-1:] in ("", *"\n”」』")
            given[name].update(_may_follow(name, text[end : end + _LONGEST]))
            if title := _CALLED.match(text, end):
                titled[name][name + title.group()] += 1
    clear = {name for name, count in counts.items() if acts[name] >= max(_ACTS, _ACTS_SHARE * count)}
    full = {name: _whole(given[name], count) for name, count in counts.items()}
    if sum(bool(full[name] or titled[name]) for name in clear) < _SEVERAL:
        return NOBODY
    surnames = {name for name, count in counts.items() if count >= least and (name in clear or full[name])}
    return Japanese(
        frozenset(surnames),
        frozenset(name + each for name, found in full.items() for each in found),
        frozenset(form for name in surnames for form, count in titled[name].items() if count >= least),
    )


def _may_follow(surname: str, letters: str) -> Iterator[str]:
    """The given names with which a text goes on behind a surname. A usual word is none: 心里, 大河 behind 一条, 中央 in 田中央."""
    if is_word(letters[:2]) or is_word(surname[-1] + letters[:1]):
        return
    for size in range(1, len(letters) + 1):
        if letters[size - 1] not in _letters() or (size > 1 and is_word(letters[:size])):
            return
        yield letters[:size]


def _whole(given: Counter[str], count: int) -> list[str]:
    """Those that come again, each as long as it is: 健太, not 健. One letter must nearly always follow: 遥 behind 小野."""
    return [
        name
        for name, times in given.items()
        if times >= (max(_TWICE, _NEARLY_ALWAYS * count) if len(name) == 1 else _TWICE)
        and 2 * max((n for other, n in given.items() if other[:-1] == name), default=0) < times
    ]
