"""Where in an English book the names of people stand: whether two names meet, so that one person may have both.

A stretch of the book is about a page or two long. Of a list of names without a text, nobody knows where they stand.
"""

from __future__ import annotations

from itertools import permutations

from fabula.languages.en.gathering import DOMINANT, Gathering
from fabula.languages.en.given_names import folded, is_made_of
from fabula.languages.en.name_parts import Name
from fabula.languages.en.person import Person

_ROYAL = frozenset(["King", "Queen", "Prince", "Princess"])
LATE = 0.25
"""After this share of the book, a new full name does not introduce someone already known by the given name."""
LEAST_CROWNED = 3
"""In so many stretches a commoner is called King or Queen, where it is no king of history."""
MOSTLY = 0.6
"""The share of the stretches with a full name that also have the given name, where both are one person's."""


def stretches(person: Person) -> set[tuple[int, int]]:
    """The stretches of the book in which somebody is named."""
    scenes = person.context.scenes
    return {scene for name in person.names for scene in scenes.get(name, ())}


def chapters(person: Person) -> list[int]:
    """The chapters in which somebody is named, in order. An ancestor is named in few."""
    return sorted({chapter for chapter, _ in stretches(person)})


def meets(name: Name, bearer: Person) -> int:
    """In how many stretches of the book the fuller names of a person stand where the given name does.

    Maria Ward is married when Maria is born.
    """
    return len(stretches(bearer) & bearer.context.scenes.get(name, {}).keys())


def may_meet(name: Name, bearer: Person) -> bool:
    """Whether a name stands where the person's names do. Of a list of names without a text, nobody knows."""
    return not bearer.context.scenes or meets(name, bearer) > 0


def meets_mostly(name: Name, bearer: Person) -> bool:
    """Whether the fuller names hardly ever occur without the given name close by."""
    return meets(name, bearer) >= MOSTLY * len(stretches(bearer))


def is_mostly_met(name: Name, bearer: Person) -> bool:
    """Whether the given name hardly ever occurs without the fuller names close by."""
    return meets(name, bearer) >= MOSTLY * len(bearer.context.scenes.get(name, ()))


def share_met(name: Name, bearer: Person) -> float:
    """In what share of the stretches with somebody's fuller names the name stands, too. Two stretches show little."""
    return meets(name, bearer) / (len(stretches(bearer)) + 2)


def is_far_from(name: Name, bearer: Person) -> bool:
    """Whether the fuller names of a person stand in no chapter with the name, nor in one next to it."""
    there = {chapter for chapter, _ in bearer.context.scenes.get(name, ())}
    theirs = set(chapters(bearer))
    return bool(there) and not any(theirs & {each - 1, each, each + 1} for each in there)


def is_other_form(name: Name, bearer: Person) -> bool:
    """Whether a name begins otherwise than what somebody is called, as Polly and Mary do, and stands in no chapter with them."""
    there = {chapter for chapter, _ in bearer.context.scenes.get(name, ())}
    return (
        bool(there)
        and there.isdisjoint(chapters(bearer))
        and folded(name.bare) not in bearer.spelt
        and not any(is_made_of(*pair) for one in bearer.spelt for pair in permutations((name.bare, one)))
    )


def is_mostly_there(gathering: Gathering, name: Name, bearer: Person) -> bool:
    """Prince Andrew is Andrew to his sister, if he is named far more often than that, and where that is said."""
    often = bearer.count >= DOMINANT * gathering.counts[name]
    return often and meets(name, bearer) >= 0.5 * len(bearer.context.scenes.get(name, ()))


def is_latecomer(gathering: Gathering, name: Name, bearer: Person) -> bool:
    """Mary, known from the start, is not the Mary King who is mentioned much later."""
    if not bearer.roots or bearer.count > gathering.counts[name] or meets_mostly(name, bearer):
        return False
    first = bearer.context.first
    family = len(gathering.having(*bearer.roots))
    given = [first.get(other, 0.0) for other in bearer.names if other.given]
    return bool(given) and min(given) - first.get(name, 0.0) > LATE and family < 3


def is_crowned(gathering: Gathering, name: Name, person: Person) -> bool:
    """Princess Ozma becomes Queen Ozma. A King Charles who is named far from Charles is of history."""
    if gathering.is_told_with(name, person.names):
        return False
    scenes = person.context.scenes
    own = {*person.names, *gathering.bare_givens(person)}
    theirs = {scene for each in own for scene in scenes.get(each, ())}
    there = scenes.get(name, {}).keys()
    if person.titles & _ROYAL:
        return bool({chapter for chapter, _ in there} & {chapter for chapter, _ in theirs})
    return len(there) >= LEAST_CROWNED and len(there & theirs) >= MOSTLY * len(there)
