"""Which readers are asked: those of a profile file, and audiences drawn from a table of ratings, by group."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fabula.errors import UsageError
from fabula.notices import Notice
from fabula.personas.asked_stories import without_asked, without_stories
from fabula.personas.audiences import READERS, draw_audience
from fabula.personas.past_instructions import without_instructions
from fabula.personas.profiles import TEN, Profile, read_profiles, scale_name
from fabula.personas.rating_tables import Table, read_table
from fabula.personas.request import ReaderOptions
from fabula.rubrics.rubric import parse_scale
from fabula.text.book import Book


def readers_of(
    path: Path | None, *, scale: str | None = None, names: Sequence[str] = (), past: int | None = None
) -> tuple[list[Profile], tuple[Notice, ...]]:
    """The readers of a profile file, or the named ones, each with all or the first few of their judgements, and notices.

    Without a file there are none.
    """
    if path is None:
        return [], ()
    found = read_profiles(path, parse_scale(scale) if scale else None)
    if names:
        known = {each.reader: each for each in found}
        if missing := [name for name in names if name not in known]:
            raise UsageError(
                f"{path.name} has no reader {missing[0]!r}; it has {', '.join(list(known)[:5])} ..."
            )
        found = tuple(known[name] for name in names)
    notes = tuple(
        Notice.of("personas.seems-of-five", reader=each.reader)
        for each in found
        if scale is None and _seems_of_five(each)
    )
    return [each if past is None else each.first(past) for each in found], notes


def group(
    own: Sequence[Profile],
    label: str,
    audiences: Sequence[str],
    table: Table | None,
    *,
    readers: int = READERS,
    past: int | None = None,
    seed: int = 0,
) -> tuple[dict[str, list[Profile]], tuple[Notice, ...]]:
    """The readers to ask, by group: the user's own, and `readers` of each audience. Also returns notices for the user.

    `label` names the group of several own readers. A single reader is a group under their own name.
    """
    groups: dict[str, list[Profile]] = {}
    notes: list[Notice] = []
    if own:
        groups[label if len(own) > 1 else own[0].reader] = list(own)
    for described in audiences:
        if table is None:
            raise UsageError("--audience draws from real ratings: name a table with --ratings")
        found = draw_audience(table, described, readers, past, seed=seed)
        notes.append(
            Notice.of("personas.audience-drawn", audience=described, n=len(found.profiles), of=found.of)
        )
        groups[described] = list(found.profiles)
    return groups, tuple(notes)


@dataclass(frozen=True, slots=True)
class AskedReaders:
    """The readers that a request names, by group, and the table that audiences were drawn from."""

    groups: Mapping[str, Sequence[Profile]]
    table: Table | None
    notes: tuple[Notice, ...]


def asked_readers(request: ReaderOptions, books: Collection[Book]) -> AskedReaders:
    """The readers to ask about these books. What they said about the books themselves is left out."""
    table = read_table(request.ratings, request.format, request.items) if request.ratings else None
    if table is not None:
        table = without_stories(table, books)
    own, notes = readers_of(
        request.profile, scale=request.profile_scale, names=request.reader, past=request.past_read
    )
    own, kept = without_asked(own, books)
    groups, drawn = group(
        own,
        request.profile.stem if request.profile else "",
        request.audience,
        table,
        readers=request.readers,
        past=request.past_drawn,
        seed=request.seed,
    )
    masked: tuple[Notice, ...] = ()
    if request.asks_model and not request.keep_instructions:
        groups, masked = without_instructions(groups)
    return AskedReaders(groups, table, (*notes, *kept, *drawn, *masked))


def everyone(groups: Mapping[str, Sequence[Profile]]) -> list[Profile]:
    """Each reader once, even if they belong to several groups."""
    return list({profile.reader: profile for own in groups.values() for profile in own}.values())


def common_scale(profiles: Sequence[Profile]) -> str:
    """The scale that all these readers use. If they differ, the scale that models answer on."""
    scales = {profile.scale for profile in profiles}
    return scale_name(scales.pop() if len(scales) == 1 else TEN)


def _seems_of_five(profile: Profile) -> bool:
    """Do the scores look like they are out of 5, although read as out of 10?"""
    return (
        profile.scale.high == 10
        and len(profile.reviews) > 2
        and max(one.score for one in profile.reviews) <= 5
    )
