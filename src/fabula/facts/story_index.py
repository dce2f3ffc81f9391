"""A story as lines that can be searched by words and by people, without vectors: seconds even for the longest novels."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from fabula.languages import Language
from fabula.languages.alternation import alternation
from fabula.languages.topics.claims import Counted
from fabula.reading.cast import Cast, find_cast
from fabula.reading.quotations import bare
from fabula.text.book import Book
from fabula.text.claims import function_words, known, numbers
from fabula.text.sentences import sentences

NEAR = 3
"""Two things within this many lines of each other belong together."""
MAIN = 25
"""How many people, by mentions, a person of a claim is compared with."""
_FEW = 10
_SPEAKS_ON = 2
"""For so many lines after a name, its bearer is taken to be the one who acts."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence of a summary names."""

    text: str
    people: tuple[int, ...]
    """Members of the cast, in the order of the sentence."""
    places: tuple[tuple[int, int, int], ...]
    """Every mention of them: start, end, who."""
    words: tuple[str, ...]
    """Content words in a plain form, without names."""


class StoryIndex:
    """Every sentence of a story as a line, with the lines of each word and of each person."""

    def __init__(self, book: Book) -> None:
        self.text_hash = book.text_hash
        self.language = Language(book.language)
        self._rules = self.language.claims
        self.cut = [
            (chapter, start, end)
            for chapter, each in enumerate(book.chapters)
            for start, end in sentences(each.text, self.language)
        ]
        self.lines: list[str] = [book.chapters[chapter].text[start:end] for chapter, start, end in self.cut]
        self.chapters: list[int] = [book.chapters[chapter].number for chapter, _, _ in self.cut]
        self.size = len(self.lines)
        self._stops = function_words(self.language)
        cast = find_cast(book)
        self.people: list[str] = [person.name for person in cast.characters]
        self._owner: dict[str, int] = {}
        for number, person in enumerate(cast.characters):
            for form in (person.name, *person.aliases):
                self._own(form, number)
        self._names = self._pattern()
        self._headings = [chapter.title for chapter in book.chapters]
        self._index(self._present(book, cast))

    def _own(self, form: str, who: int) -> None:
        """A form of a name, also without the full stop of its title, and at the start of a sentence."""
        for each in (form, form.replace(". ", " "), form[:1].upper() + form[1:]):
            self._owner.setdefault(self._rules.fold(each), who)

    def _pattern(self) -> re.Pattern[str]:
        if not self._owner:
            return re.compile(r"(?!)")
        return re.compile(rf"(?<![A-Za-z])(?:{alternation(set(self._owner)).pattern})(?![A-Za-z])")

    def _present(self, book: Book, cast: Cast) -> list[list[int]]:
        """Who is named in each line, in its order, and who tells it in the first person."""
        starts = [(chapter, start) for chapter, start, _ in self.cut]
        found: list[list[int]] = [[] for _ in self.lines]
        for mention in cast.mentions:
            at = bisect_right(starts, (mention.chapter, mention.start)) - 1
            if at >= 0:
                found[at].append(mention.who)
        if cast.tells:
            for at in self._told_in_first_person(book):
                teller = cast.teller_at(*starts[at])
                if teller is not None:
                    found[at].append(teller)
        return [list(dict.fromkeys(line)) for line in found]

    def _told_in_first_person(self, book: Book) -> Iterator[int]:
        pronoun = self.language.names.first_person
        for at, (chapter, start, end) in enumerate(self.cut):
            for match in pronoun.finditer(book.chapters[chapter].text, start, end):
                near = bisect_right(book.spoken[chapter], match.start(), key=lambda span: span[0]) - 1
                if near < 0 or match.start() >= book.spoken[chapter][near][1]:
                    yield at
                    break

    def _index(self, present: Sequence[Sequence[int]]) -> None:
        words: dict[str, list[int]] = defaultdict(list)
        people: dict[int, list[int]] = defaultdict(list)
        self.acts: list[int | None] = []
        """Who acts in each line: the first person named in it, or the last one named shortly before."""
        self.present = present
        last, at = None, -NEAR
        for number, line in enumerate(self.lines):
            for word in self.read(line).words:
                words[word].append(number)
            for who in present[number]:
                people[who].append(number)
            if present[number]:
                last, at = present[number][0], number
            self.acts.append(last if number - at <= _SPEAKS_ON else None)
        self._words = {word: np.array(found) for word, found in words.items()}
        self._people = {who: np.array(found) for who, found in people.items()}
        self.acting = Counter(who for who in self.acts if who is not None)

    def read(self, text: str) -> Claim:
        """The people and content words of a sentence."""
        folded = self._rules.fold(text)
        places = tuple((*match.span(), self._owner[match.group()]) for match in self._names.finditer(folded))
        rest = self._names.sub(" ", folded)
        words = [self._rules.plain(word) for word in self._rules.words(rest) if word not in self._stops]
        return Claim(
            text, tuple(dict.fromkeys(who for *_, who in places)), places, tuple(dict.fromkeys(words))
        )

    def checkable(self, text: str) -> bool:
        """Whether a sentence has anything that can be looked up: a person, a content word or a number."""
        claim = self.read(text)
        return bool(claim.people or claim.words or list(numbers(text, self.language)))

    def standing(self, text: str) -> int | None:
        """The line that is this sentence word for word. A short one could be anybody's, so it does not count."""
        letters = bare(text)
        return self._by_letters.get(letters) if len(letters) >= self.language.excerpting.least_near else None

    def named(self, people: Iterable[int]) -> tuple[str, ...]:
        """The names of people."""
        return tuple(self.people[who] for who in people)

    def weight(self, word: str) -> float:
        """How rare a word is among the lines."""
        return math.log(1 + self.size / (1 + len(self.lines_with(word))))

    def lines_with(self, word: str) -> Any:
        """The lines that contain a word."""
        return self._words.get(word, _NONE)

    def near_word(self, word: str, reach: int) -> Any:
        """For every line, whether the word is within `reach` lines."""
        return self._around(self.lines_with(word), reach)

    def lines_of(self, who: int) -> Any:
        """The lines that name a person, or that they tell in the first person."""
        return self._people.get(who, _NONE)

    def near_person(self, who: int, reach: int = NEAR) -> Any:
        """For every line, whether the person is named within `reach` lines."""
        return self._around(self.lines_of(who), reach)

    def all_near(self, people: Iterable[int], reach: int) -> Any:
        """For every line, whether all these people are named within `reach` lines."""
        together = np.ones(self.size, dtype=bool)
        for who in people:
            together &= self.near_person(who, reach)
        return together

    @cached_property
    def _by_letters(self) -> dict[str, int]:
        """The first line with the same letters and digits."""
        lines: dict[str, int] = {}
        for at, line in enumerate(self.lines):
            lines.setdefault(bare(line), at)
        return lines

    @cached_property
    def main(self) -> dict[int, Any]:
        """The lines near each of the most mentioned people."""
        return {who: self.near_person(who) for who in range(min(MAIN, len(self.people)))}

    @cached_property
    def known(self) -> Any:
        """The words of the story, for finding names that it does not hold."""
        return known(self._rules.fold("\n".join([*self._headings, *self.lines])), self.language)

    @cached_property
    def numbers(self) -> dict[int, list[Counted]]:
        """The numbers of each line that has any."""
        found = ((at, list(numbers(line, self.language))) for at, line in enumerate(self.lines))
        return {at: stated for at, stated in found if stated}

    @cached_property
    def counted(self) -> dict[str, list[int]]:
        """The lines in which something is counted, by what is counted."""
        lines: dict[str, list[int]] = defaultdict(list)
        for at, stated in self.numbers.items():
            for one in stated:
                lines[one.of].append(at)
        return lines

    @cached_property
    def deaths(self) -> Any:
        """For every line, whether it speaks of death."""
        return self._matching(self._rules.death)

    @cached_property
    def denials(self) -> Any:
        """For every line, whether it denies something."""
        return self._matching(self._rules.denial)

    def _matching(self, pattern: re.Pattern[str] | None) -> Any:
        if pattern is None:
            return np.zeros(self.size, dtype=bool)
        return np.array([pattern.search(line) is not None for line in self.lines], dtype=bool)

    @cached_property
    def usual_deaths(self) -> float:
        """How often people of the cast stand near death, as a logarithm."""
        rates = [self.deaths_near(who) for who, lines in self._people.items() if len(lines) > _FEW]
        return math.log(float(np.mean(rates or [0.05])) + 0.005)

    def deaths_near(self, who: int) -> float:
        """The share of the lines near a person that speak of death."""
        near = self.near_person(who, 1)
        return float(((near & self.deaths).sum() + 0.5) / (near.sum() + 8))

    def _around(self, lines: Any, reach: int) -> Any:
        change = np.zeros(self.size + 1, dtype=np.int32)
        np.add.at(change, np.maximum(lines - reach, 0), 1)
        np.add.at(change, np.minimum(lines + reach + 1, self.size), -1)
        return np.cumsum(change[:-1]) > 0


_NONE = np.empty(0, dtype=np.intp)


def best_lines(scores: Any, k: int) -> Sequence[int]:
    """The k lines with the highest scores, best first; equal ones in the order of the story."""
    found: list[int] = np.argsort(-scores, kind="stable")[:k].tolist()
    return found
