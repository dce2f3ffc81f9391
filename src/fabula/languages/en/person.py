"""A person of an English book while their names are gathered, and what the book shows about names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from fabula.languages.en.given_names import folded, wholes
from fabula.languages.en.name_parts import Name, gender_by_name, root
from fabula.languages.en.titles import PEERS, same
from fabula.languages.topics.names import Gender


@dataclass(frozen=True, slots=True)
class Context:
    """What the book shows about names besides how often they occur."""

    first: Mapping[Name, float] = field(default_factory=dict)
    """Where in the book (0 to 1) each name first occurs."""
    pronouns: Mapping[Name, Gender] = field(default_factory=dict)
    """The gender of the pronouns after each name, where one prevails."""
    beside: Mapping[tuple[Name, Name], int] = field(default_factory=dict)
    """How often two names follow each other closely, in either order."""
    told: Mapping[Name, int] = field(default_factory=dict)
    """How often the narrator, not a speaker, uses each name."""
    elders: frozenset[Name] = frozenset()
    """Names with `old` or `the elder` before them."""
    answers: Mapping[tuple[Name, Name], int] = field(default_factory=dict)
    """How often one name is used as an address where another's bearer speaks next."""
    apposed: Mapping[tuple[Name, Name], int] = field(default_factory=dict)
    """How often a role stands beside a name: `Mr. Turton, the Collector`."""
    scenes: Mapping[Name, Mapping[tuple[int, int], int]] = field(default_factory=dict)
    """How often each name occurs in each stretch of the book, about a page or two long."""
    sisters: frozenset[str] = frozenset()
    """Surnames of which the book names several unmarried women at once."""
    told_at: Mapping[Name, frozenset[int]] = field(default_factory=dict)
    """The paragraphs, counted through the book, in which the narrator uses each name."""
    said_at: Mapping[Name, frozenset[int]] = field(default_factory=dict)
    """The paragraphs in which a speaker uses each name."""
    addressed_at: Mapping[Name, frozenset[int]] = field(default_factory=dict)
    """The paragraphs in which somebody is spoken to by each name."""
    stated: Mapping[tuple[Name, Name], int] = field(default_factory=dict)
    """How often the text says that two names are one person's: `Jack Dawkins, known as the Dodger`."""
    calls: Mapping[tuple[Name, Name], int] = field(default_factory=dict)
    """How often a speaker (first) speaks to somebody by a name."""
    kin: frozenset[frozenset[Name]] = frozenset()
    """Pairs of names that the text gives to relatives: `Milly, Mrs. Snow’s daughter`."""

    def uses(self, name: Name) -> int:
        """How often the book uses a name."""
        return sum(self.scenes.get(name, {}).values())


@dataclass(eq=False, slots=True)
class Person:
    """Names gathered so far that mean one person."""

    context: Context
    names: Counter[Name] = field(default_factory=Counter)
    count: int = 0
    titles: set[str] = field(default_factory=set)
    roots: set[str] = field(default_factory=set)
    givens: set[str] = field(default_factory=set)
    """Whole given names that the written ones may stand for."""
    spelt: set[str] = field(default_factory=set)
    """Given names as they are written."""

    def add(self, name: Name, count: int) -> None:
        """One more name."""
        self.names[name] += count
        self.count += count
        if name.title:
            self.titles.add(same(name.title))
        if name.surname:
            self.roots.add(root(name.surname))
        if name.given:
            self.givens |= wholes(name.given)
        if name.given or name.bare:
            self.spelt.add(folded(name.given or name.bare))

    def usual_titles(self, share: float = 0.1) -> set[str]:
        """The titles that more than a share of the titled names carry: Madame Olenska was once Miss Ellen."""
        counts: Counter[str] = Counter()
        for name, count in self.names.items():
            if name.title:
                counts[same(name.title)] += count
        return {title for title, count in counts.items() if count > share * counts.total()}

    def times_titled(self, title: str) -> int:
        """How often somebody bears a title."""
        return sum(count for name, count in self.names.items() if same(name.title) == title)

    def times_called(self, word: str) -> int:
        """How often somebody is called by a word as a given name, a pet form of it, or a surname."""
        forms, plain = wholes(word) | {folded(word)}, root(word)
        return sum(
            count
            for name, count in self.names.items()
            if (name.given and folded(name.given) in forms) or (name.surname and root(name.surname) == plain)
        )

    def bears(self, title: Name) -> bool:
        """Whether somebody has a title before this surname. Mr. Frank Oakley has, and Mr. Frank has not."""
        return any(
            same(name.title) == same(title.title)
            and name.surname
            and root(name.surname) == root(title.surname)
            for name in self.names
            if name.title
        )

    def is_wife_of(self, husband: Name) -> bool:
        """Whether she is called by this husband's name, too."""
        return any(
            name.husband == husband.husband
            and (not husband.surname or not name.surname or name.surname == husband.surname)
            for name in self.names
        )

    def times_in_full(self) -> int:
        """How often somebody is named with a title or in full, not by one word alone."""
        return sum(count for name, count in self.names.items() if not name.bare)

    def is_known_by_rank(self) -> bool:
        """Lady Catherine is not called Catherine; Kael Thorne, once called Sir, is called Kael."""
        ranked = sum(count for name, count in self.names.items() if name.title in PEERS)
        return ranked > 0.5 * sum(count for name, count in self.names.items() if name.given)

    def gender(self) -> Gender:
        """By titles and given names, else by pronouns. Richard Joyce is a man, however often he is only Joyce."""
        shown: Counter[Gender] = Counter()
        given = {gender_by_name(name) for name in self.names if name.given} - {""}
        for name, count in self.names.items():
            if len(given) != 1 or not name.bare or root(name.bare) not in self.roots:
                shown[gender_by_name(name)] += count
        shown.pop("", None)
        if not shown:
            for name, count in self.names.items():
                shown[self.context.pronouns.get(name, "")] += count
            shown.pop("", None)
        return shown.most_common(1)[0][0] if shown else ""
