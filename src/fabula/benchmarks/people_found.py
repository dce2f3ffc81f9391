"""Compares a cast with the characters that annotators listed.

A name belongs to a character if it is one of the character's names and of nobody else's. A person of the cast answers to a
character if one of the person's forms of name belongs to the character. A leading character is found if someone answers
to them, and split if several do. A person who answers to a leading character and to somebody else is two people merged.
Both counts are strict: one mention is enough. Beside them stand the *clear* ones, where more than strays are told apart
or mixed up (`people_result.CLEAR`).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fabula.benchmarks.dialogism import CorpusCharacter
from fabula.benchmarks.people_result import Merged, PeopleFound, Split
from fabula.reading.cast import Cast

LEAST_OF_BASELINE = 5
"""The baseline takes every run of capitalised words that occurs at least this often for a name."""
_RUN = re.compile(r"\b(?:[A-Z][a-z]{0,2}\. )*[A-Z][\w’'-]*[^\W_](?: [A-Z][\w’'-]*[^\W_])*")


@dataclass(frozen=True, slots=True)
class Listed:
    """One person, by name and all forms of it, with how often each occurs."""

    name: str
    forms: Mapping[str, int]


def of_cast(cast: Cast) -> list[Listed]:
    """The people that fabula found, most named first."""
    forms: list[Counter[str]] = [
        Counter(dict.fromkeys((one.name, *one.aliases), 0)) for one in cast.characters
    ]
    for mention in cast.mentions:
        forms[mention.who][mention.form] += 1
    return [Listed(one.name, named) for one, named in zip(cast.characters, forms, strict=True)]


def of_baseline(texts: Iterable[str]) -> list[Listed]:
    """Every run of capitalised words that occurs often enough is a name, and names with one last word are one person."""
    counts = Counter(match.group() for text in texts for match in _RUN.finditer(text))
    people: dict[str, Counter[str]] = defaultdict(Counter)
    for run, count in counts.items():
        if count >= LEAST_OF_BASELINE:
            people[run.split()[-1]][run] = count
    ranked = sorted(people.values(), key=lambda forms: -forms.total())
    return [Listed(forms.most_common(1)[0][0], forms) for forms in ranked]


def compare(characters: Sequence[CorpusCharacter], people: Sequence[Listed]) -> PeopleFound:
    """How many leading characters are found, each once and apart from others."""
    bearer = belongs(characters)
    answers = [_answered(one, bearer) for one in people]
    under: dict[int, dict[str, int]] = {index: {} for index in range(len(characters))}
    for one, who in zip(people, answers, strict=True):
        for index, times in who.items():
            under[index][one.name] = times
    leading = [index for index, one in enumerate(characters) if one.leading]
    known = {plain(alias) for one in characters for alias in one.aliases}
    return PeopleFound(
        leading=len(leading),
        found=sum(bool(under[index]) for index in leading),
        split=tuple(
            Split(
                person=characters[index].name,
                under=tuple(under[index]),
                mentions=tuple(under[index].values()),
            )
            for index in leading
            if len(under[index]) > 1
        ),
        merged=tuple(
            Merged(
                person=one.name,
                holds=tuple(characters[index].name for index in sorted(who)),
                mentions=tuple(who[index] for index in sorted(who)),
            )
            for one, who in zip(people, answers, strict=True)
            if len(who) > 1 and who.keys() & set(leading)
        ),
        missed=tuple(characters[index].name for index in leading if not under[index]),
        listed=len(people),
        strangers=tuple(
            one.name for one in people[: len(leading)] if not known.intersection(map(plain, one.forms))
        ),
    )


def _answered(one: Listed, bearer: Mapping[str, int]) -> Counter[int]:
    """The characters to whom somebody's names belong, and how often these names occur."""
    who: Counter[int] = Counter()
    for form, times in one.forms.items():
        if (name := plain(form)) in bearer:
            who[bearer[name]] += times
    return who


def total(found: Sequence[PeopleFound]) -> PeopleFound:
    """All novels together."""
    return PeopleFound(
        leading=sum(each.leading for each in found),
        found=sum(each.found for each in found),
        split=tuple(one for each in found for one in each.split),
        merged=tuple(one for each in found for one in each.merged),
        missed=tuple(one for each in found for one in each.missed),
        listed=sum(each.listed for each in found),
        strangers=tuple(one for each in found for one in each.strangers),
    )


def plain(form: str) -> str:
    """A name as it is compared: without case, accents, dots and an article."""
    letters = unicodedata.normalize("NFKD", form.casefold().replace("’", "'"))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter) and letter != ".")
    return re.sub(r"^(?:the|an?) ", "", " ".join(bare.split()))


def belongs(characters: Sequence[CorpusCharacter]) -> dict[str, int]:
    """Name -> the only character that it can mean."""
    bearers: dict[str, set[int]] = defaultdict(set)
    for index, one in enumerate(characters):
        for alias in one.aliases:
            bearers[plain(alias)].add(index)
    return {name: min(who) for name, who in bearers.items() if len(who) == 1}
