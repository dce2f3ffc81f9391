"""LFED's Tables 5 to 7 for any models: by kind of question without examples, with examples, and by novel."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from fabula.benchmarks.lfed_request import BenchLfedRequest
from fabula.measures.intervals import holm
from fabula.models.several import Doors
from fabula.quiz.asking import Setting
from fabula.quiz.choices import PROMPTS, PromptKind
from fabula.quiz.results import AskedFault, Comparison, Group, QuizRunResult, SettingResult, Share, compared
from fabula.quiz.run import Inputs, answered, read_inputs
from fabula.request import document
from fabula.result import Result
from fabula.signature import sign


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class KindRow(_Part):
    """Table 5: one model with one prompt, without examples."""

    model: str
    prompt: PromptKind
    accuracy: Share
    by_category: dict[str, Group]
    unreadable: int
    signature: str


class ShotsRow(_Part):
    """Table 6: one model with one prompt, by the number of examples."""

    model: str
    prompt: PromptKind
    by_shots: dict[str, Share]


class NovelRow(_Part):
    """Table 7: one model, by type, length and year of the novel."""

    model: str
    type: dict[str, Group]
    length: dict[str, Group]
    year: dict[str, Group]


class PairRow(Comparison):
    """Two models on the same questions: `first`, and `model`."""

    first: str


class BenchLfedResult(Result):
    """The document of `bench lfed`."""

    KIND: ClassVar[str] = "bench-lfed"

    kind: Literal["bench-lfed"] = "bench-lfed"
    set: str
    n: int
    baselines: dict[str, float]
    published: tuple[dict[str, Any], ...]
    """The paper's figures for comparison, limited to those we could verify."""
    table_5: tuple[KindRow, ...]
    table_6: tuple[ShotsRow, ...]
    table_7: tuple[NovelRow, ...]
    pairs: tuple[PairRow, ...]
    faulty: tuple[AskedFault, ...]
    signatures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BenchLfedAnswer:
    """The tables, the result of each model, and the language of the set."""

    result: BenchLfedResult
    models: tuple[QuizRunResult, ...]
    language: str


async def run(request: BenchLfedRequest, doors: Doors) -> BenchLfedAnswer:
    """Asks every model every question in every setting: by default (0 to 5 examples), twelve times the set."""
    request.validate()
    inputs = read_inputs(request.quiz())
    settings = settings_of(inputs, rehearsal=doors.rehearsing)
    found = [(await answered(inputs, door, settings)).result for door in doors.side_by_side(request.model)]
    made = tables(request, inputs, found, doors.signed(request.model))
    return BenchLfedAnswer(made, tuple(found), inputs.language)


def settings_of(inputs: Inputs, *, rehearsal: bool) -> list[Setting]:
    """Each number of examples with both prompts. The first setting, without examples, is the main one."""
    order = {setting.shots: place for place, setting in enumerate(inputs.settings())}
    return sorted(inputs.settings(rehearsal=rehearsal), key=lambda one: order[one.shots])


def published() -> tuple[dict[str, Any], ...]:
    """The paper's figures for comparison."""
    text = (files("fabula.benchmarks") / "lfed.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)["published"])


def tables(
    request: BenchLfedRequest, inputs: Inputs, found: Sequence[QuizRunResult], models: str
) -> BenchLfedResult:
    """The tables, from one result of `quiz run` for each model; `models` as signatures name them."""
    first = found[0]
    signatures = tuple(one.signature for one in found)
    return BenchLfedResult(
        request=document(request),
        signature=sign(request, "bench.lfed", digests={"text": inputs.quiz.digest, "m": models}),
        set=first.set,
        n=first.n,
        baselines=first.baselines,
        published=published(),
        table_5=tuple(_by_kind(one, row) for one in found for row in one.by_setting if row.shots == 0),
        table_6=tuple(_by_shots(one, prompt) for one in found for prompt in PROMPTS),
        table_7=tuple(_by_novel(one) for one in found),
        pairs=pairs(found),
        faulty=first.faulty,
        signatures=signatures,
    )


def pairs(found: Sequence[QuizRunResult]) -> tuple[PairRow, ...]:
    """McNemar's test for every pair of models, with Holm's correction for several pairs."""
    tested = [
        PairRow(first=one.model_name, **compared(one, two).model_dump())
        for at, one in enumerate(found)
        for two in found[at + 1 :]
    ]
    corrected = iter(holm([pair.p for pair in tested if pair.p is not None]))
    return tuple(
        pair if pair.p is None else pair.model_copy(update={"p_holm": next(corrected)}) for pair in tested
    )


def _by_kind(one: QuizRunResult, row: SettingResult) -> KindRow:
    return KindRow(
        model=one.model_name,
        prompt=row.prompt,
        accuracy=row.accuracy,
        by_category=row.by_category,
        unreadable=row.unreadable,
        signature=row.signature,
    )


def _by_shots(one: QuizRunResult, prompt: PromptKind) -> ShotsRow:
    rows = {str(row.shots): row.accuracy for row in one.by_setting if row.prompt == prompt}
    return ShotsRow(model=one.model_name, prompt=prompt, by_shots=rows)


def _by_novel(one: QuizRunResult) -> NovelRow:
    return NovelRow(model=one.model_name, **one.by_attribute)
