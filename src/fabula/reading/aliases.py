"""Coreference: which names mean one person or place.

A model names people scene by scene: "Frodo, also Mr. Underhill" in one scene and "Frodo Baggins" in another.
Rules merge these over the whole book. Names that the model merged stay merged, unless they contradict each
other (Jane Bennet, Elizabeth Bennet) or the model kept them apart more often. Then the language's own rules
(titles, pet forms, surnames, Chinese forms of address) merge the rest. A union of sets has no direction, so
circular aliases end in one set.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from fabula.languages import Language

SHARED = 1 / 3
"""A form used for two people belongs to neither if the rarer use is at least this share of the more common one."""
_SPACE = re.compile(r"\s+")


Groups = tuple[tuple[str, ...], ...]
"""Who is named in a scene, by one extraction. The first name of each group is the one it was listed under."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A name used for several people. It is kept apart from all of them."""

    name: str
    bearers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """One person or place with all forms of its name, and how often each was extracted."""

    name: str
    forms: Counter[str]


@dataclass(frozen=True, slots=True)
class Names:
    """Everyone who is named, the most frequent first, and what could not be resolved."""

    people: tuple[Named, ...]
    shared: tuple[Shared, ...]
    _index: dict[str, int] = field(repr=False)

    def of(self, form: str) -> int | None:
        """The entry that this name belongs to."""
        return self._index.get(tidy(form))


def tidy(form: str) -> str:
    """A name normalised for comparison: without extra spaces, an article, a possessive or quotation marks."""
    form = _SPACE.sub(" ", form).strip(" \t\"“”‘'.,;:·")
    form = re.sub(r"['’]s$", "", form)
    return re.sub(r"^(?:[Tt]he|[Aa]n?) (?=\S)", "", form)


def is_name(form: str, language: str) -> bool:
    """Could this name somebody? Pronouns and plain descriptions ("the girl") do not."""
    form = tidy(form)
    names = Language(language).names
    if not form or len(form) > 60 or form.lower() in names.not_names:
        return False
    return names.looks_like_name(form)


def join_names(groups: Sequence[Groups], language: str) -> Names:
    """One entry for each named person or place. The same notes in the same order give the same names."""
    joining = _Joining(groups, language)
    shared = joining.shared()
    joining.join_listed({one.name for one in shared})
    joining.join_by_rule({one.name for one in shared})
    people = sorted(
        (joining.named(group) for group in joining.sets()), key=lambda one: (-one.forms.total(), one.name)
    )
    index = {form: number for number, one in enumerate(people) for form in one.forms}
    return Names(tuple(people), tuple(shared), index)


class _Joining:
    """Names as a forest of sets, merged by the most reliable evidence first."""

    def __init__(self, listed: Sequence[Groups], language: str) -> None:
        self.names = Language(language).names
        self.counts: Counter[str] = Counter()
        self.together: Counter[tuple[str, str]] = Counter()
        self.apart: Counter[tuple[str, str]] = Counter()
        self.heads: dict[str, Counter[str]] = defaultdict(Counter)
        for one in listed:
            groups = [
                [form for form in dict.fromkeys(map(tidy, group)) if is_name(form, language)] for group in one
            ]
            self._note([group for group in groups if group])
        self.parent = {form: form for form in self.counts}

    def _note(self, groups: list[list[str]]) -> None:
        for group in groups:
            for form in group:
                self.counts[form] += 1
                if form != group[0]:
                    self.together[_pair(form, group[0])] += 1
                    self.heads[form][group[0]] += 1
        for one, other in combinations(dict.fromkeys(group[0] for group in groups), 2):
            self.apart[_pair(one, other)] += 1

    def shared(self) -> list[Shared]:
        """Forms used for two people who are clearly different."""
        found = []
        for form in sorted(self.heads):
            ranked = sorted(self.heads[form].items(), key=lambda head: (-head[1], head[0]))
            bearers = {
                name
                for (one, most), (other, fewer) in combinations(ranked, 2)
                if fewer >= SHARED * most and self.differ(one, other)
                for name in (one, other)
            }
            if bearers:
                found.append(Shared(form, tuple(sorted(bearers))))
        return found

    def differ(self, one: str, other: str) -> bool:
        """Whether they are two people, by their names or because extraction listed them side by side."""
        pair = _pair(one, other)
        return self.apart[pair] > self.together[pair] or self.names.contradict(one, other)

    def join_listed(self, kept_apart: set[str]) -> None:
        ranked = sorted(self.together.items(), key=lambda pair: (-pair[1], pair[0]))
        for (one, other), _ in ranked:
            if one not in kept_apart and other not in kept_apart:
                self.join(one, other)

    def join_by_rule(self, kept_apart: set[str]) -> None:
        left = Counter({form: count for form, count in self.counts.items() if form not in kept_apart})
        for group in self.names.corefer(left):
            ranked = sorted(group, key=lambda form: (-self.counts[form], form))
            for form in ranked[1:]:
                self.join(ranked[0], form)

    def join(self, one: str, other: str) -> None:
        """Merge two sets, unless two of their names belong to different people."""
        first, second = self.root(one), self.root(other)
        if first == second:
            return
        ours, theirs = self.members(first), self.members(second)
        if not any(self.differ(a, b) for a in ours for b in theirs):
            self.parent[max(first, second)] = min(first, second)

    def root(self, form: str) -> str:
        while self.parent[form] != form:
            self.parent[form] = self.parent[self.parent[form]]
            form = self.parent[form]
        return form

    def members(self, root: str) -> list[str]:
        return [form for form in self.parent if self.root(form) == root]

    def sets(self) -> Iterable[list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for form in self.parent:
            found[self.root(form)].append(form)
        return found.values()

    def named(self, group: list[str]) -> Named:
        """Named by the full name if there is one, else by the most used name."""
        forms = Counter({form: self.counts[form] for form in sorted(group)})
        full = [form for form in forms if self.names.is_full(form)]
        name = max(full or list(forms), key=lambda form: (forms[form], len(form), form))
        return Named(name, forms)


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
