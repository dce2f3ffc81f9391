"""`novelist judge --judge embedded`: scores a file of stories with the prose gauge and writes another file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from fabula.digests import digest
from fabula.errors import UsageError
from fabula.gauge.gauge import KEYS, judge_lines
from fabula.gauge.request import EMBEDDED, GaugeRequest
from fabula.jsonl import read_lines, write_lines
from fabula.models.door import Door
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign

NOTE = "a prose gauge that imitates the taste of an LLM judge; not a measure of quality"


class ModelSummary(BaseModel):
    """One model over its chapters. The slope warns of declining prose."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    chapters: int
    score: float | None
    slope: float | None
    """Points per chapter, or None for fewer than three chapters."""


class GaugeResult(Result):
    """The document of `novelist judge --judge embedded`."""

    KIND: ClassVar[str] = "novelist-gauge"

    kind: Literal["novelist-gauge"] = "novelist-gauge"
    out: str
    judge: str = EMBEDDED
    chapters: int
    scored: int
    abstained: int
    models: dict[str, ModelSummary]
    note: str = NOTE


@dataclass(frozen=True, slots=True)
class GaugeAnswer:
    """The result and every judged line."""

    result: GaugeResult
    lines: tuple[dict[str, Any], ...]


async def run(request: GaugeRequest, door: Door | None = None) -> GaugeAnswer:
    """Judges a file of stories and writes the judged lines."""
    del door
    request.validate()
    lines = tuple(judge_lines(_stories(request.stories)))
    write_lines(lines, request.out)
    result = GaugeResult(
        request=document(request),
        signature=sign(request, "webnovel.judge.embedded", engines={"gauge": shipped_digest()}),
        out=str(request.out),
        chapters=len(lines),
        scored=sum(line["score"] is not None for line in lines),
        abstained=sum(line["abstain"] for line in lines),
        models=summaries(lines),
    )
    return GaugeAnswer(result, lines)


def shipped_digest() -> str:
    """The digest of the shipped gauge."""
    return digest((files("fabula.gauge") / "shipped" / "gauge.npz").read_bytes())


def summaries(lines: Sequence[Mapping[str, Any]]) -> dict[str, ModelSummary]:
    """The mean score of each model over its chapters, and its slope over their numbers."""
    by_model: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for line in lines:
        by_model[str(line["model"])].append(line)
    return {model: _summary(own) for model, own in sorted(by_model.items())}


def _summary(lines: Sequence[Mapping[str, Any]]) -> ModelSummary:
    scored = [line for line in lines if line["score"] is not None]
    chapters = [float(line["chapter"]) for line in scored]
    scores = [float(line["score"]) for line in scored]
    enough = len(set(chapters)) >= 3
    return ModelSummary(
        chapters=len(lines),
        score=round(float(np.mean(scores)), 2) if scores else None,
        slope=round(float(np.polyfit(chapters, scores, 1)[0]), 3) if enough else None,
    )


def _stories(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in read_lines(path, wanted="stories"):
        if not isinstance(line, dict):
            raise UsageError(f"{path.name}, line {number}: must be an object with {', '.join(KEYS)}")
        yield line
