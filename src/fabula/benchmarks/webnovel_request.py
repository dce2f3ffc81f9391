"""The question of `bench webnovel`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from fabula.errors import UsageError
from fabula.novelists.request import CHAPTERS, JudgeRequest
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
        (), help="PROVIDER/NAME that writes; may be repeated.", changes_result=True, signed_as="m"
    )
    judge: tuple[str, ...] = option(
        (),
        help="PROVIDER/NAME that judges; may be repeated. The first also writes the synopses.",
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
    chapters: int = option(CHAPTERS, help="Chapters in a row, of each novel.", changes_result=True, minimum=1)
    explicit: bool = option(
        False,
        help="Tell the writers the eight criteria, or not.",
        changes_result=True,
        flag="--explicit/--hidden",
    )
    repeats: int = option(
        1, help="Ask each judge this many times.", changes_result=True, signed_as="n", minimum=1
    )
    pairwise: bool = option(False, help="Add duels, judged by the first judge.", changes_result=True)
    reference: Path | None = option(
        None,
        help="From `novelist fit`; default: the human novels of WebNovelBench.",
        changes_result=True,
    )
    replay: Path | None = option(
        None,
        help="A folder of an earlier run: only its placements and board are made, and no model is asked.",
        changes_result=True,
    )
    seed: int = option(0, help="The same seed chooses the same chapters.", changes_result=True)

    def validate(self) -> None:
        Request.validate(self)
        if self.replay is not None:
            return
        if self.data is None:
            raise UsageError(
                "--data: a folder of novels, or the released JSON; or --replay and the folder of an earlier run"
            )
        if not self.model:
            raise UsageError("which models write? --model PROVIDER/NAME, once for each")
        if not self.judge:
            raise UsageError("--judge: who judges? PROVIDER/NAME, best not one of the writers")

    def for_model(self, model: str | None) -> Self:
        """Without writers of its own, the benchmark asks the model that is named."""
        settled = self.but(model=(model,)) if model and not self.model else self
        settled.validate()
        return settled

    @property
    def asks_model(self) -> bool:
        """Whether models write and judge, and no earlier run is replayed."""
        return self.replay is None

    def judging(self) -> JudgeRequest:
        """How each judge is asked."""
        return JudgeRequest(repeats=self.repeats, chapters=self.chapters, seed=self.seed)
