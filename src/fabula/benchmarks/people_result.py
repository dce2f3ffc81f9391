"""The result of `bench people`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


CLEAR, CLEAR_SHARE = 5, 0.05
"""What is told apart or mixed up counts as clear from so many mentions on, and from this share of all of them."""


class Split(_Part):
    """A leading person whose names stand under two or more people."""

    person: str
    under: tuple[str, ...]
    mentions: tuple[int, ...]
    """How often the person's own names occur under each of them."""

    @property
    def is_clear(self) -> bool:
        """Whether two of them have more than strays."""
        return _is_clear(self.mentions)


class Merged(_Part):
    """A person of the cast who holds names of a leading person and of someone else."""

    person: str
    holds: tuple[str, ...]
    mentions: tuple[int, ...]
    """How often the names of each occur."""

    @property
    def is_clear(self) -> bool:
        """Whether the names of two occur more than astray."""
        return _is_clear(self.mentions)


def _is_clear(mentions: Sequence[int]) -> bool:
    return sum(times >= max(CLEAR, CLEAR_SHARE * sum(mentions)) for times in mentions) > 1


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


class KindOfQuotation(_Part):
    """How many quotations of one kind have the right speaker, a wrong one, or none."""

    right: int
    wrong: int
    silent: int

    @property
    def count(self) -> int:
        """All of them."""
        return self.right + self.wrong + self.silent


class QuotationsFound(_Part):
    """How one way of naming speakers did, by how the annotators say that the speaker is shown."""

    explicit: KindOfQuotation
    """By a name beside the quotation."""
    anaphoric: KindOfQuotation
    """By a pronoun or a noun."""
    implicit: KindOfQuotation
    """Not beside it."""

    @property
    def all(self) -> KindOfQuotation:
        """Of any kind."""
        kinds = (self.explicit, self.anaphoric, self.implicit)
        return KindOfQuotation(
            right=sum(kind.right for kind in kinds),
            wrong=sum(kind.wrong for kind in kinds),
            silent=sum(kind.silent for kind in kinds),
        )


class NovelRow(_Part):
    """One novel: the cast and the speakers that fabula finds, and the baselines'."""

    novel: str
    words: int
    people: PeopleFound
    baseline: PeopleFound
    quotations: QuotationsFound
    quotations_baseline: QuotationsFound
    """Whoever is named nearest to the quotation outside of speech."""


class BenchPeopleResult(Result):
    """The document of `bench people`."""

    KIND: ClassVar[str] = "bench-people"

    kind: Literal["bench-people"] = "bench-people"
    novels: tuple[NovelRow, ...]
    people: PeopleFound
    """Over all novels."""
    baseline: PeopleFound
    """Every run of capitalised words that occurs at least five times, grouped by its last word."""
    quotations: QuotationsFound
    quotations_baseline: QuotationsFound
