"""Can this judge be trusted? Checks repeats, length bias, and the order of texts of known quality."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean

import numpy as np

from fabula.errors import UsageError
from fabula.measures.agreement import auc, partial_correlation, spearman
from fabula.measures.intervals import mean_interval
from fabula.measures.refusal import Refused
from fabula.measures.replicates import repeatability
from fabula.notices import Notice
from fabula.novelists.lines import Score, writer
from fabula.novelists.result_parts import FigureResult
from fabula.novelists.results_checks import (
    JudgeCheckResult,
    KnownOrderResult,
    LabelMean,
    LabelPair,
    LengthBiasResult,
    NoRepeatsResult,
    RepeatsResult,
    RoundMean,
)

_NONE = 1e-9
"""A spread below this is rounding."""


def checks(scores: Sequence[Score], order: Sequence[str] = ()) -> tuple[JudgeCheckResult, ...]:
    """Every check for every judge. A check that is not possible says why."""
    by_judge: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        by_judge[score.judge].append(score)
    labels = {_label(score) for score in scores}
    if unknown := [label for label in order if label not in labels]:
        raise UsageError(f"no text is labelled {unknown[0]!r}; the labels are {', '.join(sorted(labels))}")
    return tuple(
        JudgeCheckResult(
            judge=name,
            chapters=len({(writer(one), one.story, one.chapter) for one in own}),
            missing=sum(one.score is None for one in own),
            repeats=_repeats(own),
            length=_length(own),
            known_order=_known_order(own, order) if order else None,
        )
        for name, own in sorted(by_judge.items())
    )


def by_chapter(scores: Sequence[Score]) -> dict[tuple[str, str, int], list[float]]:
    """One judge's scores of each chapter, one number per repeat."""
    found: dict[tuple[str, str, int], list[float]] = defaultdict(list)
    for score in scores:
        if score.score is not None:
            found[(writer(score), score.story, score.chapter)].append(score.score)
    return found


def _repeats(scores: Sequence[Score]) -> RepeatsResult | NoRepeatsResult:
    rows = list(by_chapter(scores).values())
    if not rows:
        return NoRepeatsResult(refused=Notice.of("novelists.no-chapter-scored"))
    table = np.full((len(rows), max(map(len, rows))), np.nan)
    for index, row in enumerate(rows):
        table[index, : len(row)] = row
    found = repeatability(table)
    if isinstance(found, Refused):
        return NoRepeatsResult(refused=Notice.of("novelists.ask-repeats", why=found.notice))
    return RepeatsResult(
        items=found.items,
        replicates=found.replicates,
        spread=found.spread,
        iqr=found.iqr,
        icc=FigureResult.of(found.icc),
        caution=_one_answer(scores, found.spread),
        rounds=_rounds(scores),
    )


def _one_answer(scores: Sequence[Score], spread: float) -> Notice | None:
    """Repeats without any spread are one answer, and say nothing of how far a judge can be trusted."""
    if spread > _NONE:
        return None
    cold = all(score.temperature == 0 for score in scores)
    return Notice.of("novelists.one-answer-cold" if cold else "novelists.one-answer")


def _rounds(scores: Sequence[Score]) -> tuple[RoundMean, ...]:
    """The mean of all chapters in each round, which shows how repeated runs would differ."""
    by_round: dict[int, list[float]] = defaultdict(list)
    for score in scores:
        if score.score is not None:
            by_round[score.replicate].append(score.score)
    return tuple(
        RoundMean(round=each + 1, mean=fmean(own), n=len(own)) for each, own in sorted(by_round.items())
    )


def _length(scores: Sequence[Score]) -> LengthBiasResult:
    """Do longer chapters score higher? Overall, and within each writer."""
    means = {key: fmean(values) for key, values in by_chapter(scores).items()}
    words = {(writer(one), one.story, one.chapter): one.words for one in scores}
    keys = sorted(means)
    marks, lengths = [means[key] for key in keys], [float(words[key]) for key in keys]
    writers = sorted({key[0] for key in keys})
    dummies = [[float(key[0] == name) for name in writers[1:]] for key in keys]
    plain = spearman(marks, lengths)
    held = partial_correlation(marks, lengths, dummies, ranked=True) if len(writers) > 1 else plain
    return LengthBiasResult(
        n=len(keys), spearman=FigureResult.of(plain), within_writers=FigureResult.of(held)
    )


def _known_order(scores: Sequence[Score], order: Sequence[str]) -> KnownOrderResult:
    """The mean score of each label and, for every two labels, how often the better one's book scores higher."""
    by_label: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        if score.score is not None:
            by_label[_label(score)][score.story].append(score.score)
    books = {label: [fmean(own) for own in by_label[label].values()] for label in order}
    means = {label: mean_interval(own) for label, own in books.items()}
    pairs = []
    for better, worse in itertools.combinations(order, 2):
        column = [*books[better], *books[worse]]
        truth = [1.0] * len(books[better]) + [0.0] * len(books[worse])
        above = fmean(books[better]) > fmean(books[worse]) if books[better] and books[worse] else None
        won = FigureResult.of(auc(column, truth))
        pairs.append(LabelPair(better=better, worse=worse, above=above, won=won))
    return KnownOrderResult(
        labels=tuple(
            LabelMean(
                label=label,
                books=len(books[label]),
                mean=fmean(books[label]) if books[label] else None,
                low=None if isinstance(each, Refused) else each.low,
                high=None if isinstance(each, Refused) else each.high,
            )
            for label, each in means.items()
        ),
        pairs=tuple(pairs),
        in_order=all(pair.above for pair in pairs),
    )


def _label(score: Score) -> str:
    return score.group or writer(score)
