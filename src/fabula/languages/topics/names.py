"""Names: who is named in a story, which names mean one person, and what to call everyone instead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal, Protocol

Gender = Literal["f", "m", ""]
MOST_FORMS = 3000
"""The most used forms of name that are compared with one another. No novel has so many people; a file may."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone under all their forms of name."""

    forms: Counter[str]
    """How often each form occurs."""
    full: str
    """The fullest form; empty where there is none."""
    gender: Gender


@dataclass(frozen=True, slots=True)
class People:
    """Everyone who is named in some texts, and where."""

    people: Sequence[Person] = ()
    mentions: Sequence[tuple[int, int, int, str]] = ()
    """Index of the text, start, end, and form of name."""
    ambiguous: Sequence[str] = ()
    """Forms that could mean more than one person; they are counted for none."""


class Bearer(Protocol):
    """Someone who is to have another name."""

    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> Sequence[str]: ...
    @property
    def gender(self) -> Gender: ...


class NameDraw:
    """Draws names that a text does not hold, each only once."""

    def __init__(self, random: Random, text: str) -> None:
        self._random = random
        self._text = text
        self._held = set(re.findall(r"\w+", text))
        self.used: set[str] = set()

    def word(self, pool: Sequence[str]) -> str:
        """A word of the pool that neither the text nor anyone has yet; with letters added when the pool is empty."""
        free = [name for name in pool if name not in self._held and name not in self.used]
        if free:
            chosen = self._random.choice(free)
        else:
            base = self._random.choice(pool)
            n = 2
            while f"{base}{'v' * n}" in self._held | self.used:
                n += 1
            chosen = f"{base}{'v' * n}"
        self.used.add(chosen)
        return chosen

    def letter(self, pool: Sequence[str]) -> str:
        """A character for a Chinese name that nobody has yet; from the whole pool again when it is empty."""
        free = [letter for letter in pool if letter not in self.used] or pool
        chosen = self._random.choice(free)
        self.used.add(chosen)
        return chosen

    def rarest_half(self, letters: Sequence[str]) -> list[str]:
        """The half of these that the text holds least: what stands before a name must not look like part of it."""
        return sorted(letters, key=lambda letter: (self._text.count(letter), letter))[: len(letters) // 2]

    def is_new(self, name: str, mapping: Mapping[str, str]) -> bool:
        """Whether it is neither in the text nor given to anyone."""
        return name not in self._text and name not in mapping.values()


def _nobody(texts: Sequence[str]) -> People:  # noqa: ARG001 - called as every finder is
    return People()


def _as_written(names: Iterable[str], text: str) -> list[str]:
    return [name for name in names if name in text]


def _unchanged(text: str, mapping: Mapping[str, str], also_words: frozenset[str]) -> str:  # noqa: ARG001
    return text


@dataclass(frozen=True, slots=True)
class NameRules:
    """How a language names people. Without rules of its own nobody is found."""

    find: Callable[[Sequence[str]], People] = _nobody
    """Who is named in the chapters of a book."""
    he: re.Pattern[str] = re.compile(r"(?!)")
    """Pronouns soon after a name that show a man."""
    she: re.Pattern[str] = re.compile(r"(?!)")
    pronouns_show_gender: Callable[[Sequence[str]], bool] = lambda texts: False  # noqa: ARG005
    """Whether these texts tell women from men by their pronouns: older Chinese prose does not."""
    given_names: frozenset[str] = frozenset()
    """Given names and pet forms that the language's list holds."""
    never_names: frozenset[str] = frozenset()
    """Words that look like names and are none."""
    not_names: frozenset[str] = frozenset()
    """Pronouns and the like, which name nobody in particular."""
    looks_like_name: Callable[[str], bool] = bool
    """Whether a form could name somebody at all, pronouns aside."""
    contradict: Callable[[str, str], bool] = lambda one, other: False  # noqa: ARG005
    """Whether two names are plainly those of two people."""
    corefer: Callable[[Counter[str]], list[list[str]]] = lambda counts: [[form] for form in counts]
    """Groups of forms that mean one person, by their names alone."""
    is_full: Callable[[str], bool] = lambda form: False  # noqa: ARG005
    """Whether a form is a full name without a title."""
    mentioned: Callable[[Iterable[str], str], list[str]] = _as_written
    """Of people named in a list, the names to look for in a text."""
    other_names: Callable[[Sequence[Bearer], NameDraw, str], dict[str, str]] | None = None
    """A new name for every word or form of these people's names, and for places where they are known."""
    rename: Callable[[str, Mapping[str, str], frozenset[str]], str] = _unchanged
    """A text with every whole name of a mapping replaced; the set holds names that are words too."""
    met: str = "appears with"
    """The relation of two who are named beside each other."""
