"""The requests about writers that ask models: synopses, stories and judgements."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from fabula.errors import UsageError
from fabula.gauge.request import EMBEDDED, GaugeRequest
from fabula.models.config import load_config
from fabula.novelists.settings import (
    CHAPTERS,
    CONTEXT_TOKENS,
    JUDGE,
    LEAST_WORDS,
    MOST_WORDS,
    OUT,
    SHELF,
    WRITER,
    JudgeSettings,
    WriterSettings,
    asked_length,
    asked_temperature,
    judge_settings,
    judge_temperature,
    most_duels,
    most_tokens,
    writer_settings,
    writer_tokens,
)
from fabula.request import Request, option
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class SynopsisRequest(Request):
    """Summarises a human novel for writers: people, plot in order, and scenes."""

    books: tuple[Path | Book, ...] = option(
        (), help="Book files.", changes_result=True, signed_as="text", argument=True
    )
    out: Path = option(Path("synopses.jsonl"), help=OUT, changes_result=False, short="-o")
    shelf: tuple[Path, ...] = option((), help=SHELF, changes_result=True)
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
    out: Path = option(Path("stories.jsonl"), help=OUT, changes_result=False, short="-o")
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
    max_tokens: int | None = writer_tokens()
    least_words: int = asked_length("shortest", LEAST_WORDS)
    most_words: int = asked_length("longest", MOST_WORDS)

    def validate(self) -> None:
        Request.validate(self)
        self.settings.validate()

    @property
    def settings(self) -> WriterSettings:
        """How the writer is asked."""
        return writer_settings(self.temperature, self.max_tokens, self.least_words, self.most_words)


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
    out: Path = option(Path("scores.jsonl"), help=OUT, changes_result=False, short="-o")
    judge: tuple[str, ...] = option(
        (),
        help="A model that judges (repeatable). `embedded` is the prose gauge, which needs no model.",
        changes_result=True,
        signed_as="judges",
    )
    shelf: tuple[Path, ...] = option((), help=SHELF, changes_result=True)
    repeats: int = option(
        1, help="How often to ask each judge.", changes_result=True, signed_as="n", minimum=1
    )
    pairwise: bool = option(
        False,
        help="Hold duels between the writers, in both orders and where they are most informative, instead of giving scores.",
        changes_result=True,
    )
    most_duels: int | None = most_duels()
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
        """Makes the named model, if any, the first judge. Without one, the judges of fabula.toml, else its model."""
        judges = (model, *self.judge) if model and model not in self.judge else self.judge
        if not judges:
            config = load_config()
            judges = config.judges or ((config.model,) if config.model else ())
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
                "--judge embedded needs one .jsonl file of stories: lines with model, story, chapter and text"
            )
        return GaugeRequest(self.stories[0], self.out)


@dataclass(frozen=True, slots=True)
class WholeRequest(Request):
    """The verdict on each long story as a whole book, and where it contradicts itself."""

    stories: Path = option(
        help="A file from `novelist write --chapters`.", changes_result=True, signed_as="text", argument=True
    )
    rubric: str = option("longstory", help="longstory, webnovel, or your own TOML file.", changes_result=True)
    runs: int = option(
        1, help="How often to ask for the verdict.", changes_result=True, signed_as="n", minimum=1
    )
