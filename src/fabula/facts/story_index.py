"""A story as lines that can be searched by words and by people, without vectors: seconds even for the longest novels."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from fabula.facts.claims import function_words, known, negated, numbers
from fabula.languages import Language
from fabula.languages.alternation import alternation
from fabula.languages.topics.claims import Counted
from fabula.reading.cast import find_cast
from fabula.text.book import Book
from fabula.text.sentences import sentences

NEAR = 3
"""Two things within this many lines of each other belong together."""
MAIN = 25
"""How many people, by mentions, a person of a claim is compared with."""
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
        self.language = Language(book.language)
        self._rules = self.language.claims
        cut = [
            (chapter.text[start:end], chapter.number)
            for chapter in book.chapters
            for start, end in sentences(chapter.text, self.language)
        ]
        self.lines: list[str] = [text for text, _ in cut]
        self.chapters: list[int] = [number for _, number in cut]
        self.size = len(self.lines)
        self._stops = function_words(self.language)
        self.people: list[str] = []
        owner: dict[str, int] = {}
        for number, person in enumerate(find_cast(book).characters):
            self.people.append(person.name)
            for form in (person.name, *person.aliases):
                owner.setdefault(self._rules.fold(form), number)
        self._owner = owner
        self._names = (
            re.compile(rf"(?<![A-Za-z])(?:{alternation(set(owner)).pattern})(?![A-Za-z])")
            if owner
            else re.compile(r"(?!)")
        )
        self._index()

    def _index(self) -> None:
        words: dict[str, list[int]] = defaultdict(list)
        people: dict[int, list[int]] = defaultdict(list)
        self.acts: list[int | None] = []
        """Who acts in each line: the first person named in it, or the last one named shortly before."""
        last, at = None, -NEAR
        for number, line in enumerate(self.lines):
            claim = self.read(line)
            for word in claim.words:
                words[word].append(number)
            for who in claim.people:
                people[who].append(number)
            if claim.people:
                last, at = claim.people[0], number
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

    def weight(self, word: str) -> float:
        """How rare a word is among the lines."""
        return math.log(1 + self.size / (1 + len(self.lines_with(word))))

    def lines_with(self, word: str) -> Any:
        """The lines that contain a word."""
        return self._words.get(word, _NONE)

    def near_word(self, word: str, reach: int) -> Any:
        """For every line, whether the word is within `reach` lines."""
        return self._around(self.lines_with(word), reach)

    def near_person(self, who: int, reach: int = NEAR) -> Any:
        """For every line, whether the person is named within `reach` lines."""
        return self._around(self._people.get(who, _NONE), reach)

    def all_near(self, people: Iterable[int], reach: int) -> Any:
        """For every line, whether all these people are named within `reach` lines."""
        together = np.ones(self.size, dtype=bool)
        for who in people:
            together &= self.near_person(who, reach)
        return together

    @cached_property
    def main(self) -> dict[int, Any]:
        """The lines near each of the most mentioned people."""
        return {who: self.near_person(who) for who in range(min(MAIN, len(self.people)))}

    @cached_property
    def known(self) -> Any:
        """The words of the story, for finding names that it does not hold."""
        return known(self._rules.fold("\n".join(self.lines)), self.language)

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
        pattern = self._rules.death
        if pattern is None:
            return np.zeros(self.size, dtype=bool)
        return np.array([pattern.search(line) is not None for line in self.lines], dtype=bool)

    @cached_property
    def usual_deaths(self) -> float:
        """How often people of the cast stand near death, as a logarithm."""
        rates = [self.deaths_near(who) for who in self._people if len(self._people[who]) > 10]
        return math.log(float(np.mean(rates or [0.05])) + 0.005)

    def deaths_near(self, who: int) -> float:
        """The share of the lines near a person that speak of death."""
        near = self.near_person(who, 1)
        return float(((near & self.deaths).sum() + 0.5) / (near.sum() + 8))

    def denies(self, at: int) -> bool:
        """Whether a line denies something."""
        return negated(self.lines[at], self.language)

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
