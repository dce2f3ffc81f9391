"""The request of LongStoryEval: how far do scores agree with readers, by strategy, model and aspect?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

from fabula.errors import UsageError
from fabula.models.replicates import temperature_for, temperature_option
from fabula.request import Request, option

PAPER_RUNS, PAPER_TEMPERATURE = 5, 0.0
"""LongStoryEval, section 5.3: "even with temperature=0 ... we average scores across five evaluation runs"."""
Strategy = Literal["one-pass", "aggregation", "incremental", "summary", "embedded"]


@dataclass(frozen=True, slots=True)
class BenchLongStoryEvalRequest(Request):
    """The paper's comparison, from live models or from recorded outputs."""

    data: Path = option(help="The release's dataset folder, whole or in part.", changes_result=True)
    replay: tuple[Path, ...] = option(
        (), help="Recorded outputs to compare with readers (repeatable).", changes_result=True
    )
    model: tuple[str, ...] = option(
        (), help="PROVIDER/NAME to compare (repeatable).", changes_result=True, signed_as="m"
    )
    method: tuple[Strategy, ...] = option(
        (), help="A strategy (repeatable); default: summary.", changes_result=True
    )
    definitions: Literal["with", "without", "both"] = option(
        "with", help="Whether judges see definitions of the aspects.", changes_result=True
    )
    source: Literal["overall", "chapters", "both"] = option(
        "overall",
        help="For summary: the plot of the whole book, or chapter by chapter.",
        changes_result=True,
        signed_as="from",
        flag="--from",
    )
    also_read_by: tuple[str, ...] = option(
        (),
        help="A cheaper model that reads the books too, for summaries in rows of their own (Table 7; repeatable).",
        changes_result=True,
    )
    reviews: Path | None = option(
        None,
        help="Readers' reviews of these books, parquet or JSONL: Table 4, Figure 4 and the corrections of reviews compared.",
        changes_result=True,
    )
    critique: bool = option(False, help="For summary: the models are trained critics.", changes_result=True)
    anonymise: bool = option(
        False,
        help="Rename the characters and hide title and author, so that judges cannot recognise a book.",
        changes_result=True,
    )
    runs: int = option(PAPER_RUNS, help="Replicates.", changes_result=True, signed_as="n", minimum=1)
    temperature: float | None = temperature_option()
    as_in_paper: bool = option(
        False,
        help="Replicates as the paper made them: five at temperature 0, averaged.",
        changes_result=True,
    )
    segment_tokens: int = option(
        8_000, help="Tokens of text in one prompt.", changes_result=True, minimum=500
    )
    export: Path | None = option(
        None,
        help="Write the test set under other names to this folder: summaries, genres and ratings, with the key in a separate file.",
        changes_result=False,
    )
    calibrations: Path | None = option(
        None,
        help="Write a calibration for each judge with 20 rated books to this folder, for `evaluate --calibration`.",
        changes_result=False,
    )
    limit: int | None = option(None, help="Judge at most this many books.", changes_result=True, minimum=1)
    resamples: int = option(
        10_000, help="Random draws for intervals and p-values.", changes_result=True, minimum=100
    )
    seed: int = option(0, help="The seed for random draws.", changes_result=True)

    def validate(self) -> None:
        """Checks that there are scores to compare, and that the reader model is not used as a strategy."""
        Request.validate(self)
        if "embedded" in self.method:
            raise UsageError("--method embedded: the reader model is already a baseline in every table")
        if self.as_in_paper and (self.runs, self.temperature or 0.0) != (PAPER_RUNS, PAPER_TEMPERATURE):
            raise UsageError(
                "--as-in-paper asks five times at temperature 0: leave out --runs and --temperature"
            )
        if not self.model and not self.replay and self.export is None and self.reviews is None:
            if not self.data.exists():
                raise UsageError(f"there is no folder {self.data}")
            raise UsageError(
                "no scores to compare: give --model PROVIDER/NAME, or --replay FILE for recorded outputs"
            )
        if self.also_read_by and not self.model:
            raise UsageError("--also-read-by reads books for a judge: give --model too")

    def for_model(self, model: str | None) -> Self:
        """The number of replicates and their temperature, settled."""
        del model
        self.validate()
        if self.as_in_paper:
            return self.but(runs=PAPER_RUNS, temperature=PAPER_TEMPERATURE)
        return self.but(temperature=temperature_for(self.runs, self.temperature))

    @property
    def asks_model(self) -> bool:
        """Recordings need no model."""
        return bool(self.model)
