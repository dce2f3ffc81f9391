"""Results by genre: which genre each book belongs to, from a table, and where every writer stands in each."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from fabula.errors import UsageError
from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.novelists.results_board import Genre, InGenre


def read_genres(path: Path) -> dict[str, str]:
    """Reads a CSV table with the columns story and genre. A story is named as in the run's files."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            if not {"story", "genre"} <= set(rows.fieldnames or ()):
                raise UsageError(f"{path.name} needs the columns story and genre")
            return {
                row["story"].strip(): row["genre"].strip() for row in rows if row["story"] and row["genre"]
            }
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path.name} is not a CSV table that can be read: {error}") from None


def by_genre(
    writers: Mapping[str, Sequence[tuple[str, float]]], genres: Mapping[str, str]
) -> tuple[Genre, ...]:
    """Every writer's places by genre, from pairs of story and percentile. The genre with most books comes first."""
    stories: dict[str, set[str]] = defaultdict(set)
    places: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for name, books in writers.items():
        for story, percentile in books:
            if genre := genres.get(story):
                stories[genre].add(story)
                places[genre][name].append(percentile)
    return tuple(
        Genre(
            genre=genre,
            books=len(stories[genre]),
            writers=tuple(_one(name, own) for name, own in places[genre].items()),
        )
        for genre in sorted(stories, key=lambda each: (-len(stories[each]), each))
    )


def _one(name: str, places: Sequence[float]) -> InGenre:
    interval = mean_interval(places, (0, 100))
    low, high = (None, None) if isinstance(interval, Refused) else (interval.low, interval.high)
    return InGenre(writer=name, books=len(places), percentile=fmean(places), low=low, high=high)
