"""Which readers are asked: those of a profile file, and audiences drawn from a table of ratings, by group."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from fabula.errors import UsageError
from fabula.personas.audience import PAST, READERS, build
from fabula.personas.profiles import Profile, read_profiles
from fabula.personas.rating_tables import Table
from fabula.rubrics.rubric import Scale

Note = Callable[[str], None]
"""Where a line goes that the user should see."""


def readers_of(
    path: Path, note: Note, *, scale: Scale | None = None, names: Sequence[str] = (), past: int | None = None
) -> list[Profile]:
    """The readers of a profile file, or those named; each known by all his judgements or by the first so many."""
    found = read_profiles(path, scale)
    if names:
        known = {each.reader: each for each in found}
        if missing := [name for name in names if name not in known]:
            raise UsageError(
                f"{path.name} has no reader {missing[0]!r}; it has {', '.join(list(known)[:5])} ..."
            )
        found = tuple(known[name] for name in names)
    for each in found:
        if scale is None and _seems_of_five(each):
            note(f"{each.reader} never scores above 5: if that is of 5, say --profile-scale 1-5")
    return [each if past is None else each.first(past) for each in found]


def group(
    own: Sequence[Profile],
    label: str,
    audiences: Sequence[str],
    table: Table | None,
    note: Note,
    *,
    readers: int = READERS,
    past: int | None = None,
    seed: int = 0,
) -> dict[str, list[Profile]]:
    """Who is asked, by the name of the group they belong to: one's own readers, and `readers` of each audience.

    `label` is the group of several own readers; one alone is a group under his name.
    """
    groups: dict[str, list[Profile]] = {}
    if own:
        groups[label if len(own) > 1 else own[0].reader] = list(own)
    if audiences and table is None:
        raise UsageError("--audience is drawn from real ratings: name a table with --ratings")
    for wanted in audiences:
        assert table is not None
        found = build(table, wanted, readers, PAST if past is None else past, seed=seed)
        note(f"{wanted}: {len(found.profiles)} of {found.of} such readers drawn")
        groups[wanted] = list(found.profiles)
    if not groups:
        raise UsageError("which reader? --profile FILE, or --audience 'Romance, strict' with --ratings")
    return groups


def everyone(groups: Mapping[str, Sequence[Profile]]) -> list[Profile]:
    """Each reader once, though he be of several audiences."""
    return list({profile.reader: profile for own in groups.values() for profile in own}.values())


def _seems_of_five(profile: Profile) -> bool:
    """Were his scores given of 5, though they are read as of 10?"""
    return (
        profile.scale.high == 10
        and len(profile.reviews) > 2
        and max(one.score for one in profile.reviews) <= 5
    )
