"""PerSE's tables: does a model predict a particular reader better than the reader's usual generosity alone?

For stories that a reader scored: correlation of predicted with real scores, pooled and within readers. For pairs:
accuracy by aspect. For reviews: how close the generated text is to the real one. The baselines are in the same
tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fabula.benchmarks.perse_baselines import (
    OWN,
    always_the_first,
    baselines,
    own_means,
    unseen_stories,
    usual_choice,
)
from fabula.benchmarks.perse_data import Data, cases, is_pairs, load
from fabula.benchmarks.perse_described import described
from fabula.benchmarks.perse_figures import accuracy, row, words
from fabula.benchmarks.perse_paired import Answers, Asked, by_version, curves, over_orders, own_curve
from fabula.benchmarks.perse_request import BenchPerseRequest
from fabula.benchmarks.perse_result import BenchPerseResult, ChoiceRow, ReviewRow, ScoreRow
from fabula.benchmarks.perse_ways import Way
from fabula.benchmarks.perse_ways import ways as ways_of
from fabula.errors import UsageError
from fabula.personas.building import with_other_names, with_short_plots
from fabula.personas.pairwise import Pair, choose
from fabula.personas.personal import plot_story, rate
from fabula.personas.profiles import PairQuestion
from fabula.personas.prompt_settings import PAST, PersonaSettings
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.rubrics.files import load as load_rubric
from fabula.signature import sign

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.models.several import Doors
    from fabula.rubrics.rubric import Rubric

METHOD = "bench.perse"
RUBRIC = "plot-preference"


@dataclass(slots=True)
class _Rows:
    """Collects the tables during a run, and what the systems of the paired tests answered."""

    scores: list[ScoreRow]
    choices: list[ChoiceRow]
    reviews: list[ReviewRow]
    answers: Answers
    by_way: list[Asked]


@dataclass(frozen=True, slots=True)
class Tables:
    """The result of PerSE's benchmark."""

    result: BenchPerseResult


async def run(request: BenchPerseRequest, doors: Doors | None) -> Tables:
    """The baselines, and with doors also each model in every way that the request asks for."""
    request.validate()
    asked = doors if request.asks_model else None
    past = max(request.past, default=PAST)
    data = await asyncio.to_thread(
        load, request.data, questions=request.questions, seed=request.seed, past=past
    )
    if request.unseen and data.table is None:
        raise UsageError(
            "--unseen needs LongStoryEval's reviews_train.parquet: a folder of `fabula persona build` has no table of all ratings"
        )
    rubric = load_rubric(RUBRIC)
    ways = ways_of(request, data)
    rows = await asyncio.to_thread(_baseline_rows, request, data, rubric, ways)
    names = [each.name for each in rows.scores]
    unseen = (
        await asyncio.to_thread(unseen_stories, data.table, request.seed)
        if request.unseen and data.table is not None
        else ()
    )
    most = max(way.past for way in ways)
    for door in asked.side_by_side(request.model) if asked else ():
        versions = await _versions(data, door, request) if request.hidden else {"raw": data}
        for way in ways:
            main = way.past == most and not way.order and way.version == "raw"
            await _ask(request, versions[way.version], rubric, way, rows, door, main=main)
    return Tables(
        BenchPerseResult(
            kind=BenchPerseResult.KIND,
            request=document(request),
            model=asked.to(request.model[0]).model_used if asked and len(request.model) == 1 else None,
            signature=_signature(request, names, rubric, asked),
            usage=asked.usage if asked else None,
            questions=sum(len(each.questions) for each in data.tested),
            readers=len(data.tested),
            seed=request.seed,
            factorised=data.ratings is not None,
            scores=tuple(rows.scores),
            choices=tuple(rows.choices),
            reviews=tuple(rows.reviews),
            unseen_stories=unseen,
            orders=over_orders(rows.by_way),
            paired=rows.answers.tested(request.seed),
            described=await asyncio.to_thread(described, data),
            curves=(*own_curve(rows.scores, data.past), *curves(rows.by_way)),
            versions=by_version(rows.by_way),
        )
    )


def _baseline_rows(request: BenchPerseRequest, data: Data, rubric: Rubric, ways: Sequence[Way]) -> _Rows:
    pairs = cases(data)
    known = baselines(data) if pairs else {}
    pasts = sorted({way.past for way in ways if way.past})
    fewer = {f"{OWN}, k = {past}": own_means(data, past) for past in pasts if pairs and past < data.past}
    answers = Answers([each.truth for each in pairs])
    scores = []
    for name, predicted in {**known, **fewer}.items():
        scores.append(row(name, list(map(float, predicted)), pairs, request.seed))
        if name in known:
            answers.scores[name] = list(map(float, predicted))
    choices = []
    if is_pairs(data):
        choices = [always_the_first(data, rubric), *(usual_choice(data, rubric, past) for past in pasts)]
    return _Rows(scores, choices, [], answers, [])


def _signature(request: BenchPerseRequest, names: list[str], rubric: Rubric, doors: Doors | None) -> str:
    engines = {"baselines": "+".join(name.replace(" ", "-") for name in names)} if names else {}
    digests = {"rubric": rubric_digest(rubric)}
    if doors is None:
        return sign(request, METHOD, asked={"seed": request.seed}, engines=engines, digests=digests)
    asked = {"n": request.repeats, "T": request.temperature, "seed": request.seed}
    digests |= {"m": doors.signed(request.model)}
    return sign(request, METHOD, asked=asked, engines=engines, digests=digests)


async def _versions(data: Data, door: Door, request: BenchPerseRequest) -> dict[str, Data]:
    """The stories as they are, with other names, and then summarised too. The model that reads for all does both, if there is one."""
    renamed, _ = await with_other_names(data.tested, request.seed, door.reading)
    short = await with_short_plots(renamed, door.reading)
    return {
        "raw": data,
        "anonymised": replace(data, tested=tuple(renamed)),
        "summarised": replace(data, tested=tuple(short)),
    }


async def _ask(
    request: BenchPerseRequest,
    data: Data,
    rubric: Rubric,
    way: Way,
    rows: _Rows,
    door: Door,
    *,
    main: bool,
) -> None:
    pairs = cases(data)
    name = f"{door.model}, {way.name}"
    if pairs:
        answers = await judged(data, door, request.settings, way)
        rows.scores.append(row(name, [score for score, _ in answers], pairs, request.seed))
        rows.by_way.append(Asked(door.model, way, rows.scores[-1]))
        if main:
            rows.answers.scores[name] = [score for score, _ in answers]
        reviews = [review for _, review in answers]
        likeness = words(name, reviews, pairs)
        if request.bert or request.bart:
            from fabula.benchmarks.likeness import meaning

            found: dict[str, Any] = dict(meaning(reviews, pairs, request.bert, request.bart))
            likeness = likeness.model_copy(update=found)
        rows.reviews.append(likeness)
    if is_pairs(data):
        choices, right = await chosen(data, door, request.settings, way, rubric, name)
        rows.choices.append(choices)
        if main:
            rows.answers.right[name] = right


async def judged(
    data: Data, door: Door, settings: PersonaSettings, way: Way
) -> list[tuple[float | None, str]]:
    """The model's score and review for each pair, asked in one way."""
    own = way.settings(settings)
    answers = await asyncio.gather(
        *(
            rate(plot_story(each.past.item, each.past.text), way.known(each.profile), door, own)
            for each in cases(data)
        )
    )
    return [(each.mean, each.review) for each in answers]


async def chosen(
    data: Data, door: Door, settings: PersonaSettings, way: Way, rubric: Rubric, name: str
) -> tuple[ChoiceRow, list[bool | None]]:
    """Accuracy by aspect in the order given and in both, with flips; and whether each first answer was right."""
    pairs = [
        (each.profile, question.past)
        for each in data.tested
        for question in each.questions
        if isinstance(question, PairQuestion)
    ]
    own = way.settings(settings)
    answers = await asyncio.gather(
        *(
            choose(
                Pair(plot_story("A", past.first), plot_story("B", past.second), past.premise),
                way.known(profile),
                door,
                own,
                rubric,
            )
            for profile, past in pairs
        )
    )
    aspects = {}
    right: list[bool | None] = []
    for aspect in rubric.scored_aspects:
        asked = [
            (past.choices[aspect.id], each)
            for (_, past), choice in zip(pairs, answers, strict=True)
            for each in choice.aspects
            if each.aspect == aspect.id and aspect.id in past.choices
        ]
        first = [each.repeats[0].as_given for _, each in asked]
        right += [None if one is None else one == truth for one, (truth, _) in zip(first, asked, strict=True)]
        aspects[aspect.id] = accuracy(
            [[one.as_given == truth for one in each.repeats if one.as_given] for truth, each in asked],
            both=[one.outcome == truth for truth, each in asked for one in each.repeats if one.outcome],
            flipped=sum(each.flipped for _, each in asked),
            unusable=sum(each.unusable for _, each in asked),
        )
    return ChoiceRow(name=name, aspects=aspects), right
