"""Compares the judges with the prose gauge: how far they agree with surface style, and how good the gauge is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean

from fabula.measures.agreement import kendall, partial_correlation, spearman
from fabula.novelists.lines import Gauged, Score, writer
from fabula.novelists.result_parts import FigureResult
from fabula.novelists.results_board import GaugeBoardResult, GaugeWorth, JudgeGaugeResult

Key = tuple[str, str, int]


def compare_with_gauge(scores: Sequence[Score], gauged: Sequence[Gauged]) -> GaugeBoardResult:
    """Compares the gauge with every judge on the same chapters, without human books, which have no gauge score."""
    from fabula.gauge.gauge import bars

    gauge_scores = {
        (writer(line), line.story, line.chapter): line.score for line in gauged if line.score is not None
    }
    by_judge: dict[str, dict[Key, list[float]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        key = (writer(score), score.story, score.chapter)
        if score.score is not None and key in gauge_scores:
            by_judge[score.judge][key].append(score.score)
    judges = tuple(
        _one(judge, {key: fmean(own) for key, own in marks.items()}, gauge_scores)
        for judge, marks in sorted(by_judge.items())
    )
    return GaugeBoardResult(
        what="a prose gauge that imitates the taste of an LLM judge; not a measure of quality",
        means=_means(gauge_scores),
        abstained=sum(line.abstain for line in gauged),
        judges=judges,
        worth=GaugeWorth.model_validate(bars()),
    )


def _one(judge: str, marks: Mapping[Key, float], gauge_scores: Mapping[Key, float]) -> JudgeGaugeResult:
    keys = sorted(marks)
    own, style = [marks[key] for key in keys], [gauge_scores[key] for key in keys]
    names = sorted({key[0] for key in keys})
    dummies = [[float(key[0] == name) for name in names[1:]] for key in keys]
    plain = spearman(own, style)
    within = partial_correlation(own, style, dummies, ranked=True) if len(names) > 1 else plain
    by_judge, by_gauge = _means(marks), _means({key: gauge_scores[key] for key in keys})
    ranked = sorted(names, key=lambda name: -by_judge[name])
    return JudgeGaugeResult(
        judge=judge,
        chapters=len(keys),
        chapterwise=FigureResult.of(plain),
        within_writers=FigureResult.of(within),
        writers=_kendall(ranked, by_judge, by_gauge),
        among_the_top=_kendall(ranked[: (len(ranked) + 1) // 2], by_judge, by_gauge),
    )


def _kendall(names: Sequence[str], one: Mapping[str, float], two: Mapping[str, float]) -> FigureResult:
    return FigureResult.of(kendall([one[name] for name in names], [two[name] for name in names]))


def _means(marks: Mapping[Key, float]) -> dict[str, float]:
    by_writer: dict[str, list[float]] = defaultdict(list)
    for key, value in marks.items():
        by_writer[key[0]].append(value)
    return {name: fmean(own) for name, own in by_writer.items()}
