"""Changes to a book's people, one at a time, as a person makes them on a page: join, rename, strike out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fabula.errors import UsageError
from fabula.languages.topics.names import Gender
from fabula.text.roster import Listed, Roster


def joined(roster: Roster, people: Sequence[Listed], name: str, everyone: Iterable[Listed]) -> Roster:
    """These people as one, under a name that is typed or else under the first one's. With one of them this renames them.

    A name of somebody else among `everyone` is refused, because it would join them unasked.
    """
    if not people:
        raise UsageError("choose at least one person first")
    shown = " ".join(name.split()) or people[0].name
    forms = _names(people)
    _refuse_taken(shown, forms, everyone)
    gender: Gender = next((one.gender for one in people if one.gender), "")
    one = Listed(shown, tuple(form for form in forms if form != shown), gender)
    return Roster((*_others(roster, (shown, *forms)), one), roster.nobody - {shown, *forms})


def struck_out(roster: Roster, people: Sequence[Listed]) -> Roster:
    """All names of these people name nobody."""
    if not people:
        raise UsageError("choose at least one person first")
    forms = _names(people)
    return Roster(tuple(_others(roster, forms)), roster.nobody | set(forms))


def as_listed(found: Iterable[Listed], roster: Roster) -> list[tuple[Listed, tuple[Listed, ...]]]:
    """The people found, with the changes made to them: each with those of the found who are now this one.

    Whoever is found under a listed name is that person if it is the name they are found under.
    """
    owner = {form: index for index, one in enumerate(roster.people) for form in one.names}
    gathered: dict[int, list[Listed]] = {}
    rows: list[tuple[Listed, list[Listed]]] = []
    for one in found:
        if one.name in roster.nobody:
            continue
        index = owner.get(one.name)
        if index is None:
            left = tuple(form for form in one.aliases if form not in owner and form not in roster.nobody)
            rows.append((Listed(one.name, left, one.gender), [one]))
        elif index in gathered:
            gathered[index].append(one)
        else:
            gathered[index] = [one]
            rows.append((roster.people[index], gathered[index]))
    return [(one, tuple(parts)) for one, parts in rows]


def _names(people: Iterable[Listed]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(form for one in people for form in one.names))


def _others(roster: Roster, forms: Iterable[str]) -> list[Listed]:
    """Everyone of the roster whose names are not among these."""
    taken = set(forms)
    return [one for one in roster.people if not taken.intersection(one.names)]


def _refuse_taken(shown: str, forms: Sequence[str], everyone: Iterable[Listed]) -> None:
    for one in everyone:
        if shown in one.names and shown not in forms:
            raise UsageError(f"{shown} is already a name of {one.name}: choose both to join them")
