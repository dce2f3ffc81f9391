"""The questions that one can ask about writers: synopses, stories, judgements, placements, the board, and checks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from fabula.errors import UsageError
from fabula.gauge.request import EMBEDDED, GaugeRequest
from fabula.request import Request, option
from fabula.text.book import Book

CHAPTERS = 10
"""Chapters in a row that are taken of each book."""
CONTEXT_TOKENS = 24_000
"""How much of the story so far the next chapter reads word for word; what is older is read as notes."""
_SHELF = "A folder whose every file is a book; its name labels them; may be repeated."
_REFERENCE = "From `novelist fit`; default: the 4,332 web novels of WebNovelBench."
_OUT = "The file to write."


@dataclass(frozen=True, slots=True)
class SynopsisRequest(Request):
    """What is a writer given of a human novel? People, plot in order, and scenes."""

    books: tuple[Path | Book, ...] = option(
        (), help="Book files.", changes_result=True, signed_as="text", argument=True
    )
    out: Path = option(Path("synopses.jsonl"), help=_OUT, changes_result=False, short="-o")
    shelf: tuple[Path, ...] = option((), help=_SHELF, changes_result=True)
    chapters: int = option(CHAPTERS, help="Chapters in a row, of each book.", changes_result=True, minimum=1)
    seed: int = option(0, help="The same seed chooses the same chapters.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        if not self.books and not self.shelf:
            raise UsageError("which books? name book files, or --shelf FOLDER")


@dataclass(frozen=True, slots=True)
class WriteRequest(Request):
    """Stories by a model from synopses, or a whole book from those of each novel."""

    synopses: Path = option(
        help="From `novelist synopsis`, or the released JSON of WebNovelBench.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    out: Path = option(Path("stories.jsonl"), help=_OUT, changes_result=False, short="-o")
    explicit: bool = option(
        False,
        help="Tell the writer the eight criteria, or not.",
        changes_result=True,
        flag="--explicit/--hidden",
    )
    chapters: int | None = option(
        None,
        help="Write a book of this many chapters from each novel's synopses.",
        changes_result=True,
        minimum=2,
    )
    context: int = option(
        CONTEXT_TOKENS,
        help="Tokens of the story so far that the next chapter reads.",
        changes_result=True,
        minimum=1_000,
    )


@dataclass(frozen=True, slots=True)
class JudgeRequest(Request):
    """Eight scores for each chapter by one judge or several; or duels between the writers."""

    stories: tuple[Path, ...] = option(
        (),
        help="Stories (.jsonl), or human books.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    out: Path = option(Path("scores.jsonl"), help=_OUT, changes_result=False, short="-o")
    judge: tuple[str, ...] = option(
        (),
        help="A model that judges; may be repeated. `embedded`: the prose gauge, no model.",
        changes_result=True,
        signed_as="judges",
    )
    shelf: tuple[Path, ...] = option((), help=_SHELF, changes_result=True)
    repeats: int = option(
        1, help="Ask each judge this many times.", changes_result=True, signed_as="n", minimum=1
    )
    pairwise: bool = option(
        False,
        help="Duels between the writers, in both orders, in place of scores.",
        changes_result=True,
    )
    chapters: int = option(
        CHAPTERS, help="Chapters in a row, of each human book.", changes_result=True, minimum=1
    )
    seed: int = option(0, help="The same seed chooses the same chapters.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        if EMBEDDED in self.judge and len(self.judge) > 1:
            raise UsageError(
                "--judge embedded gives a prose score and not the eight scores: run it alone, to a file of its own"
            )
        if not self.stories and not self.shelf:
            raise UsageError("what is to be judged? stories (.jsonl), book files, or --shelf FOLDER")

    def for_model(self, model: str | None) -> Self:
        """The model, if one is named, is the first judge."""
        judges = (model, *self.judge) if model and model not in self.judge else self.judge
        if not judges:
            raise UsageError("who judges? --judge PROVIDER/NAME, once for each, or --judge embedded")
        settled = self.but(judge=judges)
        settled.validate()
        return settled

    @property
    def asks_model(self) -> bool:
        """Whether a model judges, and not the prose gauge."""
        return not self.by_gauge

    @property
    def by_gauge(self) -> bool:
        """Whether the prose gauge judges, which asks no model."""
        return self.judge == (EMBEDDED,)

    def gauge(self) -> GaugeRequest:
        """The same question to the prose gauge."""
        if len(self.stories) != 1 or self.stories[0].suffix.lower() != ".jsonl":
            raise UsageError(
                "--judge embedded reads one file of stories: lines with model, story, chapter, text"
            )
        return GaugeRequest(self.stories[0], self.out)


@dataclass(frozen=True, slots=True)
class FitRequest(Request):
    """A reference made from the scores of human novels."""

    scores: tuple[Path, ...] = option(
        help="Scores of human novels, from `novelist judge`, or the released JSON.",
        changes_result=True,
        argument=True,
    )
    out: Path = option(Path("reference.json"), help=_OUT, changes_result=False, short="-o")
    table: bool = option(
        False,
        help="Keep 1,001 percentiles in place of the figure of every novel.",
        changes_result=True,
    )


@dataclass(frozen=True, slots=True)
class ChooseRequest(Request):
    """A test set spread over the human scale."""

    scores: tuple[Path, ...] = option(
        help="Scores of human novels, or the released JSON.", changes_result=True, argument=True
    )
    out: Path = option(Path("chosen.json"), help=_OUT, changes_result=False, short="-o")
    count: int = option(
        100, help="Novels to choose, one for each band of percentiles.", changes_result=True, minimum=1
    )
    reference: Path | None = option(None, help=_REFERENCE, changes_result=True)


@dataclass(frozen=True, slots=True)
class PlaceRequest(Request):
    """Where do scores stand among human novels?"""

    scores: str = option(
        help="Eight numbers with commas, or a file of them or of `novelist judge`.", changes_result=True
    )
    reference: Path | None = option(None, help=_REFERENCE, changes_result=True)


@dataclass(frozen=True, slots=True)
class BoardRequest(Request):
    """The leaderboard of writers among human novels."""

    results: tuple[Path, ...] = option(
        help="Scores and duels, from `novelist judge`.", changes_result=True, argument=True
    )
    reference: Path | None = option(None, help=_REFERENCE, changes_result=True)


@dataclass(frozen=True, slots=True)
class CourseRequest(Request):
    """Does quality hold over a long story?"""

    stories: Path = option(
        help="From `novelist write --chapters`.", changes_result=True, signed_as="text", argument=True
    )
    scores: tuple[Path, ...] = option((), help="From `novelist judge`; may be repeated.", changes_result=True)


@dataclass(frozen=True, slots=True)
class CheckRequest(Request):
    """Can the judge be trusted?"""

    scores: tuple[Path, ...] = option(
        help="From `novelist judge`, best with --repeats.", changes_result=True, argument=True
    )
    order: tuple[str, ...] = option(
        (),
        help="Labels from best to worst, such as prize,web,weak: shelves or models.",
        changes_result=True,
        comma=True,
    )
