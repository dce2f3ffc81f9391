"""PerSE's tables: does a model predict a particular reader better than the reader's usual generosity alone?

For stories that a reader scored: correlation of predicted with real scores, pooled and within readers. For pairs:
accuracy by aspect. For reviews: how close the generated text is to the real one. The baselines are in the same
tables.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from fabula.benchmarks.perse_baselines import always_the_first, baselines, unseen_stories
from fabula.benchmarks.perse_data import PAST, Data, cases, is_pairs, load
from fabula.benchmarks.perse_figures import accuracy, row, words
from fabula.benchmarks.perse_request import BenchPerseRequest
from fabula.benchmarks.perse_result import BenchPerseResult, ChoiceRow, ReviewRow, ScoreRow
from fabula.models.bill import usage_total
from fabula.personas.pairwise import Pair, choose
from fabula.personas.personal import plot_story, rate
from fabula.personas.profiles import PairQuestion, Profile
from fabula.personas.prompt_settings import PersonaSettings
from fabula.request import document
from fabula.rubrics.files import digest as rubric_digest
from fabula.rubrics.files import load as load_rubric
from fabula.signature import sign

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric

METHOD = "bench.perse"
RUBRIC = "plot-preference"
ORDERS = 3


@dataclass(frozen=True, slots=True)
class Sweep:
    """One way of asking: how many past judgements, in which order, with or without the reader's own words."""

    past: int
    order: int = 0
    with_reviews: bool = True

    @property
    def name(self) -> str:
        """The name of the table's row."""
        reviews = "" if self.with_reviews else ", scores alone"
        order = f", order {self.order + 1}" if self.order else ""
        return f"k = {self.past}{reviews}{order}"


def sweeps(request: BenchPerseRequest) -> list[Sweep]:
    """Every way that the request asks for."""
    if not request.sweep:
        return [Sweep(PAST)]
    return [
        *(Sweep(past) for past in range(PAST + 1)),
        *(Sweep(PAST, order) for order in range(1, ORDERS)),
        Sweep(PAST, with_reviews=False),
    ]


@dataclass(slots=True)
class _Rows:
    """Collects the tables during a run."""

    scores: list[ScoreRow]
    choices: list[ChoiceRow]
    reviews: list[ReviewRow]


@dataclass(frozen=True, slots=True)
class Tables:
    """The result of PerSE's benchmark."""

    result: BenchPerseResult


async def run(request: BenchPerseRequest, door: Door | None) -> Tables:
    """The baselines, and with a door also the model in every way that the request asks for."""
    request.validate()
    door = door if request.asks_model else None
    data = await asyncio.to_thread(load, request.data, questions=request.questions, seed=request.seed)
    rubric = load_rubric(RUBRIC)
    rows = await asyncio.to_thread(_baseline_rows, request, data, rubric)
    names = [each.name for each in rows.scores]
    unseen = (
        await asyncio.to_thread(unseen_stories, data.table, request.seed)
        if request.unseen and data.table is not None
        else ()
    )
    if door is not None:
        for sweep in sweeps(request):
            await _ask(request, data, rubric, sweep, rows, door)
    return Tables(
        BenchPerseResult(
            kind=BenchPerseResult.KIND,
            request=document(request),
            model=door.model_used if door else None,
            signature=_signature(request, names, rubric, door),
            usage=usage_total(door.tally) if door else None,
            questions=sum(len(each.questions) for each in data.tested),
            readers=len(data.tested),
            seed=request.seed,
            factorised=data.ratings is not None,
            scores=tuple(rows.scores),
            choices=tuple(rows.choices),
            reviews=tuple(rows.reviews),
            unseen_stories=unseen,
        )
    )


def _baseline_rows(request: BenchPerseRequest, data: Data, rubric: Rubric) -> _Rows:
    pairs = cases(data)
    scores = [
        row(name, list(map(float, predicted)), pairs, request.seed)
        for name, predicted in (baselines(data) if pairs else {}).items()
    ]
    return _Rows(scores, [always_the_first(data, rubric)] if is_pairs(data) else [], [])


def _signature(request: BenchPerseRequest, names: list[str], rubric: Rubric, door: Door | None) -> str:
    engines = {"baselines": "+".join(name.replace(" ", "-") for name in names)} if names else {}
    digests = {"rubric": rubric_digest(rubric)}
    if door is None:
        return sign(request, METHOD, asked={"seed": request.seed}, engines=engines, digests=digests)
    asked = {"n": request.repeats, "T": request.temperature, "seed": request.seed}
    return door.sign(request, METHOD, asked=asked, engines=engines, digests=digests)


async def _ask(
    request: BenchPerseRequest, data: Data, rubric: Rubric, sweep: Sweep, rows: _Rows, door: Door
) -> None:
    pairs = cases(data)
    if pairs:
        answers = await judged(data, door, request.settings, sweep)
        name = f"{door.model}, {sweep.name}"
        rows.scores.append(row(name, [score for score, _ in answers], pairs, request.seed))
        reviews = [review for _, review in answers]
        likeness = words(sweep.name, reviews, pairs)
        if request.bert or request.bart:
            from fabula.benchmarks.likeness import meaning

            found: dict[str, Any] = dict(meaning(reviews, pairs, request.bert, request.bart))
            likeness = likeness.model_copy(update=found)
        rows.reviews.append(likeness)
    if is_pairs(data):
        rows.choices.append(await chosen(data, door, request.settings, sweep, rubric))


async def judged(
    data: Data, door: Door, settings: PersonaSettings, sweep: Sweep
) -> list[tuple[float | None, str]]:
    """The model's score and review for each pair, asked in one way."""
    own = replace(settings, with_reviews=sweep.with_reviews)
    answers = await asyncio.gather(
        *(
            rate(plot_story(each.past.item, each.past.text), _known(each.profile, sweep), door, own)
            for each in cases(data)
        )
    )
    return [(each.mean, each.review) for each in answers]


async def chosen(
    data: Data, door: Door, settings: PersonaSettings, sweep: Sweep, rubric: Rubric
) -> ChoiceRow:
    """Accuracy by aspect over pairs in both orders. A choice that flips counts as wrong; flips are also counted."""
    pairs = [
        (each.profile, question.past)
        for each in data.tested
        for question in each.questions
        if isinstance(question, PairQuestion)
    ]
    own = replace(settings, with_reviews=sweep.with_reviews)
    answers = await asyncio.gather(
        *(
            choose(
                Pair(plot_story("A", past.first), plot_story("B", past.second), past.premise),
                _known(profile, sweep),
                door,
                own,
                rubric,
            )
            for profile, past in pairs
        )
    )
    aspects = {}
    for aspect in rubric.scored_aspects:
        asked = [
            (past.choices[aspect.id], each)
            for (_, past), choice in zip(pairs, answers, strict=True)
            for each in choice.aspects
            if each.aspect == aspect.id and aspect.id in past.choices
        ]
        aspects[aspect.id] = accuracy(
            [[one.outcome == truth for one in each.repeats if one.outcome] for truth, each in asked],
            flipped=sum(each.flipped for _, each in asked),
            unusable=sum(each.unusable for _, each in asked),
        )
    return ChoiceRow(name=sweep.name, aspects=aspects)


def _known(profile: Profile, sweep: Sweep) -> Profile:
    """The first few past judgements, in one of several orders."""
    known = profile.first(sweep.past)
    if not sweep.order:
        return known
    random = Random(f"{sweep.order} {profile.reader}")
    return replace(
        known,
        reviews=tuple(random.sample(known.reviews, len(known.reviews))),
        choices=tuple(random.sample(known.choices, len(known.choices))),
    )
