"""PerSE's tables: does a model predict a particular reader better than the reader's usual generosity alone?

For stories that a reader scored: correlation of predicted with real scores, pooled and within readers. For pairs:
accuracy by aspect. For reviews: how close the generated text is to the real one. The baselines are in the same
tables.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
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
from fabula.benchmarks.perse_figures import accuracy, row, words
from fabula.benchmarks.perse_paired import Answers, over_orders
from fabula.benchmarks.perse_request import BenchPerseRequest
from fabula.benchmarks.perse_result import BenchPerseResult, ChoiceRow, ReviewRow, ScoreRow
from fabula.errors import UsageError
from fabula.personas.pairwise import Pair, choose
from fabula.personas.personal import plot_story, rate
from fabula.personas.profiles import PairQuestion, Profile
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


def sweeps(request: BenchPerseRequest, data: Data) -> list[Sweep]:
    """Every way that the request asks for, with the number of past judgements that readers really have."""
    wanted = tuple(dict.fromkeys(request.past)) or (data.past,)
    if max(wanted) > data.past:
        raise UsageError(
            f"--past {max(wanted)}: the data has {data.past} past judgements of each reader; build it with more (persona build --past)"
        )
    if not request.sweep:
        return [Sweep(past) for past in wanted]
    most = max(wanted)
    return [
        *(Sweep(past) for past in sorted({*range(most + 1), *wanted})),
        *(Sweep(most, order) for order in range(1, ORDERS)),
        Sweep(most, with_reviews=False),
    ]


@dataclass(slots=True)
class _Rows:
    """Collects the tables during a run, and what the systems of the paired tests answered."""

    scores: list[ScoreRow]
    choices: list[ChoiceRow]
    reviews: list[ReviewRow]
    answers: Answers


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
    rubric = load_rubric(RUBRIC)
    ways = sweeps(request, data)
    rows = await asyncio.to_thread(_baseline_rows, request, data, rubric, ways)
    names = [each.name for each in rows.scores]
    unseen = (
        await asyncio.to_thread(unseen_stories, data.table, request.seed)
        if request.unseen and data.table is not None
        else ()
    )
    if asked is not None:
        for door in asked.side_by_side(request.model):
            for sweep in ways:
                await _ask(
                    request, data, rubric, sweep, rows, door, main=sweep == ways[0] or sweep.past == past
                )
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
            orders=over_orders(rows.scores),
            paired=rows.answers.tested(request.seed),
        )
    )


def _baseline_rows(request: BenchPerseRequest, data: Data, rubric: Rubric, ways: Sequence[Sweep]) -> _Rows:
    pairs = cases(data)
    known = baselines(data) if pairs else {}
    pasts = sorted({sweep.past for sweep in ways if sweep.past})
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
    return _Rows(scores, choices, [], answers)


def _signature(request: BenchPerseRequest, names: list[str], rubric: Rubric, doors: Doors | None) -> str:
    engines = {"baselines": "+".join(name.replace(" ", "-") for name in names)} if names else {}
    digests = {"rubric": rubric_digest(rubric)}
    if doors is None:
        return sign(request, METHOD, asked={"seed": request.seed}, engines=engines, digests=digests)
    asked = {"n": request.repeats, "T": request.temperature, "seed": request.seed}
    digests |= {"m": doors.signed(request.model)}
    return sign(request, METHOD, asked=asked, engines=engines, digests=digests)


async def _ask(
    request: BenchPerseRequest,
    data: Data,
    rubric: Rubric,
    sweep: Sweep,
    rows: _Rows,
    door: Door,
    *,
    main: bool,
) -> None:
    pairs = cases(data)
    name = f"{door.model}, {sweep.name}"
    if pairs:
        answers = await judged(data, door, request.settings, sweep)
        rows.scores.append(row(name, [score for score, _ in answers], pairs, request.seed))
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
        choices, right = await chosen(data, door, request.settings, sweep, rubric, name)
        rows.choices.append(choices)
        if main:
            rows.answers.right[name] = right


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
    data: Data, door: Door, settings: PersonaSettings, sweep: Sweep, rubric: Rubric, name: str
) -> tuple[ChoiceRow, list[bool | None]]:
    """Accuracy by aspect in the order given and in both, with flips; and whether each first answer was right."""
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
