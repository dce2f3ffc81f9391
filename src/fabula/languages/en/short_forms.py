"""Short forms that no list joins: Nell is Nellie, Ethe is Ethan to those who speak to him, and Mac is MacConnell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from fabula.languages.en.given_names import folded, gender_of, is_given, is_made_of, without_endearment
from fabula.languages.en.name_parts import root
from fabula.languages.en.person import Context, Person
from fabula.languages.en.presence import Presence
from fabula.languages.en.wives import Pair

LEAST = 3
"""Letters of a form that another may be made from."""
NEAR = 0.5
"""Whoever has a short form is where it stands, in this share of its places."""
CUT = 4
"""Letters of a form that the narrator uses, too."""
SELDOM = 10
"""Whoever is named this many times less often is not meant by half of a double name."""
MANY = 8
"""In so many places both forms stand."""
TOGETHER = 0.34
"""A narrator may change from one form to the other within a paragraph, but two people would be named side by side more often."""
CLIPPED = 2
"""So often somebody is spoken to by a form that the lists do not have."""


def short_forms(people: Sequence[Person], context: Context) -> list[Pair]:
    """Nell is Nellie, where only one of the people could be meant, who is there, and whom the narrator does not name beside her."""
    presence = Presence(people, context)
    pairs: list[Pair] = []
    givens: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for other, each in enumerate(people):
        for given in _givens(each):
            givens[_start(given)].append((other, given))
    for one, person in enumerate(people):
        word = _only_word(person)
        if not word:
            continue
        near = givens.get(_start(word), ())
        alike = sorted({other for other, given in near if other != one and _is_one(word, given)})
        if not alike:
            pairs.extend((one, other) for other in _of_surname(word, one, presence))
        double = _of_double(word, people, alike)
        if double is not None:
            pairs.append((one, double))
        if len(alike) != 1 or double is not None:
            continue
        other = alike[0]
        if _is_cut(word, one, people[other], other, presence):
            pairs.append((one, other))
            continue
        if people[other].count < person.count:
            continue
        fits = _may_be(person, people[other]) and not presence.is_told_apart(one, other)
        if fits and presence.share_near(one, other) >= NEAR and _is_sure(word, one, people[other], presence):
            pairs.append((one, other))
    return pairs


def _of_double(word: str, people: Sequence[Person], alike: Sequence[int]) -> int | None:
    """Elizabeth is Elizabeth-Jane, if nobody else who is named nearly as often may be."""
    most = max(alike, key=lambda other: people[other].count, default=None)
    if most is None or any(
        SELDOM * people[other].count > people[most].count for other in alike if other != most
    ):
        return None
    return most if any(given.startswith(f"{word}-") for given in _givens(people[most])) else None


def _start(word: str) -> str:
    """What a name shares with every short form of it: its first two letters."""
    return folded(word).lower()[:2]


def _of_surname(word: str, one: int, presence: Presence) -> list[int]:
    """Mac is MacConnell to those who speak to him, where no other surname begins so."""
    person, start = presence.people[one], folded(word).casefold()
    bearers = [
        other
        for other, each in enumerate(presence.people)
        if other != one and any(root.startswith(start) and root != start for root in each.roots)
    ]
    if len(word) < LEAST or len(bearers) != 1 or not presence.is_only_spoken(one):
        return []
    (other,) = bearers
    fits = _may_be(person, presence.people[other]) and not presence.is_told_apart(one, other)
    near = len(presence.addressed[one]) >= CLIPPED and presence.share_near(one, other) >= NEAR
    return [other] if fits and near else []


def _is_cut(word: str, one: int, bearer: Person, other: int, presence: Presence) -> bool:
    """Tamb is Tambour Reed, also to the narrator: both stand together all through the book, and neither is a name of the lists."""
    if len(word) < CUT or is_given(word) or not any(_cuts(word, given) for given in _givens(bearer)):
        return False
    often = min(len(presence.named[one]), len(presence.named[other])) >= MANY
    both_ways = min(presence.share_near(one, other), presence.share_near(other, one)) >= NEAR
    together = presence.share_told_together(one, other) <= TOGETHER
    return often and both_ways and together and _may_be(presence.people[one], bearer)


def _cuts(word: str, given: str) -> bool:
    """Whether a given name that is in no list begins with this word."""
    return given.startswith(word) and given != word and not is_given(given)


def _is_sure(word: str, one: int, bearer: Person, presence: Presence) -> bool:
    """`Nell` and `Nellie` are one name, unless others only talk of Nell. Of `Ethe`, and of a Bob whom the lists call a man, only those who speak to them show whose it is."""
    only_spoken, addressed = presence.is_only_spoken(one), len(presence.addressed[one])
    sexes = {gender_of(word), bearer.gender()} - {""}
    if len(sexes) < 2 and any(_is_diminutive(word, given) for given in _givens(bearer)):
        return addressed > 0 or not only_spoken
    return only_spoken and addressed >= CLIPPED


def _is_one(word: str, given: str) -> bool:
    """Whether one word is made of the other: Elizabeth-Jane is Elizabeth. Two names of the lists are two, unless they differ in an ending alone."""
    if word == given:
        return False
    if given.startswith(f"{word}-"):
        return True
    clipped = not (is_given(word) and is_given(given)) and (
        is_made_of(word, given) or is_made_of(word.removesuffix("e"), given)
    )
    return clipped or _is_diminutive(word, given)


def _is_diminutive(one: str, other: str) -> bool:
    """Nell and Nellie, Bob and Bobbie, but not Carry and Carrie, nor Ann and Anna."""
    short, long = sorted((one, other), key=len)
    return len(short) >= LEAST and folded(short).lower() in without_endearment(long)


def _only_word(person: Person) -> str:
    """The given name that is all somebody is called by."""
    words = {name.bare for name in person.names}
    return words.pop() if len(words) == 1 else ""


def _givens(person: Person) -> set[str]:
    """The given names of somebody, as they are written."""
    words = {name.given or name.bare for name in person.names} - {""}
    return {word for word in words if root(word) not in person.roots}


def _may_be(one: Person, other: Person) -> bool:
    """Whether the pronouns of both agree."""
    shown = {one.context.pronouns.get(name, "") for name in one.names} - {""}
    return not shown or other.gender() in shown | {""}
