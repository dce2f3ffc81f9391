"""The request of LongStoryEval: how far do scores agree with readers, by strategy, model and aspect?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fabula.errors import UsageError
from fabula.request import Request, option

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
    critique: bool = option(False, help="For summary: the models are trained critics.", changes_result=True)
    anonymise: bool = option(
        False,
        help="Rename the characters and hide title and author, so that judges cannot recognise a book.",
        changes_result=True,
    )
    runs: int = option(5, help="Replicates.", changes_result=True, signed_as="n", minimum=1)
    temperature: float = option(
        0.0,
        help="Sampling temperature; 0 gives the most likely answer.",
        changes_result=True,
        signed_as="T",
        minimum=0,
        maximum=2,
    )
    segment_tokens: int = option(
        8_000, help="Tokens of text in one prompt.", changes_result=True, minimum=500
    )
    export: Path | None = option(
        None,
        help="Write the test set under other names to this folder: summaries, genres and ratings, with the key apart.",
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
        if not self.model and not self.replay and self.export is None:
            raise UsageError(
                "no scores to compare: give --model PROVIDER/NAME, or --replay FILE for recorded outputs"
            )

    @property
    def asks_model(self) -> bool:
        """Recordings need no model."""
        return bool(self.model)
