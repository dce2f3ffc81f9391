"""The requests about writers: synopses, stories, judgements, placements, the board, and checks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from fabula.errors import UsageError
from fabula.gauge.request import EMBEDDED, GaugeRequest
from fabula.models.replicates import VARIED, temperature_for
from fabula.request import Request, option
from fabula.text.book import Book

CHAPTERS = 10
"""The number of consecutive chapters to take from each book."""
CONTEXT_TOKENS = 24_000
"""How much of the story so far the next chapter sees in full. Older parts are given as notes."""
_SHELF = "A folder of book files. Its name becomes their label (repeatable)."
_REFERENCE = "A file from `novelist fit`; default: the 4,332 web novels of WebNovelBench."
_OR_OWN = f"{_REFERENCE[:-1]}. `own` makes one from the human chapters among the judgements."
_OUT = "The file to write."
LEAST_WORDS, MOST_WORDS = 800, 1_200
"""The requested length of a chapter: words in English, characters in Chinese."""


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """How writers are asked."""

    temperature: float = 0.6
    max_tokens: int = 4_096
    least_words: int = LEAST_WORDS
    most_words: int = MOST_WORDS

    def validate(self) -> None:
        """Raises a UsageError if no chapter could have the requested length."""
        if self.least_words > self.most_words:
            raise UsageError(
                f"--least-words {self.least_words} is above --most-words {self.most_words}: give a smaller one"
            )


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How judges are asked."""

    repeats: int = 1
    temperature: float = 0.0
    max_tokens: int = 1_000


WRITER = WriterSettings()
JUDGE = JudgeSettings()


def asked_temperature(role: str, default: float | None = None, said: str = "") -> Any:
    """An option of a request: the temperature of one role."""
    return option(
        default, help=f"Sampling temperature of the {role}{said}.", changes_result=True, minimum=0, maximum=2
    )


def most_tokens(role: str, default: int) -> Any:
    """An option of a request: the cap of one role's answers."""
    told = f"The most tokens that a {role} may answer with. Give a model that thinks aloud more."
    return option(default, help=told, changes_result=True, minimum=16)


def asked_length(which: str, default: int) -> Any:
    """An option of a request: one bound of a chapter's length."""
    told = f"The {which} length of a chapter that the writer is asked for, in words (Chinese: characters)."
    return option(default, help=told, changes_result=True, minimum=1)


def judge_temperature() -> Any:
    """An option of a request: the judges' temperature, which depends on the repeats."""
    return asked_temperature("judges", said=f"; default: 0, or {VARIED:g} for repeats")


def judge_settings(repeats: int, temperature: float | None, max_tokens: int) -> JudgeSettings:
    """The temperature that repeats need, unless the user named one."""
    return JudgeSettings(repeats, temperature_for(repeats, temperature), max_tokens)


@dataclass(frozen=True, slots=True)
class SynopsisRequest(Request):
    """Summarises a human novel for writers: people, plot in order, and scenes."""

    books: tuple[Path | Book, ...] = option(
        (), help="Book files.", changes_result=True, signed_as="text", argument=True
    )
    out: Path = option(Path("synopses.jsonl"), help=_OUT, changes_result=False, short="-o")
    shelf: tuple[Path, ...] = option((), help=_SHELF, changes_result=True)
    chapters: int = option(
        CHAPTERS, help="Consecutive chapters from each book.", changes_result=True, minimum=1
    )
    seed: int = option(0, help="The seed for choosing chapters.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        if not self.books and not self.shelf:
            raise UsageError("no books to read: name book files, or give --shelf FOLDER")


@dataclass(frozen=True, slots=True)
class WriteRequest(Request):
    """Makes a model write a story from each synopsis, or a whole book from each novel's synopses."""

    synopses: Path = option(
        help="A file from `novelist synopsis`, or the released JSON of WebNovelBench.",
        changes_result=True,
        signed_as="text",
        argument=True,
    )
    out: Path = option(Path("stories.jsonl"), help=_OUT, changes_result=False, short="-o")
    explicit: bool = option(
        False,
        help="Whether to tell the writer the eight criteria.",
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
        help="How many tokens of the story so far the next chapter sees.",
        changes_result=True,
        minimum=1_000,
    )
    temperature: float = asked_temperature("writer", WRITER.temperature)
    max_tokens: int = most_tokens("writer", WRITER.max_tokens)
    least_words: int = asked_length("least", LEAST_WORDS)
    most_words: int = asked_length("greatest", MOST_WORDS)

    def validate(self) -> None:
        Request.validate(self)
        self.settings.validate()

    @property
    def settings(self) -> WriterSettings:
        """How the writer is asked."""
        return WriterSettings(self.temperature, self.max_tokens, self.least_words, self.most_words)


@dataclass(frozen=True, slots=True)
class JudgeRequest(Request):
    """Gives each chapter eight scores by one or several judges, or holds duels between the writers."""

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
        help="A model that judges (repeatable). `embedded` is the prose gauge, which needs no model.",
        changes_result=True,
        signed_as="judges",
    )
    shelf: tuple[Path, ...] = option((), help=_SHELF, changes_result=True)
    repeats: int = option(
        1, help="How often to ask each judge.", changes_result=True, signed_as="n", minimum=1
    )
    pairwise: bool = option(
        False,
        help="Hold duels between the writers, in both orders, instead of giving scores.",
        changes_result=True,
    )
    chapters: int = option(
        CHAPTERS, help="Consecutive chapters from each human book.", changes_result=True, minimum=1
    )
    seed: int = option(0, help="The seed for choosing chapters.", changes_result=True)
    temperature: float | None = judge_temperature()
    max_tokens: int = most_tokens("judge", JUDGE.max_tokens)

    @property
    def settings(self) -> JudgeSettings:
        """How the judges are asked."""
        return judge_settings(self.repeats, self.temperature, self.max_tokens)

    def validate(self) -> None:
        Request.validate(self)
        if EMBEDDED in self.judge and len(self.judge) > 1:
            raise UsageError(
                "--judge embedded gives a prose score, not the eight scores: run it separately, with its own output file"
            )
        if not self.stories and not self.shelf:
            raise UsageError("nothing to judge: give stories (.jsonl), book files, or --shelf FOLDER")

    def for_model(self, model: str | None) -> Self:
        """Makes the named model, if any, the first judge."""
        judges = (model, *self.judge) if model and model not in self.judge else self.judge
        if not judges:
            raise UsageError(
                "no judge is named: give --judge PROVIDER/NAME once for each judge, or --judge embedded"
            )
        settled = self.but(judge=judges)
        settled.validate()
        return settled

    @property
    def asks_model(self) -> bool:
        """Whether a model judges, rather than the prose gauge."""
        return not self.by_gauge

    @property
    def by_gauge(self) -> bool:
        """Whether the prose gauge judges, which needs no model."""
        return self.judge == (EMBEDDED,)

    def gauge(self) -> GaugeRequest:
        """The same request for the prose gauge."""
        if len(self.stories) != 1 or self.stories[0].suffix.lower() != ".jsonl":
            raise UsageError(
                "--judge embedded needs one file of stories: lines with model, story, chapter and text"
            )
        return GaugeRequest(self.stories[0], self.out)


@dataclass(frozen=True, slots=True)
class FitRequest(Request):
    """Makes a reference from the scores of human novels."""

    scores: tuple[Path, ...] = option(
        help="Scores of human novels, from `novelist judge`, or the released JSON.",
        changes_result=True,
        argument=True,
    )
    out: Path = option(Path("reference.json"), help=_OUT, changes_result=False, short="-o")
    table: bool = option(
        False,
        help="Store 1,001 percentiles instead of every novel's figure.",
        changes_result=True,
    )


@dataclass(frozen=True, slots=True)
class ChooseRequest(Request):
    """Chooses a test set spread over the human scale."""

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
    """Where do scores rank among human novels?"""

    scores: str = option(
        help="Eight numbers separated by commas, a file of such rows, or a file from `novelist judge`.",
        changes_result=True,
    )
    reference: Path | None = option(None, help=_REFERENCE, changes_result=True)


@dataclass(frozen=True, slots=True)
class BoardRequest(Request):
    """The leaderboard of writers among human novels."""

    results: tuple[Path, ...] = option(
        help="Scores and duels, from `novelist judge`.", changes_result=True, argument=True
    )
    reference: Path | None = option(None, help=_OR_OWN, changes_result=True)


@dataclass(frozen=True, slots=True)
class SiteRequest(Request):
    """A static site of the leaderboard, with every chapter by everyone side by side."""

    out: Path = option(help="The folder of the site.", changes_result=False, argument=True)
    results: tuple[Path, ...] = option(
        (),
        help="A folder of `bench webnovel`, or files of scores, stories, synopses and duels (repeatable). Default: the "
        "folder of the site.",
        changes_result=True,
    )
    reference: Path | None = option(None, help=_OR_OWN, changes_result=True)
    shelf: tuple[Path, ...] = option(
        (), help="A folder of the human books, for their chapters (repeatable).", changes_result=True
    )
    no_human_text: bool = option(
        False, help="Leave out the text of human chapters, for books under copyright.", changes_result=True
    )


@dataclass(frozen=True, slots=True)
class CourseRequest(Request):
    """Does quality hold over a long story?"""

    stories: Path = option(
        help="A file from `novelist write --chapters`.", changes_result=True, signed_as="text", argument=True
    )
    scores: tuple[Path, ...] = option(
        (), help="Scores from `novelist judge` (repeatable).", changes_result=True
    )


@dataclass(frozen=True, slots=True)
class CheckRequest(Request):
    """Can the judge be trusted?"""

    scores: tuple[Path, ...] = option(
        help="A file from `novelist judge`, preferably with --repeats.", changes_result=True, argument=True
    )
    order: tuple[str, ...] = option(
        (),
        help="Labels (shelves or models) from best to worst, such as prize,web,weak.",
        changes_result=True,
        comma=True,
    )
