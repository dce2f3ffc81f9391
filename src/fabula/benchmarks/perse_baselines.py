"""The baselines of PerSE's tables, which know only ratings."""

from __future__ import annotations

import numpy as np

from fabula.benchmarks.perse_data import Data, cases
from fabula.benchmarks.perse_figures import accuracy, centred, measured
from fabula.benchmarks.perse_result import ChoiceRow, Measured, UnseenRow
from fabula.measures.agreement import CORRELATIONS
from fabula.measures.groups import by_label
from fabula.measures.intervals import Interval
from fabula.measures.refusal import Numbers, Refused
from fabula.measures.resampling import Coefficient
from fabula.notices import Notice
from fabula.personas.baselines import AVERAGE, FACTORS, METHODS, RIDGE, on_unseen_stories
from fabula.personas.factorisation import SHRINK, Factors, factorise, fold_in, item_features, ridge_with_bias
from fabula.personas.profiles import TEN, PairQuestion, Profile, Side
from fabula.personas.rating_tables import Table
from fabula.rubrics.rubric import Rubric

OWN = "the reader's average"
POPULAR = "the story's average"


def baselines(data: Data) -> dict[str, Numbers]:
    """A score for each pair by each baseline. No baseline reads the story."""
    pairs = cases(data)
    middle = _middle(data)
    scores: dict[str, list[float]] = {OWN: [_own_mean(each.profile, middle) for each in pairs]}
    if data.ratings is not None:
        place = {item: at for at, item in enumerate(data.ratings.items)}
        factors = factorise(data.ratings)
        ridge = _ridge(data)
        scores |= {POPULAR: [], FACTORS: []} | ({RIDGE: []} if ridge else {})
        for each in pairs:
            known = [past for past in each.profile.reviews if past.item in place]
            at = np.array([place[past.item] for past in known], dtype=np.int64)
            own = [each.profile.on_ten(past.score) for past in known]
            folded = fold_in(factors, at, own)
            here = np.array([place.get(each.past.item, -1)], dtype=np.int64)
            seen = here[0] >= 0
            scores[POPULAR].append(factors.mean + float(factors.item_bias[here[0]]) if seen else factors.mean)
            scores[FACTORS].append(
                float(folded.predict(factors, here)[0]) if seen else factors.mean + folded.bias
            )
            if ridge:
                usual = scores[OWN][len(scores[RIDGE])]
                scores[RIDGE].append(usual + float(ridge.item_bias[here[0]]) if seen else middle)
    return {name: np.clip(np.array(values), TEN.low, TEN.high) for name, values in scores.items()}


def own_means(data: Data, past: int) -> Numbers:
    """The reader's average over their first few past scores, for each pair. No past gives everyone's average."""
    pairs = cases(data)
    middle = _middle(data)
    means = [_own_mean(each.profile.first(past), middle) for each in pairs]
    return np.asarray(np.clip(np.array(means), TEN.low, TEN.high))


def past_choices(data: Data, rubric: Rubric, past: int) -> list[dict[str, Side]]:
    """What each reader mostly chose on each aspect before: the paper's reviewer average. A tie is the latest choice."""
    found = []
    for each in data.tested:
        known = [dict(one.choices) for one in each.profile.first(past).choices]
        usual: dict[str, Side] = {}
        for aspect in rubric.scored_aspects:
            sides = [own[aspect.id] for own in known if aspect.id in own]
            if sides:
                firsts = sides.count("A")
                usual[aspect.id] = (
                    sides[-1] if 2 * firsts == len(sides) else "A" if 2 * firsts > len(sides) else "B"
                )
        found += [usual for question in each.questions if isinstance(question, PairQuestion)]
    return found


def usual_choice(data: Data, rubric: Rubric, past: int) -> ChoiceRow:
    """The accuracy of answering what the reader mostly chose before."""
    pairs = [
        question.past
        for each in data.tested
        for question in each.questions
        if isinstance(question, PairQuestion)
    ]
    usual = past_choices(data, rubric, past)
    return ChoiceRow(
        name=f"{OWN}, k = {past}",
        aspects={
            aspect.id: accuracy(
                [
                    [own[aspect.id] == pair.choices[aspect.id]]
                    for own, pair in zip(usual, pairs, strict=True)
                    if aspect.id in own and aspect.id in pair.choices
                ]
            )
            for aspect in rubric.scored_aspects
        },
    )


def always_the_first(data: Data, rubric: Rubric) -> ChoiceRow:
    """The accuracy of always answering A."""
    pairs = [
        question.past
        for each in data.tested
        for question in each.questions
        if isinstance(question, PairQuestion)
    ]
    return ChoiceRow(
        name="always A",
        aspects={
            aspect.id: accuracy(
                [[past.choices[aspect.id] == "A"] for past in pairs if aspect.id in past.choices]
            )
            for aspect in rubric.scored_aspects
        },
    )


def unseen_stories(table: Table, seed: int = 0) -> tuple[UnseenRow, ...]:
    """The baselines on stories without earlier ratings, for readers with at least five other ratings.

    Means are subtracted for each reader within each fold, a tenth of the stories. Over all folds, a reader's average
    elsewhere falls as their ratings in the fold rise, and that would look like disagreement.
    """
    ratings = table.ratings
    items = [table.items[item] for item in ratings.items]
    features = item_features([item.text for item in items], [item.genres for item in items])
    unseen = on_unseen_stories(ratings, features, seed=seed)
    groups = by_label([[f"{reader} {fold}"] for reader, fold in zip(unseen.reader, unseen.fold, strict=True)])
    return tuple(
        UnseenRow(
            name=name,
            n=len(unseen.truth),
            readers=len(set(unseen.reader.tolist())),
            pearson=_plain(unseen.predicted[name], unseen.truth, "pearson"),
            spearman=_plain(unseen.predicted[name], unseen.truth, "spearman"),
            kendall=_plain(unseen.predicted[name], unseen.truth, "kendall"),
            centred_pearson=Measured(value=None, why=Notice.of("benchmarks.one-number"))
            if name == AVERAGE
            else centred(unseen.predicted[name], unseen.truth, groups),
            error=unseen.error(name),
        )
        for name in METHODS
    )


def _ridge(data: Data) -> Factors | None:
    if data.table is None or data.ratings is None:
        return None
    items = [data.table.items[item] for item in data.ratings.items]
    features = item_features([item.text for item in items], [item.genres for item in items])
    return ridge_with_bias(data.ratings, features)


def _middle(data: Data) -> float:
    if data.ratings:
        return float(data.ratings.score.mean())
    return float(np.mean([each.truth for each in cases(data)]))


def _own_mean(profile: Profile, middle: float) -> float:
    scores = [profile.on_ten(past.score) for past in profile.reviews]
    return (sum(scores) + SHRINK * middle) / (len(scores) + SHRINK)


def _plain(predicted: Numbers, truth: Numbers, kind: Coefficient) -> Measured:
    """A coefficient on thousands of pairs. Permutation and bootstrap would take minutes and add nothing."""
    value = CORRELATIONS[kind](predicted, truth)
    if isinstance(value, Refused):
        return measured(value)
    half = 1.96 * (1 - value**2) / len(truth) ** 0.5
    return measured(Interval(value, value - half, value + half))
