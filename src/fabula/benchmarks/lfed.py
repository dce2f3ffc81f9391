"""LFED's Tables 2, 3 and 5 to 7 and Figures 3 and 4 for any models, in the paper's layout and beside its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from fabula.benchmarks import lfed_published as published
from fabula.benchmarks.lfed_request import BenchLfedRequest
from fabula.benchmarks.lfed_result import (
    BenchLfedResult,
    CategoryCount,
    CategoryRow,
    Cell,
    NovelCount,
    NovelRow,
    OverallRow,
    PairRow,
)
from fabula.measures.intervals import holm
from fabula.measures.proportions import share_near
from fabula.models.several import Doors
from fabula.quiz.asking import Setting
from fabula.quiz.attributes import BANDS, attributes_of
from fabula.quiz.classify import names
from fabula.quiz.released import blocks, released_category
from fabula.quiz.results import Group, QuizRunResult, SettingResult, Share, compared
from fabula.quiz.run import Inputs, answered, read_inputs
from fabula.quiz.scoring import UNLABELLED
from fabula.request import document
from fabula.signature import sign


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
    """Each number of examples with every prompt. The first setting, without examples, is the main one."""
    order = {setting.shots: place for place, setting in enumerate(inputs.settings())}
    return sorted(inputs.settings(rehearsal=rehearsal), key=lambda one: order[one.shots])


def tables(
    request: BenchLfedRequest, inputs: Inputs, found: Sequence[QuizRunResult], models: str
) -> BenchLfedResult:
    """The tables, from one result of `quiz run` for each model; `models` as signatures name them."""
    first = found[0]
    signatures = tuple(one.signature for one in found)
    prompts = [(one, _settings(one, prompt)) for one in found for prompt in inputs.request.prompts]
    return BenchLfedResult(
        request=document(request),
        signature=sign(request, "bench.lfed", digests={"text": inputs.quiz.digest, "m": models}),
        set=first.set,
        n=first.n,
        baselines=first.baselines,
        published_in=published.source(),
        table_2=categories(inputs),
        table_3=novels(inputs),
        table_5=(*(_overall(one, rows) for one, rows in prompts), *published.overall()),
        table_6=(*(_by_category(one, rows[:1]) for one, rows in prompts), *published.without_examples()),
        table_7=(
            *(_by_category(one, rows[1:]) for one, rows in prompts if rows[1:]),
            *published.with_examples(),
        ),
        figures_3_and_4=tuple(figure for one, rows in prompts for figure in _by_novel(one, rows)),
        pairs=pairs(found),
        faulty=first.faulty,
        signatures=signatures,
    )


def categories(inputs: Inputs) -> tuple[CategoryCount, ...]:
    """Table 2. The paper's counts stand beside those of its own set only."""
    kinds = {label.row: label.category or UNLABELLED for label in inputs.labels}
    lengths: dict[str, list[int]] = {kind: [] for kind in names("en")}
    for question in inputs.quiz.questions:
        lengths.setdefault(kinds.get(question.row, UNLABELLED), []).append(len(question.text))
    paper = {each.category: each for each in blocks()} if _is_the_release(inputs) else {}
    return tuple(
        CategoryCount(
            category=kind,
            count=len(own),
            share=round(len(own) / len(inputs.quiz.questions), 6),
            mean_length=round(fmean(own), 2),
            published_count=paper[kind].count if kind in paper else None,
            published_length=paper[kind].published_length if kind in paper else None,
        )
        for kind, own in lengths.items()
        if own
    )


def novels(inputs: Inputs) -> tuple[NovelCount, ...]:
    """Table 3."""
    groups = [attributes_of(title, inputs.novels).groups() for title in inputs.quiz.titles]
    released = _is_the_release(inputs)
    found = []
    for attribute in ("type", "length", "year"):
        own = [each[attribute] for each in groups]
        listed = [*BANDS[attribute], *sorted(set(own) - set(BANDS[attribute]))]
        paper = published.novels(attribute) if released else {}
        found += [
            NovelCount(attribute=attribute, group=group, novels=own.count(group), published=paper.get(group))
            for group in listed
            if group in own or group in paper
        ]
    return tuple(found)


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


def _is_the_release(inputs: Inputs) -> bool:
    return all(released_category(question) for question in inputs.quiz.questions)


def _settings(one: QuizRunResult, prompt: str) -> list[SettingResult]:
    """The settings with one prompt: without examples first, then those with examples."""
    return sorted((row for row in one.by_setting if row.prompt == prompt), key=lambda row: row.shots)


def _overall(one: QuizRunResult, rows: Sequence[SettingResult]) -> OverallRow:
    zero, few = _over_categories(rows[:1]), _over_categories(rows[1:])
    return OverallRow(
        model=one.model_name,
        prompt=rows[0].prompt,
        zero_shot=zero,
        few_shot=few,
        zero_shot_over_all=rows[0].accuracy,
        few_shot_over_all=_mean([(row.accuracy, row.n) for row in rows[1:]]),
        by_shots={str(row.shots): row.accuracy for row in rows},
        unreadable=rows[0].unreadable,
    )


def _over_categories(rows: Sequence[SettingResult]) -> float | None:
    """The plain mean of the categories, as in the paper."""
    values = [cell.value for cell in _cells([row.by_category for row in rows]).values()]
    known = [value for value in values if value is not None]
    return round(fmean(known), 6) if known else None


def _by_category(one: QuizRunResult, rows: Sequence[SettingResult]) -> CategoryRow:
    cells = _cells([row.by_category for row in rows])
    return CategoryRow(model=one.model_name, prompt=rows[0].prompt, by_category=cells)


def _by_novel(one: QuizRunResult, rows: Sequence[SettingResult]) -> list[NovelRow]:
    asked = (("zero", rows[:1]), ("few", rows[1:]))
    return [
        NovelRow(
            model=one.model_name,
            prompt=rows[0].prompt,
            shots="zero" if shots == "zero" else "few",
            length=_cells([row.by_attribute["length"] for row in own]),
            year=_cells([row.by_attribute["year"] for row in own]),
            type=_cells([row.by_attribute["type"] for row in own]),
        )
        for shots, own in asked
        if own
    ]


def _cells(settings: Sequence[Mapping[str, Group]]) -> dict[str, Cell]:
    """The mean of every group over several settings."""
    groups = list(settings[0]) if settings else []
    return {
        group: Cell(
            **(_mean([(each[group].accuracy, each[group].n) for each in settings]) or _NONE).model_dump(),
            n=settings[0][group].n,
        )
        for group in groups
    }


_NONE = Share(value=None, low=None, high=None)


def _mean(shares: Sequence[tuple[Share, int]]) -> Share | None:
    """The mean accuracy over numbers of examples, with the interval of a single one of them.

    The same questions are asked each time, so more numbers of examples do not narrow the interval.
    """
    known = [(share.value, n) for share, n in shares if share.value is not None]
    if not known:
        return None
    found = share_near(fmean(value for value, _ in known), min(n for _, n in known))
    return Share(value=round(found.value, 6), low=round(found.low, 6), high=round(found.high, 6))
