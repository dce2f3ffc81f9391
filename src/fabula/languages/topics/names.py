"""Names: who is named in a story, which names mean the same person, and replacements for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, Protocol

Gender = Literal["f", "m", ""]
MOST_FORMS = 3000
"""Only this many of the most frequent names are compared. No novel has so many people, but a file may."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person with all forms of their name."""

    forms: Counter[str]
    """How often each form occurs."""
    full: str
    """The fullest form. Empty if there is none."""
    gender: Gender
    name: str = ""
    """The name to show, if somebody chose it."""


@dataclass(frozen=True, slots=True)
class People:
    """Everyone who is named in some texts, and where."""

    people: Sequence[Person] = ()
    mentions: Sequence[tuple[int, int, int, str]] = ()
    """Index of the text, start, end, and form of name."""
    ambiguous: Sequence[str] = ()
    """Forms that could mean more than one person. They count for nobody."""


class Bearer(Protocol):
    """A person to rename."""

    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> Sequence[str]: ...
    @property
    def gender(self) -> Gender: ...


class NameDraw:
    """Draws new names that do not occur in a text, each only once."""

    def __init__(self, random: Random, text: str, taken: frozenset[str] = frozenset()) -> None:
        self._random = random
        self._taken = taken
        self._text = text
        self._held = taken.union(re.findall(r"\w+", text))
        self.used: set[str] = set()

    def word(self, pool: Sequence[str]) -> str:
        """A word from the pool that is not yet used. Letters are added when the pool is empty."""
        if free := self.free(pool):
            chosen = self._random.choice(free)
        else:
            base = self._random.choice(pool)
            n = 2
            while f"{base}{'v' * n}" in self._held | self.used:
                n += 1
            chosen = f"{base}{'v' * n}"
        self.used.add(chosen)
        return chosen

    def free(self, pool: Sequence[str]) -> list[str]:
        """The words of the pool that are not in the text and not yet given to anyone."""
        return [name for name in pool if name not in self._held and name not in self.used]

    def letter(self, pool: Sequence[str]) -> str:
        """An unused character for a Chinese name. When the pool is empty, it starts again."""
        free = [letter for letter in pool if letter not in self.used] or pool
        chosen = self._random.choice(free)
        self.used.add(chosen)
        return chosen

    def rarest_half(self, letters: Sequence[str]) -> list[str]:
        """The half that is rarest in the text, so that the text before a name does not look like part of it."""
        return sorted(letters, key=lambda letter: (self._text.count(letter), letter))[: len(letters) // 2]

    def is_new(self, name: str, mapping: Mapping[str, str]) -> bool:
        """Whether it is not in the text and not yet given to anyone."""
        return name not in self._text and name not in self._taken and name not in mapping.values()


Spans = Sequence[tuple[int, int]]


def _nobody(texts: Sequence[str], headings: Sequence[str], spoken: Sequence[Spans]) -> People:  # noqa: ARG001 - called as every finder is
    return People()


def _as_written(names: Iterable[str], text: str) -> list[str]:
    return [name for name in names if name in text]


def _whole_words(text: str, mapping: Mapping[str, str], also_words: frozenset[str]) -> str:  # noqa: ARG001
    names = "|".join(map(whole_name, sorted(mapping, key=len, reverse=True)))
    return re.sub(names, lambda match: mapping[match.group()], text)


def whole_name(name: str) -> str:
    """The pattern of a name as a whole. A script without capitals, such as Chinese, writes no spaces around it."""
    return rf"\b{re.escape(name)}\b" if name.lower() != name.upper() else re.escape(name)


@dataclass(frozen=True, slots=True)
class NameRules:
    """How a language names people. Without its own rules, nobody is found."""

    find: Callable[[Sequence[str], Sequence[str], Sequence[Spans]], People] = _nobody
    """Who is named in the chapters of a book, of which these are the headings and the speeches."""
    he: re.Pattern[str] = re.compile(r"(?!)")
    """Pronouns soon after a name that indicate a man."""
    she: re.Pattern[str] = re.compile(r"(?!)")
    first_person: re.Pattern[str] = re.compile(r"(?!)")
    """The pronoun of somebody who tells their own story."""
    pronouns_show_gender: Callable[[Sequence[str]], bool] = lambda texts: False  # noqa: ARG005
    """Whether pronouns in these texts distinguish women from men. Older Chinese prose does not."""
    gender: Callable[[str], Gender] = lambda given: ""  # noqa: ARG005
    """The gender that a given name shows, if it is known."""
    given_names: frozenset[str] = frozenset()
    """Given names and pet forms that the language's list holds."""
    never_names: frozenset[str] = frozenset()
    """Words that look like names and are none."""
    not_names: frozenset[str] = frozenset()
    """Pronouns and similar words, which do not name a particular person."""
    titles: frozenset[str] = frozenset()
    """Forms of address and ranks. They stand beside a name, and people say them in their own way: Mis’ McGill."""
    looks_like_name: Callable[[str], bool] = bool
    """Whether a form could name somebody at all, pronouns aside."""
    contradict: Callable[[str, str], bool] = lambda one, other: False  # noqa: ARG005
    """Whether two names clearly belong to two people."""
    may_be_one: Callable[[str, str], bool] = lambda one, other: False  # noqa: ARG005
    """Whether one name may be a short or a pet form of the other."""
    corefer: Callable[[Counter[str]], list[list[str]]] = lambda counts: [[form] for form in counts]
    """Groups of forms that mean one person, by their names alone."""
    is_full: Callable[[str], bool] = lambda form: False  # noqa: ARG005
    """Whether a form is a full name without a title."""
    mentioned: Callable[[Iterable[str], str], list[str]] = _as_written
    """The names to look for in a text, from a list of people."""
    other_names: Callable[[Sequence[Bearer], NameDraw, str], dict[str, str]] | None = None
    """A new name for every word or form of these people's names, and for places where they are known."""
    rename: Callable[[str, Mapping[str, str], frozenset[str]], str] = _whole_words
    """Replace every whole name of a mapping in a text. The set contains names that are also words."""
    met: str = "appears with"
    """The relation of two people who are mentioned together."""
