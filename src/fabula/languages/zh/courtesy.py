"""Courtesy names that a book uses without introducing them: 本初 is 袁绍, because 袁本初 is named where 袁绍 is.

Only in a book that introduces others (姓刘名备，字玄德). A surname with two letters is taken for a surname with one if that
person is the only one of the family in the same chapters, if hardly any sentence has both, and if the narrator lets one of the
two names speak and the other not.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from fabula.languages.alternation import alternation
from fabula.languages.zh.cut_words import is_word
from fabula.languages.zh.persons import is_titled, split

_INTRODUCED = 3
"""Courtesy names that a book introduces, from which on it may use others without."""
_CLEARLY = 2.0
"""How many times as often as the rest of the family somebody is named in the same chapters."""
_PRESENT = 0.6
"""The share of a courtesy name's mentions in chapters that have its bearer."""
_ALONE = 0.45
"""The share of a courtesy name's mentions without the surname. 王子服 is a person's own name."""
_TOGETHER = 0.5
"""Of the sentences expected to have both names by chance, how many may."""
_SPEAKS = 0.06
"""Of the speeches that both names lead to, the most that the rarer one may."""
_LOOKED_AT = 6
"""How many of a family are looked at closely."""
_SAYS = ("曰：", "道：", "曰", "道")
_STOPS = re.compile('[。！？；!?;“”"\n]')


class _Book:
    """A book's chapters, and where strings are in them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._chapters: dict[str, list[int]] = {}
        self._sentences: dict[int, list[str]] = {}

    def chapters(self, name: str) -> list[int]:
        """How often each chapter has a string."""
        if name not in self._chapters:
            self._chapters[name] = [text.count(name) for text in self.texts]
        return self._chapters[name]

    def sentences(self, chapter: int) -> list[str]:
        """A chapter cut at its stops."""
        if chapter not in self._sentences:
            self._sentences[chapter] = _STOPS.split(self.texts[chapter])
        return self._sentences[chapter]

    def near(self, style: str, bearer: str) -> float:
        """How often a person is named in the chapters of a courtesy name."""
        return sum(n * m for n, m in zip(self.chapters(style), self.chapters(bearer), strict=True))

    def present(self, style: str, bearer: str) -> float:
        """The share of a courtesy name's mentions in chapters that have this person."""
        counts = self.chapters(style)
        shared = sum(n for n, m in zip(counts, self.chapters(bearer), strict=True) if m)
        return shared / max(1, sum(counts))


def unintroduced(
    forms: Collection[str], introduced: Mapping[str, str], texts: Sequence[str]
) -> dict[str, str]:
    """Courtesy names, alone and after their surnames -> the full names of their bearers."""
    if len(introduced) < _INTRODUCED:
        return {}
    book = _Book(texts)
    bearers: dict[str, list[str]] = defaultdict(list)
    for form in sorted(forms):
        surname, given = split(form)
        own = surname and len(given) == 1 and given not in "氏某" and not is_titled(form)
        if own and form not in introduced.values():
            bearers[surname].append(form)
    found: dict[str, str] = {}
    for style, families in _styles(forms, introduced, bearers, texts).items():
        surname, count = families.most_common(1)[0]
        alone = 1 - count / sum(book.chapters(style))
        known = style in forms or not is_word(style)  # 石呆子 has no courtesy name
        if known and 2 * count > families.total() and alone >= _ALONE:
            bearer = _bearer(style, bearers[surname], book)
            if bearer:
                found |= {style: bearer, surname + style: bearer}
    return found


def _styles(
    forms: Collection[str], introduced: Collection[str], families: Collection[str], texts: Sequence[str]
) -> dict[str, Counter[str]]:
    """What may be courtesy names, with the surnames that stand before them and how often."""
    given = {split(form)[1] for form in forms if not is_titled(form)} | {
        form for form in forms if not split(form)[0]
    }
    given = {
        name for name in given if len(name) == 2 and name not in introduced and name[-1] not in "郎娘哥姐儿"
    }
    styles: dict[str, Counter[str]] = defaultdict(Counter)
    known = alternation(given)
    for text in texts:
        for match in known.finditer(text):
            for size in (2, 1):
                family = text[max(0, match.start() - size) : match.start()]
                if family in families:
                    styles[match.group()][family] += 1
                    break
    return styles


def _bearer(style: str, family: Sequence[str], book: _Book) -> str:
    """Who of a family is meant: those who are other people are left out first."""
    near = Counter({name: book.near(style, name) for name in family})
    ranked = [
        (name, count)
        for name, count in near.most_common(_LOOKED_AT)
        if count and _one_person(style, name, book)
    ]
    if not ranked or book.present(style, ranked[0][0]) < _PRESENT:
        return ""
    return ranked[0][0] if ranked[0][1] >= _CLEARLY * sum(count for _, count in ranked[1:]) else ""


def _one_person(style: str, bearer: str, book: _Book) -> bool:
    """Whether the two names shun each other, and one of them alone leads to speeches."""
    together, expected = 0, 0.0
    speaks: Counter[bool] = Counter()
    for chapter, (count, other) in enumerate(zip(book.chapters(style), book.chapters(bearer), strict=True)):
        if not count:
            continue
        sentences = book.sentences(chapter)
        ours = [each for each in sentences if style in each]
        together += sum(bearer in each for each in ours)
        expected += len(ours) * other / len(sentences)
        speaks[True] += _leads(style, ours)
        speaks[False] += _leads(bearer[-1], sentences)
    quiet = min(speaks.values()) <= max(1.0, _SPEAKS * speaks.total())
    return quiet and together <= 1 + _TOGETHER * expected


def _leads(name: str, sentences: Iterable[str]) -> int:
    """How many of the sentences end with this name and 曰 or 道."""
    return sum(name in each[-8:] for each in sentences if each.endswith(_SAYS))
