"""The result of `bench people`."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Split(_Part):
    """A leading person whose names stand under two or more people."""

    person: str
    under: tuple[str, ...]


class Merged(_Part):
    """A person of the cast who holds names of a leading person and of someone else."""

    person: str
    holds: tuple[str, ...]


class PeopleFound(_Part):
    """How one way of finding people did on one novel, or on all of them."""

    leading: int
    """Characters that the annotators call major or intermediate."""
    found: int
    """Leading people with at least one of their own names in the cast."""
    split: tuple[Split, ...]
    merged: tuple[Merged, ...]
    missed: tuple[str, ...]
    listed: int
    """How many people the cast lists."""
    strangers: tuple[str, ...]
    """Among as many of the most named people as the novel has leading ones: those that the annotators list nowhere."""


class NovelRow(_Part):
    """One novel: the cast that fabula finds, and the baseline's."""

    novel: str
    words: int
    people: PeopleFound
    baseline: PeopleFound


class BenchPeopleResult(Result):
    """The document of `bench people`."""

    KIND: ClassVar[str] = "bench-people"

    kind: Literal["bench-people"] = "bench-people"
    novels: tuple[NovelRow, ...]
    people: PeopleFound
    """Over all novels."""
    baseline: PeopleFound
    """Every run of capitalised words that occurs at least five times, grouped by its last word."""
