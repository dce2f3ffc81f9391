"""Which readers `fabula persona` asks for: those of a profile file, and audiences drawn from a table of ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fabula.cli.terminal import margin
from fabula.errors import UsageError

if TYPE_CHECKING:
    from fabula.readers.profiles import Profile
    from fabula.readers.ratingtables import Table


def profiles_of(
    profile: Path | None, scale: str | None, readers: list[str] | None, past: int | None
) -> list[Profile]:
    """The readers of a profile file, each known by all his judgements or by the first so many."""
    if profile is None:
        return []
    from fabula.readers.profiles import parse_scale, read_profiles

    found = read_profiles(profile, parse_scale(scale) if scale else None)
    if readers:
        known = {each.reader: each for each in found}
        if missing := [name for name in readers if name not in known]:
            raise UsageError(
                f"{profile.name} has no reader {missing[0]!r}; it has {', '.join(list(known)[:5])} ..."
            )
        found = tuple(known[name] for name in readers)
    for each in found:
        if (
            not scale
            and each.scale.high == 10
            and len(each.reviews) > 2
            and max(one.score for one in each.reviews) <= 5
        ):
            margin().print(
                f"{each.reader} never scores above 5: if that is of 5, say --profile-scale 1-5", markup=False
            )
    return [each if past is None else each.first(past) for each in found]


def groups_of(
    profile: Path | None,
    scale: str | None,
    reader: list[str] | None,
    audience: list[str] | None,
    table: Table | None,
    readers: int,
    past: int | None,
    seed: int,
) -> dict[str, list[Profile]]:
    """Who is asked, by the name of the group they belong to."""
    from fabula.readers.audience import PAST
    from fabula.readers.audience import build as build_audience

    groups: dict[str, list[Profile]] = {}
    if own := profiles_of(profile, scale, reader, past):
        groups[profile.stem if profile and len(own) > 1 else own[0].reader] = own
    if audience and table is None:
        raise UsageError("--audience is drawn from real ratings: name a table with --ratings")
    for wanted in audience or []:
        assert table is not None
        found = build_audience(table, wanted, readers, PAST if past is None else past, seed=seed)
        margin().print(f"{wanted}: {len(found.profiles)} of {found.of} such readers drawn", markup=False)
        groups[wanted] = list(found.profiles)
    if not groups:
        raise UsageError("which reader? --profile FILE, or --audience 'Romance, strict' with --ratings")
    return groups


def everyone(groups: dict[str, list[Profile]]) -> list[Profile]:
    """Each reader once, though he be of several audiences."""
    return list({profile.reader: profile for own in groups.values() for profile in own}.values())
