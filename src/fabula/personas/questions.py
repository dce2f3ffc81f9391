"""Makes profiles and questions from a table of judgements. Some judgements form a reader's profile; the rest become questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from fabula.errors import UsageError
from fabula.jsonl import write_lines
from fabula.personas.profiles import (
    PairQuestion,
    PastChoice,
    PastReview,
    Profile,
    Question,
    past_of,
    profile_of,
    read_profiles,
    row_of,
)
from fabula.personas.prompt_settings import PAST
from fabula.personas.rating_tables import Table
from fabula.personas.row_files import Row, rows_of
from fabula.personas.story_split import Part, Split, split_stories
from fabula.reading.anonymise import Anonymised, anonymise
from fabula.text.book import Book, Chapter
from fabula.text.language import detect

FEWEST = 6
TESTED = 0.1


@dataclass(frozen=True, slots=True)
class ReaderQuestions:
    """One reader: their history, and the questions. No story is in both."""

    profile: Profile
    questions: tuple[Question | PairQuestion, ...]
    split: Split


def draw(
    table: Table, past: int = PAST, fewest: int = FEWEST, seed: int = 0, limit: int | None = None
) -> list[ReaderQuestions]:
    """Select readers with enough judgements and split these into history and questions. One reader in ten is for testing.

    No story that anyone is asked about stands in anyone's history, and none that a reader for testing is asked about
    is asked of a reader for training. `limit` is the maximum number of readers.
    """
    if past >= fewest:
        raise UsageError(f"with {past} judgements as the past, readers need at least {past + 1} (--fewest)")
    by_reader: dict[str, dict[str, PastReview | PastChoice]] = {}
    for reader, judged in table.rows:
        by_reader.setdefault(reader, {}).setdefault(_subject(judged), judged)
    enough = {reader: list(own.values()) for reader, own in by_reader.items() if len(own) >= fewest}
    if not enough:
        most = max((len(own) for own in by_reader.values()), default=0)
        raise UsageError(
            f"no reader judged {fewest} stories (the most is {most}): lower --fewest, and --past with it"
        )
    names = sorted(enough)
    Random(seed).shuffle(names)
    names = names[:limit]
    testing = set(names[: max(1, round(TESTED * len(names)))])
    parts = split_stories({name: [each.item for each in enough[name]] for name in names}, past, testing, seed)
    drawn = [
        _asked(reader, enough[reader], past, seed, table, parts, reader in testing)
        for reader in sorted(names)
    ]
    kept = [each for each in drawn if len(each.profile.pasts) == past and each.questions]
    if not kept:
        raise UsageError(
            "no reader has both a past and a question about stories that are nobody's past: use a larger table"
        )
    return kept


def _subject(judged: PastReview | PastChoice) -> str:
    return judged.item if isinstance(judged, PastReview) else f"{judged.first}\0{judged.second}"


def _asked(
    reader: str,
    judged: list[PastReview | PastChoice],
    past: int,
    seed: int,
    table: Table,
    parts: Mapping[str, Part],
    tested: bool,
) -> ReaderQuestions:
    shuffled = Random(f"{seed} {reader}").sample(judged, len(judged))
    split: Split = "test" if tested else "train"
    history = [each for each in shuffled if parts[each.item] == "past"][:past]
    return ReaderQuestions(
        profile_of(reader, history, table.scale),
        tuple(_question(reader, each) for each in shuffled if parts[each.item] == split),
        split,
    )


def _question(reader: str, past: PastReview | PastChoice) -> Question | PairQuestion:
    return Question(reader, past) if isinstance(past, PastReview) else PairQuestion(reader, past)


def anonymised(
    asked: ReaderQuestions, other_names: Callable[[Book], Anonymised] = anonymise
) -> ReaderQuestions:
    """The same reader with everyone renamed, in plots and in what was said of them.

    A title mentioned in a review stays, unless it is a name.
    """
    return _changed(asked, lambda past: _renamed(past, other_names(told_in(past))))


def told_in(past: PastReview | PastChoice) -> Book:
    """The plot that was judged, or both plots of a choice, as the chapters of a book."""
    plots = (past.text,) if isinstance(past, PastReview) else (past.first, past.second)
    chapters = tuple(Chapter(number, "", text) for number, text in enumerate(plots, 1))
    return Book("", None, detect("\n".join(plots)), chapters)


def subjects(asked: ReaderQuestions) -> list[PastReview | PastChoice]:
    """Everything that a reader judged or is asked about."""
    return [*asked.profile.pasts, *(question.past for question in asked.questions)]


def with_plots(asked: ReaderQuestions, texts: Mapping[str, str]) -> ReaderQuestions:
    """The same reader with other plots: `texts` holds the new one for each."""

    def retold(past: PastReview | PastChoice) -> PastReview | PastChoice:
        if isinstance(past, PastReview):
            return replace(past, text=texts[past.text])
        return replace(past, first=texts[past.first], second=texts[past.second])

    return _changed(asked, retold)


def plots(asked: ReaderQuestions) -> list[str]:
    """Every plot that a reader judged or is asked about."""
    return [chapter.text for past in subjects(asked) for chapter in told_in(past).chapters]


def anonymous(text: str, seed: int = 0) -> str:
    """A plot under other names."""
    book = Book("", None, detect(text), (Chapter(1, "", text),))
    return anonymise(book, seed).book.chapters[0].text


def _changed(
    asked: ReaderQuestions, change: Callable[[PastReview | PastChoice], PastReview | PastChoice]
) -> ReaderQuestions:
    profile = asked.profile
    pasts = [change(past) for past in profile.pasts]
    return replace(
        asked,
        profile=profile_of(profile.reader, pasts, profile.scale),
        questions=tuple(_question(question.reader, change(question.past)) for question in asked.questions),
    )


def _renamed(past: PastReview | PastChoice, other: Anonymised) -> PastReview | PastChoice:
    told = [chapter.text for chapter in other.book.chapters]
    if isinstance(past, PastReview):
        return replace(past, text=told[0], review=other.renamed(past.review))
    premise, reason = other.renamed(past.premise), other.renamed(past.reason)
    return replace(past, premise=premise, first=told[0], second=told[1], reason=reason)


def write(asked: Iterable[ReaderQuestions], folder: Path) -> None:
    """`profiles.jsonl` and `questions.jsonl`: what `persona`, `bench perse` and `audit` read."""
    readers = list(asked)
    scale = {each.profile.reader: each.profile.scale for each in readers}

    def row(split: Split, reader: str, past: PastReview | PastChoice) -> dict[str, Any]:
        return {"split": split, **row_of(reader, past, scale[reader])}

    write_lines(
        (row(each.split, each.profile.reader, past) for each in readers for past in each.profile.pasts),
        folder / "profiles.jsonl",
    )
    write_lines(
        (
            row(each.split, each.profile.reader, question.past)
            for each in readers
            for question in each.questions
        ),
        folder / "questions.jsonl",
    )


def read(folder: Path) -> list[ReaderQuestions]:
    """What `write` wrote."""
    profiles = read_profiles(folder / "profiles.jsonl")
    splits: dict[str, Split] = {}
    for _, row in rows_of(folder / "profiles.jsonl"):
        splits[str(row.get("reader"))] = _split(row)
    questions: dict[str, list[Question | PairQuestion]] = {}
    for place, row in rows_of(folder / "questions.jsonl"):
        reader = str(row.get("reader"))
        questions.setdefault(reader, []).append(_question(reader, past_of(row, f"questions.jsonl, {place}")))
    return [
        ReaderQuestions(profile, tuple(questions.get(profile.reader, ())), splits.get(profile.reader, "test"))
        for profile in profiles
    ]


def _split(row: Row) -> Split:
    return "train" if row.get("split") == "train" else "test"
