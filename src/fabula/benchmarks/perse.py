"""PerSE's tables: can a judge tell what one particular reader will say, better than knowing how kind the reader is?

For stories that a reader scored: correlation of predicted with true scores, pooled and within readers. For pairs:
accuracy by aspect. For reviews: how near the generated words come to the true ones. The dull baselines stand in the
same table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from fabula.errors import UsageError
from fabula.measures.figure import share
from fabula.measures.groups import by_label, within_groups
from fabula.measures.intervals import Coefficient, Interval, estimate
from fabula.measures.refusal import Numbers, Refused
from fabula.personas.baselines import AVERAGE, FACTORS, METHODS, on_unseen_stories
from fabula.personas.factorisation import (
    SHRINK,
    Ratings,
    factorise,
    fold_in,
    item_features,
    ratings_of,
    ridge_with_bias,
)
from fabula.personas.pairwise import Pair, choose
from fabula.personas.personal import plot_story, rate
from fabula.personas.profiles import TEN, PairQuestion, PastReview, Profile, Question
from fabula.personas.prompt_settings import PersonaSettings
from fabula.personas.questions import ReaderQuestions, draw, read
from fabula.personas.rating_tables import Table, read_table

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.rubrics.rubric import Rubric

KINDS: tuple[Coefficient, ...] = ("pearson", "spearman", "kendall")
RESAMPLES = 1_000
PAST = 5
ORDERS = 3
OWN = "the reader's average"
POPULAR = "the story's average"
RIDGE = "ridge with reader bias"


@dataclass(frozen=True, slots=True)
class Data:
    """Who is asked about, and those others whose ratings the baselines learn from."""

    tested: tuple[ReaderQuestions, ...]
    ratings: Ratings | None
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Sweep:
    """One way of asking the judge: how much of the past, in which order, with or without the reader's words."""

    past: int
    order: int = 0
    with_reviews: bool = True

    @property
    def name(self) -> str:
        """As the table's row is called."""
        words = "" if self.with_reviews else ", scores alone"
        turned = f", order {self.order + 1}" if self.order else ""
        return f"k = {self.past}{words}{turned}"


def load(path: Path, *, questions: int, seed: int = 0) -> Data:
    """A folder of `persona build`, or LongStoryEval's release; so many questions of tested readers are drawn."""
    table = None
    if (path / "profiles.jsonl").is_file():
        asked = read(path)
        rows = [row for each in asked if each.split == "train" for row in _rows(each)]
        ratings = ratings_of(rows) if rows else None
    elif (path / "reviews_train.parquet").is_file():
        table = read_table(path, "longstoryeval")
        asked = draw(table, PAST, seed=seed)
        tested = {each.profile.reader for each in asked if each.split == "test"}
        ratings = ratings_of(
            [
                (reader, past.item, table.scale.to(past.score, TEN))
                for reader, past in table.rows
                if reader not in tested and isinstance(past, PastReview)
            ]
        )
    else:
        raise UsageError(
            f"{path} holds neither profiles.jsonl (fabula persona build writes it) nor LongStoryEval's reviews_train.parquet"
        )
    tested_readers = [each for each in asked if each.split == "test" and each.questions]
    if not tested_readers:
        raise UsageError(f"{path} has no reader for testing: build it with more readers")
    return Data(tuple(_drawn(tested_readers, questions, seed)), ratings, table)


def _rows(asked: ReaderQuestions) -> Iterator[tuple[str, str, float]]:
    profile = asked.profile
    pasts = [*profile.reviews, *(each.past for each in asked.questions if isinstance(each, Question))]
    for past in pasts:
        yield profile.reader, past.item, profile.on_ten(past.score)


def _drawn(asked: list[ReaderQuestions], questions: int, seed: int) -> list[ReaderQuestions]:
    """So many questions in all, drawn over readers; who is asked nothing leaves."""
    places = [(at, number) for at, each in enumerate(asked) for number in range(len(each.questions))]
    chosen = set(Random(seed).sample(places, min(questions, len(places))))
    kept = [
        replace(
            each, questions=tuple(one for number, one in enumerate(each.questions) if (at, number) in chosen)
        )
        for at, each in enumerate(asked)
    ]
    return [each for each in kept if each.questions]


@dataclass(frozen=True, slots=True)
class Case:
    """One (story, reader) pair."""

    profile: Profile
    past: PastReview

    @property
    def truth(self) -> float:
        """What the reader gave, from 1 to 10."""
        return self.profile.on_ten(self.past.score)


def cases(data: Data) -> list[Case]:
    """Every (story, reader) pair that is asked about."""
    return [
        Case(each.profile, question.past)
        for each in data.tested
        for question in each.questions
        if isinstance(question, Question)
    ]


def baselines(data: Data) -> dict[str, Numbers]:
    """What knowing the ratings alone would say of each pair: none of it has read a word of the story."""
    asked = cases(data)
    middle = (
        float(data.ratings.score.mean()) if data.ratings else float(np.mean([each.truth for each in asked]))
    )
    said: dict[str, list[float]] = {OWN: [_own_mean(each.profile, middle) for each in asked]}
    if data.ratings is None:
        return {name: np.array(values) for name, values in said.items()}
    place = {item: at for at, item in enumerate(data.ratings.items)}
    factors = factorise(data.ratings)
    ridge = _features_of(data)
    said |= {POPULAR: [], FACTORS: []} | ({RIDGE: []} if ridge else {})
    for each in asked:
        known = [past for past in each.profile.reviews if past.item in place]
        at = np.array([place[past.item] for past in known], dtype=np.int64)
        folded = fold_in(factors, at, [each.profile.on_ten(past.score) for past in known])
        here = np.array([place.get(each.past.item, -1)], dtype=np.int64)
        seen = here[0] >= 0
        said[POPULAR].append(factors.mean + float(factors.item_bias[here[0]]) if seen else factors.mean)
        said[FACTORS].append(float(folded.predict(factors, here)[0]) if seen else factors.mean + folded.bias)
        if ridge:
            said[RIDGE].append(
                said[OWN][len(said[RIDGE])] + float(ridge.item_bias[here[0]]) if seen else middle
            )
    return {name: np.clip(np.array(values), TEN.low, TEN.high) for name, values in said.items()}


def _features_of(data: Data) -> Any:
    if data.table is None or data.ratings is None:
        return None
    items = [data.table.items[item] for item in data.ratings.items]
    features = item_features([item.text for item in items], [item.genres for item in items])
    return ridge_with_bias(data.ratings, features)


def _own_mean(profile: Profile, middle: float) -> float:
    scores = [profile.on_ten(past.score) for past in profile.reviews]
    return (sum(scores) + SHRINK * middle) / (len(scores) + SHRINK)


def row(name: str, said: Sequence[float | None], asked: Sequence[Case], seed: int = 0) -> dict[str, Any]:
    """One row of the table: pooled and within readers, on the pairs that have an answer; the rest are counted."""
    kept = [at for at, score in enumerate(said) if score is not None]
    first = np.array([said[at] for at in kept], dtype=float)
    truth = np.array([asked[at].truth for at in kept])
    groups = by_label([[asked[at].profile.reader] for at in kept])
    document: dict[str, Any] = {"name": name, "n": len(kept), "missing": len(said) - len(kept)}
    for kind in KINDS:
        found = estimate(first, truth, kind, RESAMPLES, seed)
        document[kind] = _figure(found)
    document["readers"] = len(groups)
    document["centred_pearson"] = _centred(first, truth, groups)
    document["by_reader"] = _figure(
        within_groups(first, truth, groups, "kendall", resamples=200, seed=seed).mean
    )
    return document


def _centred(said: Numbers, truth: Numbers, groups: Mapping[str, Sequence[int]]) -> dict[str, Any]:
    """Pearson when every reader's mean is taken off both columns: what is left once kindness says nothing."""
    one, two = said.copy(), truth.copy()
    kept: list[int] = []
    for members in groups.values():
        if len(members) > 1:
            places = list(members)
            one[places] -= one[places].mean()
            two[places] -= two[places].mean()
            kept += places
    one = np.where(np.abs(one) < 1e-9, 0.0, one)
    return _figure(estimate(one[kept], two[kept], "pearson", RESAMPLES))


def _figure(found: Any) -> dict[str, Any]:
    if isinstance(found, Refused):
        return {"value": None, "why": str(found)}
    return {"value": found.value, "low": found.low, "high": found.high}


async def judged(
    data: Data, door: Door, settings: PersonaSettings, sweep: Sweep
) -> list[tuple[float | None, str]]:
    """The judge's score and review for each pair, asked in one way."""
    asked = cases(data)
    own = replace(settings, with_reviews=sweep.with_reviews)
    told = await asyncio.gather(
        *(
            rate(plot_story(each.past.item, each.past.text), _known(each.profile, sweep), door, own)
            for each in asked
        )
    )
    return [(each.mean, each.review) for each in told]


def _known(profile: Profile, sweep: Sweep) -> Profile:
    """The first so many of the past, told in one of several orders."""
    known = profile.first(sweep.past)
    if not sweep.order:
        return known
    random = Random(f"{sweep.order} {profile.reader}")
    return replace(
        known,
        reviews=tuple(random.sample(known.reviews, len(known.reviews))),
        choices=tuple(random.sample(known.choices, len(known.choices))),
    )


def words(said: Sequence[str], asked: Sequence[Case]) -> dict[str, Any]:
    """BLEU and ROUGE-1 of generated against true reviews, where both are there."""
    import sacrebleu
    from rouge_score.rouge_scorer import RougeScorer

    from fabula.text.language import detect

    both = [
        (one, each.past.review) for one, each in zip(said, asked, strict=True) if one and each.past.review
    ]
    if not both:
        return {"n": 0, "bleu": None, "rouge1": None, "why": "there is no review to compare with"}
    chinese = detect(" ".join(true for _, true in both)) == "zh"
    bleu = sacrebleu.corpus_bleu(
        [one for one, _ in both], [[two for _, two in both]], tokenize="zh" if chinese else "13a"
    )
    scorer = RougeScorer(["rouge1"], use_stemmer=not chinese, tokenizer=_Characters() if chinese else None)
    rouge = np.mean([scorer.score(true, one)["rouge1"].fmeasure for one, true in both])
    return {"n": len(both), "bleu": round(bleu.score, 3), "rouge1": float(rouge)}


class _Characters:
    """Chinese for ROUGE: a character is a token."""

    def tokenize(self, text: str) -> list[str]:
        return [letter for letter in text if letter.isalnum()]


def is_pairs(data: Data) -> bool:
    """Is it choices that are asked about?"""
    return any(isinstance(question, PairQuestion) for each in data.tested for question in each.questions)


async def chosen(
    data: Data, door: Door, settings: PersonaSettings, sweep: Sweep, rubric: Rubric
) -> dict[str, Any]:
    """Accuracy by aspect over pairs, both orders asked: a choice that flips is counted, and counts as wrong."""
    asked = [(each.profile, question.past) for each in data.tested for question in each.questions if isinstance(question, PairQuestion)]  # fmt: skip
    own = replace(settings, with_reviews=sweep.with_reviews)
    told = await asyncio.gather(
        *(
            choose(
                Pair(plot_story("A", past.first), plot_story("B", past.second), past.premise),
                _known(profile, sweep),
                door,
                own,
                rubric,
            )
            for profile, past in asked
        )
    )
    document: dict[str, Any] = {"name": sweep.name}
    for aspect in rubric.scored_aspects:
        groups, flipped, unusable = [], 0, 0
        for (_, past), choice in zip(asked, told, strict=True):
            found = next(each for each in choice.aspects if each.aspect == aspect.id)
            if aspect.id in past.choices:
                groups.append(
                    [one.outcome == past.choices[aspect.id] for one in found.repeats if one.outcome]
                )
                flipped += found.flipped
                unusable += found.unusable
        document[aspect.id] = {**_share(groups), "flipped": flipped, "unusable": unusable}
    return document


def always_the_first(data: Data, rubric: Rubric) -> dict[str, Any]:
    """What saying A every time would reach."""
    document: dict[str, Any] = {"name": "always A"}
    for aspect in rubric.scored_aspects:
        truth = [
            [question.past.choices[aspect.id] == "A"]
            for each in data.tested
            for question in each.questions
            if isinstance(question, PairQuestion) and aspect.id in question.past.choices
        ]
        document[aspect.id] = {**_share(truth), "flipped": 0, "unusable": 0}
    return document


def _share(groups: Sequence[Sequence[bool]]) -> dict[str, Any]:
    found = share("", groups)
    return {"value": found.value, "low": found.low, "high": found.high, "n": found.n}


def unseen_stories(table: Table, seed: int = 0) -> list[dict[str, Any]]:
    """The baselines on stories that nobody had rated, for readers with five ratings or more of others.

    Means are taken off within a reader and a tenth of the stories: over the tenths, a reader's average over the others
    falls as his ratings here rise, which would show as a false disagreement.
    """
    ratings = table.ratings
    items = [table.items[item] for item in ratings.items]
    features = item_features([item.text for item in items], [item.genres for item in items])
    unseen = on_unseen_stories(ratings, features, seed=seed)
    readers = len(set(unseen.reader.tolist()))
    groups = by_label([[f"{reader} {fold}"] for reader, fold in zip(unseen.reader, unseen.fold, strict=True)])
    rows = []
    for name in METHODS:
        found: dict[str, Any] = {"name": name, "n": len(unseen.truth), "readers": readers}
        for kind in KINDS:
            found[kind] = _figure(_plain(unseen.said[name], unseen.truth, kind))
        found["error"] = unseen.error(name)
        found["centred_pearson"] = (
            {"value": None, "why": "a reader's average is one number"}
            if name == AVERAGE
            else _centred(unseen.said[name], unseen.truth, groups)
        )
        rows.append(found)
    return rows


def _plain(said: Numbers, truth: Numbers, kind: Coefficient) -> Interval | Refused:
    """A coefficient on many thousand pairs: shuffling and rank resamples would take minutes and show nothing more."""
    from fabula.measures.agreement import CORRELATIONS

    value = CORRELATIONS[kind](said, truth)
    if isinstance(value, Refused):
        return value
    half = 1.96 * (1 - value**2) / len(truth) ** 0.5
    return Interval(value, value - half, value + half)
