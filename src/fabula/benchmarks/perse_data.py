"""PerSE's data: readers with past judgements, and questions about what they would say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from fabula.errors import UsageError
from fabula.personas.factorisation import Ratings, ratings_of
from fabula.personas.profiles import TEN, PairQuestion, PastReview, Profile, Question
from fabula.personas.prompt_settings import PAST
from fabula.personas.questions import FEWEST, ReaderQuestions, draw, read
from fabula.personas.rating_tables import Table, read_table


@dataclass(frozen=True, slots=True)
class Data:
    """The readers to predict, and other readers' ratings for training the baselines."""

    tested: tuple[ReaderQuestions, ...]
    ratings: Ratings | None
    table: Table | None = None
    trained: tuple[ReaderQuestions, ...] = ()
    """Readers for training. Nothing is asked about them."""

    @property
    def past(self) -> int:
        """How many past judgements the data holds of each reader, at most."""
        return max(len(each.profile.pasts) for each in self.tested)


def load(path: Path, *, questions: int, seed: int = 0, past: int = PAST) -> Data:
    """Reads a folder from `persona build` or LongStoryEval's release, and draws questions about test readers."""
    table = None
    if (path / "profiles.jsonl").is_file():
        readers = read(path)
        rows = [row for each in readers if each.split == "train" for row in _rows(each)]
        ratings = ratings_of(rows) if rows else None
    elif (path / "reviews_train.parquet").is_file():
        table = read_table(path, "longstoryeval")
        readers = draw(table, past, max(FEWEST, past + 1), seed=seed)
        tested = {each.profile.reader for each in readers if each.split == "test"}
        ratings = ratings_of(
            [
                (reader, past.item, table.scale.to(past.score, TEN))
                for reader, past in table.rows
                if reader not in tested and isinstance(past, PastReview)
            ]
        )
    else:
        raise UsageError(
            f"{path} contains neither profiles.jsonl (written by fabula persona build) nor LongStoryEval's reviews_train.parquet"
        )
    tested_readers = [each for each in readers if each.split == "test" and each.questions]
    if not tested_readers:
        raise UsageError(f"{path} has no test readers: build it with more readers")
    trained = tuple(each for each in readers if each.split == "train")
    return Data(tuple(_drawn(tested_readers, questions, seed)), ratings, table, trained)


def _rows(one: ReaderQuestions) -> Iterator[tuple[str, str, float]]:
    profile = one.profile
    pasts = [*profile.reviews, *(each.past for each in one.questions if isinstance(each, Question))]
    for past in pasts:
        yield profile.reader, past.item, profile.on_ten(past.score)


def _drawn(readers: list[ReaderQuestions], questions: int, seed: int) -> list[ReaderQuestions]:
    """Draws this many questions over all readers. Readers without a question are left out."""
    places = [(at, number) for at, each in enumerate(readers) for number in range(len(each.questions))]
    chosen = set(Random(seed).sample(places, min(questions, len(places))))
    kept = [
        replace(
            each, questions=tuple(one for number, one in enumerate(each.questions) if (at, number) in chosen)
        )
        for at, each in enumerate(readers)
    ]
    return [each for each in kept if each.questions]


@dataclass(frozen=True, slots=True)
class Case:
    """One (story, reader) pair."""

    profile: Profile
    past: PastReview

    @property
    def truth(self) -> float:
        """The reader's score, from 1 to 10."""
        return self.profile.on_ten(self.past.score)


def cases(data: Data) -> list[Case]:
    """Every (story, reader) pair to predict."""
    return [
        Case(each.profile, question.past)
        for each in data.tested
        for question in each.questions
        if isinstance(question, Question)
    ]


def is_pairs(data: Data) -> bool:
    """Whether there are choices between two plots to predict."""
    return any(isinstance(question, PairQuestion) for each in data.tested for question in each.questions)
