"""Words that a book writes in two ways: `to-day` and `today`, `any one` and `anyone`, `grey` and `gray`, `Maël` and `Mael`."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import not_

from fabula.languages import Language
from fabula.languages.searching import Searchable, beside
from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.findings import Finding, finding, quoted_at
from fabula.reading.parsed import Parsed
from fabula.reading.tokens import Tokens

WORDS = 3
"""So many words must be written in two ways. One or two hyphens escape any editor, and are nobody's trouble."""
TWICE = 2
"""A word without a hyphen is enough alone, if each of its spellings stands so often."""
TIMES = 3
"""And each word must stand so often, in both forms together."""
SPACED = 3
"""And two words that also stand as one so often, and half as often as that: `any one`, a time or two, may be any single one."""
LETTERS = 4
"""And a name with and without its accents has so many letters: shorter ones may be words of two languages."""
NAMED = 8
"""The most words that the finding names."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word in two spellings, and how often it has each."""

    one: str
    other: str
    times: int
    times_other: int

    @property
    def rarer(self) -> str:
        """The spelling to look at."""
        return self.one if self.times <= self.times_other else self.other

    @property
    def rank(self) -> tuple[int, int, str]:
        """Those that differ most often come first."""
        return -min(self.times, self.times_other), -self.times - self.times_other, self.one


def two_spellings(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], counts: Mapping[str, int], language: Language
) -> Iterator[Finding]:
    """One finding with all such words, those that differ most often first. It quotes the rarer form of each."""
    if language.style.hyphened is None:
        return
    hyphens = _in_two(parsed, counts, language.style.hyphened)
    spaces = _in_two(parsed, counts, language.style.spaced)
    places = hyphens | spaces
    pairs = {word: other for word in counts if (other := language.style.other_spelling(word)) in counts}
    names = {word: bare for word in counts if (bare := _without_accents(word)) in counts}
    wanted = {*pairs, *pairs.values(), *map(_joined, places), *names, *names.values()}
    plain: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for cut in tokens:
        plain.update(word for word in compress(cut.words, map(not_, cut.capital)) if word in wanted)
        capital.update(word for word in compress(cut.words, cut.capital) if word in wanted)
    # A word with a capital counts where it opens a sentence. If it has one elsewhere, too, it may be a name: Mr. Grey is no colour.
    capital = Counter({word: times for word, times in capital.items() if not _is_a_name(word, parsed)})
    written = {word: plain[word] and plain[word] + capital[word] for word in wanted}
    hyphened = [
        _Word(form, bare, len(at) + _opening(form, parsed), written[bare])
        for form, at in hyphens.items()
        if (bare := _joined(form)) and _is_of_words(form, len(at), counts) and not _is_drawn_out(at)
    ]
    variants = [_Word(one, other, written[one], written[other]) for one, other in pairs.items()]
    variants += _with_and_without_accents(names, plain, parsed)
    variants += [
        _Word(form, one, len(at), written[one])
        for form, at in spaces.items()
        if len(at) >= SPACED and 2 * len(at) >= written[one := _joined(form)]
    ]
    hyphened, variants = (
        [each for each in some if each.times and each.times_other and each.times + each.times_other >= TIMES]
        for some in (hyphened, variants)
    )
    both = sorted((*hyphened, *variants), key=lambda each: each.rank)
    if len(both) < WORDS and not any(min(each.times, each.times_other) >= TWICE for each in variants):
        return
    shown = both[:NAMED]
    said = tuple(f"“{each.one}” ({each.times}) – “{each.other}” ({each.times_other})" for each in shown)
    (chapter, offset), *others = [
        places[each.rarer][0] if each.rarer in places else _first(each.rarer, parsed) for each in shown
    ]
    also = [quoted_at(each, at) for each, at in others]
    code = "findings.two-spellings" if len(both) > 1 else "findings.two-spellings-of-one"
    notice = Notice.of(code, n=len(both), words=said)
    yield finding("two-spellings", "low", notice, chapter, offset, also=also)


def _in_two(
    parsed: Sequence[Parsed], counts: Mapping[str, int], halves: Searchable | None
) -> dict[str, list[tuple[Parsed, int]]]:
    """The places of each form in two halves that the book has in one piece, too."""
    places: dict[str, list[tuple[Parsed, int]]] = {}
    for chapter in parsed:
        for match in halves.finditer(chapter.chapter.text) if halves else ():
            form = match.group().lower()
            if _joined(form) in counts:
                places.setdefault(form, []).append((chapter, match.start()))
    return places


def _with_and_without_accents(
    names: Mapping[str, str], plain: Mapping[str, int], parsed: Sequence[Parsed]
) -> Iterator[_Word]:
    """Names with an accent, each with its form without one. What also stands in lower case is a word: `rosé` and `rose`."""
    for word, bare in names.items():
        one, other = word.capitalize(), bare.capitalize()
        if not plain[word] + plain[bare] and _is_a_name(word, parsed):
            yield _Word(one, other, _named(one, parsed), _named(other, parsed))


def _without_accents(word: str) -> str:
    """How a long word with accents reads without them. Nothing for any other word."""
    if word.isascii() or len(word) < LETTERS:
        return ""
    bare = "".join(
        letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter)
    )
    return bare if bare.isascii() else ""


def _joined(form: str) -> str:
    return form.replace("-", "").replace(" ", "")


def _is_a_name(word: str, parsed: Sequence[Parsed]) -> bool:
    """Whether the word has its capital within a sentence."""
    name = word.capitalize()
    within = re.compile(rf"[a-z,] {name}\b")
    return any(True for chapter in parsed for _ in beside(name, within, chapter.chapter.text, 2))


def _named(name: str, parsed: Sequence[Parsed]) -> int:
    """How often a name stands in the book, `Maël’s` too."""
    whole = re.compile(rf"\b{name}\b")
    return sum(len(whole.findall(chapter.chapter.text)) for chapter in parsed)


def _opening(form: str, parsed: Sequence[Parsed]) -> int:
    """How often a form with a hyphen has a capital: `To-morrow`."""
    whole = re.compile(rf"{form.capitalize()}(?![\w’'-])")
    return sum(len(whole.findall(chapter.chapter.text)) for chapter in parsed)


def _is_of_words(form: str, often: int, counts: Mapping[str, int]) -> bool:
    """Whether one half is a word of its own, so that nobody only drawls: `half a mo-ment`."""
    return any(counts.get(half, 0) > often for half in form.split("-"))


def _is_drawn_out(places: Sequence[tuple[Parsed, int]]) -> bool:
    """Whether the hyphen stands in one speech alone: “In-deed!” is how somebody says it."""
    ((chapter, offset), *others) = places
    return not others and is_within(chapter.spoken, offset)


def _first(word: str, parsed: Sequence[Parsed]) -> tuple[Parsed, int]:
    """Where a word first stands as it is given."""
    pattern = re.compile(rf"\b{word}\b")
    return next(
        (chapter, match.start())
        for chapter in parsed
        for match in beside(word, pattern, chapter.chapter.text, 1)
    )
