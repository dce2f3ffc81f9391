"""The request of `bench webnovel`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from fabula.errors import UsageError
from fabula.models.config import load_config
from fabula.novelists.request import JudgeRequest
from fabula.novelists.settings import (
    CHAPTERS,
    GENRES,
    JUDGE,
    WRITER,
    JudgeSettings,
    WriterSettings,
    asked_length,
    asked_temperature,
    judge_temperature,
    most_duels,
    most_tokens,
    writer_settings,
    writer_tokens,
)
from fabula.request import Request, option


@dataclass(frozen=True, slots=True)
class BenchWebnovelRequest(Request):
    """From a folder of novels to a leaderboard of models."""

    data: Path | None = option(
        None,
        help="A folder of novels in any format, or the released JSON of WebNovelBench.",
        changes_result=True,
        signed_as="text",
    )
    model: tuple[str, ...] = option(
        (), help="PROVIDER/NAME that writes (repeatable).", changes_result=True, signed_as="m"
    )
    judge: tuple[str, ...] = option(
        (),
        help="PROVIDER/NAME that judges (repeatable). The first also writes the synopses.",
        changes_result=True,
        signed_as="judges",
    )
    out: Path = option(
        Path("webnovel.bench"),
        help="A folder for stories, scores and the page.",
        changes_result=False,
        short="-o",
    )
    novels: int = option(100, help="The size of the test set.", changes_result=True, minimum=1)
    chapters: int = option(
        CHAPTERS, help="Consecutive chapters from each novel.", changes_result=True, minimum=1
    )
    explicit: bool = option(
        False,
        help="Whether to tell the writers the eight criteria.",
        changes_result=True,
        flag="--explicit/--hidden",
    )
    paper: bool = option(
        False,
        help="Ask as in the paper: its criteria in its words, told to the writers in its prompt, and one answer of each "
        "judge. Shows the norm score on the paper's scale, beside its published ones.",
        changes_result=True,
    )
    repeats: int = option(
        1, help="How often to ask each judge.", changes_result=True, signed_as="n", minimum=1
    )
    pairwise: bool = option(False, help="Add duels, judged by the first judge.", changes_result=True)
    most_duels: int | None = most_duels()
    temperature: float = asked_temperature("writers", WRITER.temperature)
    max_tokens: int | None = writer_tokens()
    least_words: int = asked_length("shortest", WRITER.least_words)
    most_words: int = asked_length("longest", WRITER.most_words)
    judge_temperature: float | None = judge_temperature()
    judge_max_tokens: int = most_tokens("judge", JUDGE.max_tokens)
    reference: Path | None = option(
        None,
        help="A file from `novelist fit`; default: the human novels of WebNovelBench. `own` makes one from the human "
        "chapters of this run, judged by the same judges.",
        changes_result=True,
    )
    genres: Path | None = option(None, help=GENRES, changes_result=True)
    replay: Path | None = option(
        None,
        help="The folder of an earlier run. Recomputes only its placements and board, without asking a model.",
        changes_result=True,
    )
    seed: int = option(0, help="The seed for choosing chapters.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        self.writing.validate()
        if self.paper and (self.repeats > 1 or self.pairwise):
            raise UsageError(
                "--paper asks each judge once and holds no duels: leave out --repeats and --pairwise"
            )
        if self.replay is not None:
            return
        if self.data is None:
            raise UsageError(
                "give --data with a folder of novels or the released JSON, or --replay with the folder of an earlier run"
            )
        if not self.model:
            raise UsageError("no writer is named: give --model PROVIDER/NAME once for each model")
        if not self.judge:
            raise UsageError(
                "no judge is named: give --judge PROVIDER/NAME, preferably not one of the writers"
            )

    def for_model(self, model: str | None) -> Self:
        """Writers and judges that the request does not name: the named model writes, else those of fabula.toml."""
        if self.replay is not None:
            return self
        config = load_config()
        named = (model,) if model else config.writers or ((config.model,) if config.model else ())
        settled = self.but(model=self.model or named, judge=self.judge or config.judges)
        settled.validate()
        return settled

    @property
    def asks_model(self) -> bool:
        """Whether models write and judge, rather than replaying an earlier run."""
        return self.replay is None

    def judging(self) -> JudgeRequest:
        """How each judge is asked."""
        return JudgeRequest(
            repeats=self.repeats, chapters=self.chapters, seed=self.seed, temperature=self.judge_temperature,
            max_tokens=self.judge_max_tokens,
        )  # fmt: skip

    @property
    def writing(self) -> WriterSettings:
        """How each writer is asked."""
        usual = writer_settings(self.temperature, self.max_tokens, self.least_words, self.most_words)
        return replace(usual, prompt="write_paper") if self.paper else usual

    @property
    def asking(self) -> JudgeSettings:
        """How each judge is asked, by the paper's prompt or by ours."""
        usual = self.judging().settings
        return replace(usual, prompt="judge_paper") if self.paper else usual
