"""Audiences: real readers selected by what they read and how they rate."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np

from fabula.errors import UsageError
from fabula.personas.factorisation import biases
from fabula.personas.profiles import PastReview, Profile, profile_of
from fabula.personas.prompt_settings import PAST
from fabula.personas.rating_tables import Table

Kindness = Literal["strict", "middling", "kind"]

READERS = 12
FEWEST = 6
_SHARE = 0.5
"""A reader counts as reading a genre if at least this share of their judged books belongs to it."""
_WORDS: dict[str, Kindness] = {
    "strict": "strict", "strictly": "strict", "harsh": "strict", "严格": "strict", "严": "strict",
    "middling": "middling", "average": "middling", "中等": "middling",
    "kind": "kind", "kindly": "kind", "generous": "kind", "宽松": "kind", "宽": "kind",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Audience:
    """The readers to ask, and how many readers they were drawn from."""

    name: str
    profiles: tuple[Profile, ...]
    of: int


def draw_audience(
    table: Table,
    wanted: str,
    readers: int = READERS,
    past: int | None = PAST,
    fewest: int = FEWEST,
    seed: int = 0,
) -> Audience:
    """An audience such as `romantasy, strict`: genres of half of a reader's books, and how generously they rate.

    Kindness is how much more a reader gives than others give the same books. The strict are the lowest third of those
    who read the genre. `past` is how many judgements are drawn from each reader's; None keeps all.
    """
    genres, kindness = _parsed(wanted, table)
    by_reader: dict[str, dict[str, PastReview]] = {}
    for reader, judged in table.rows:
        if isinstance(judged, PastReview):
            by_reader.setdefault(reader, {}).setdefault(judged.item, judged)
    chosen = {
        reader: own
        for reader, own in by_reader.items()
        if len(own) >= fewest and all(_reads(own, genre, table) for genre in genres)
    }
    if kindness and chosen:
        kept = _third(table, list(chosen), kindness)
        chosen = {reader: own for reader, own in chosen.items() if reader in kept}
    if not chosen:
        raise UsageError(
            f"nobody in the table with {fewest} reviews or more belongs to the audience {wanted!r}: ask for fewer things at once"
        )
    names = sorted(chosen)
    drawn = Random(seed).sample(names, min(readers, len(names)))
    profiles = []
    for reader in sorted(drawn):
        known = list(chosen[reader].values())
        own = Random(f"{seed} {reader}").sample(known, min(len(known) if past is None else past, len(known)))
        profiles.append(profile_of(reader, own, table.scale))
    return Audience(wanted, tuple(profiles), len(names))


def genres_of(table: Table, most: int = 12) -> list[str]:
    """The most common genres of a table, which can be used in an audience."""
    counted = Counter(genre for item in table.items.values() for genre in item.genres)
    return [genre for genre, _ in counted.most_common(most)]


def _parsed(wanted: str, table: Table) -> tuple[list[str], Kindness | None]:
    known = {genre.lower(): genre for item in table.items.values() for genre in item.genres}
    genres: list[str] = []
    kindness: Kindness | None = None
    for part in (part.strip() for part in wanted.replace("，", ",").split(",")):
        if part.lower() in known:
            genres.append(known[part.lower()])
        elif part.lower() in _WORDS:
            kindness = _WORDS[part.lower()]
        elif part:
            raise UsageError(
                f"an audience is genres and one of strict, middling, kind, with commas between; {part!r} is neither "
                f"(genres here: {', '.join(genres_of(table))} ...)"
            )
    return genres, kindness


def _reads(own: dict[str, PastReview], genre: str, table: Table) -> bool:
    return sum(genre in table.items[item].genres for item in own) >= _SHARE * len(own)


def _third(table: Table, names: list[str], kindness: Kindness) -> set[str]:
    ratings = table.ratings
    _, kind, _ = biases(ratings)
    place = {reader: at for at, reader in enumerate(ratings.readers)}
    ranked = sorted(names, key=lambda reader: (kind[place[reader]], reader))
    parts = np.array_split(np.array(ranked, dtype=object), 3)
    return set(parts[("strict", "middling", "kind").index(kindness)])
