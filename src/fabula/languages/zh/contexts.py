"""What stands right before and after names in one book, learned from the names that are sure.

A name follows a stop, 与, 见 or 教, and is followed by a stop or by what people do. A string that stands in the same
contexts is a name too, whether or not its bearer is ever quoted. So a hero who seldom stands before 道 is found, and
赵云引 is not: what follows 赵云 is what follows every name.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from fabula.languages.alternation import alternation
from fabula.languages.lexicons import word_set

HAN_FIRST, HAN_LAST = "\u4e00", "\u9fff"
HAN = f"{HAN_FIRST}-{HAN_LAST}"
SURE = 50
"""A seed counts for at most this many of its mentions, so that a hero does not teach alone."""
PRIOR = 60.0
"""How many mentions the general knowledge about contexts is worth."""
_USUALLY_AFTER = (
    "，" * 50 + "、" * 10 + "。" * 10 + "：" * 4 + "道" * 14 + "曰" * 6 + "说" * 6 + "的" * 6 + "笑问听看" * 3
) + "见便又忙也在是和与大不一就把乃遂引心点却正已从对向坐站走将领率来去拿叫想等"
_USUALLY_BEFORE = (
    "，" * 36 + "。" * 24 + "”" * 16 + "、" * 10 + "\n" * 14 + "“" * 3 + "与和见是对被把给了着说向问"
) + "叫教令使请让跟同那这却见将在得有"
DRAWN = 60.0
"""How many chance letters are mixed into what was learned."""
_OF_A_NAME = 0.1
"""The share of a string's places from which on the letter before it is taken for its surname."""
_WEAK = 3.0
"""Rare strings are taken for less than their contexts say."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The characters right before and right after some strings, and how often each string occurs."""

    count: Counter[str]
    before: dict[str, Counter[str]]
    after: dict[str, Counter[str]]

    @classmethod
    def of(cls, names: Collection[str], texts: Sequence[str]) -> Beside:
        """Gathered in one pass. Where strings overlap, the longest counts."""
        gathered = cls(Counter(), defaultdict(Counter), defaultdict(Counter))
        known = alternation(names)
        for text in texts:
            for match in known.finditer(text):
                gathered.add(match.group(), text, match.start())
        return gathered

    @classmethod
    def of_stems(cls, texts: Sequence[str], least: int) -> Beside:
        """Every surname with the next one or two characters, if it occurs often enough to be somebody's name."""
        gathered = cls(Counter(), defaultdict(Counter), defaultdict(Counter))
        surnames = word_set("zh", "surnames")
        double = "|".join(sorted(name for name in surnames if len(name) > 1))
        single = "".join(sorted(name for name in surnames if len(name) == 1))
        stem = re.compile(f"(?=((?:{double}|[{single}])[{HAN}]))")
        places: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for text in texts:
            for match in stem.finditer(text):
                places[match[1]].append((text, match.start()))
        for name, found in places.items():
            if len(found) < least:
                continue
            longer: dict[str, list[tuple[str, int]]] = defaultdict(list)
            for text, start in found:
                gathered.add(name, text, start)
                longer[text[start : start + len(name) + 1]].append((text, start))
            for whole, inside in longer.items():
                if len(inside) >= least and len(whole) > len(name) and "\u4e00" <= whole[-1] <= "\u9fff":
                    for text, start in inside:
                        gathered.add(whole, text, start)
        return gathered

    def without(self, name: str, letters: Collection[str]) -> Beside:
        """The same for one string, without those of the letters that often stand before it: 半仙 without 马, its surname."""
        before = self.before[name]
        kept = Counter(
            {
                letter: n
                for letter, n in before.items()
                if letter not in letters or n < _OF_A_NAME * before.total()
            }
        )
        return self if len(kept) == len(before) else Beside(self.count, {name: kept}, self.after)

    def add(self, name: str, text: str, start: int) -> None:
        """One occurrence of a string."""
        end = start + len(name)
        self.count[name] += 1
        self.before[name][text[start - 1 : start] if start else "\n"] += 1
        self.after[name][text[end : end + 1] or "\n"] += 1


@dataclass(frozen=True, slots=True)
class Contexts:
    """How much more often each character stands beside a name than elsewhere, as logarithms."""

    before: dict[str, float]
    after: dict[str, float]
    follows: dict[str, float]
    """How often each character follows a name."""

    @classmethod
    def learned(cls, seeds: Iterable[str], beside: Beside, texts: Sequence[str]) -> Contexts:
        """From sure names of this book, on top of what usually stands beside names."""
        before, after = _prior(_USUALLY_BEFORE), _prior(_USUALLY_AFTER)
        for seed in seeds:
            if count := beside.count[seed]:
                weight = min(count, SURE) / count
                for letter, n in beside.before[seed].items():
                    before[letter] += weight * n
                for letter, n in beside.after[seed].items():
                    after[letter] += weight * n
        everywhere: Counter[str] = Counter()
        for text in texts:
            everywhere.update(text)
        total = sum(after.values())
        return cls(
            _more_often(before, everywhere),
            _more_often(after, everywhere),
            {letter: n / total for letter, n in after.items()},
        )

    def left(self, name: str, beside: Beside) -> float:
        """How much like a name's beginning this string begins: above 0 if more than any other place of the book."""
        return _mean(beside.before[name], self.before)

    def right(self, name: str, beside: Beside) -> float:
        """How much like a name's end this string ends."""
        return _mean(beside.after[name], self.after)

    def goes_on(self, name: str, letter: str, beside: Beside) -> bool:
        """Whether a letter after a name belongs to it, because it follows this one far more often than others."""
        count = beside.after[name][letter]
        usual = self.follows.get(letter, 0.0) * beside.count[name]
        return "\u4e00" <= letter <= "\u9fff" and count >= max(
            3.0, 8 * (usual + 0.3), 0.08 * beside.count[name]
        )


def _prior(letters: str) -> dict[str, float]:
    counts = Counter(letters)
    known: dict[str, float] = defaultdict(float)
    for letter, n in counts.items():
        known[letter] = PRIOR * n / counts.total()
    return known


def _more_often(beside: dict[str, float], everywhere: Counter[str]) -> dict[str, float]:
    """Logarithms of the ratio, drawn towards 1 as if `DRAWN` more letters had stood there by chance."""
    ours, total = sum(beside.values()) + DRAWN, everywhere.total() + 1
    usual = {letter: (everywhere[letter] + 1) / total for letter in beside.keys() | everywhere.keys()}
    return {
        letter: math.log((beside.get(letter, 0.0) + DRAWN * share) / ours / share)
        for letter, share in usual.items()
    }


def _mean(counts: Counter[str], weights: dict[str, float]) -> float:
    total = counts.total()
    lowest, highest = -4.0, 3.0
    found = sum(n * min(highest, max(lowest, weights.get(letter, lowest))) for letter, n in counts.items())
    return found / (total + _WEAK)
