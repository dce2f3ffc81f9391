"""The leaderboard: each writer's place among human novels, with intervals, and which differences hold."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.measures.agreement import krippendorff_alpha, spearman
from fabula.measures.intervals import Interval, holm, mean_interval
from fabula.measures.refusal import Refused
from fabula.notices import Notice
from fabula.novelists.duels import Strength, strengths
from fabula.novelists.gauge_comparison import GaugeComparison, compare_with_gauge
from fabula.novelists.lines import Duel, Gauged, Score, problem_kind, writer
from fabula.novelists.placement import Placement, Reference, placement
from fabula.novelists.writing import LEAST_WORDS, MOST_WORDS

SURE = 0.05
"""A difference is beyond the noise if its corrected p-value is below this."""
_FEWEST_SHARED = 4
_ALL_SIGNS = 12
_SIGNS = 10_000


@dataclass(frozen=True, slots=True)
class BookScore:
    """One book of one writer: the mean of its judged chapters over judges and repeats, and its rank among novels."""

    story: str
    scores: tuple[float, ...]
    placement: Placement
    chapters: int


@dataclass(frozen=True, slots=True)
class Row:
    """One writer on the board."""

    writer: str
    model: str
    setting: str
    books: tuple[BookScore, ...]
    percentile: Interval | None
    """For a single book there is a value but no interval: see `centre`."""
    centre: float | None
    """The mean percentile, or None if no chapter was judged."""
    normalised: float | None
    dimensions: Mapping[str, float]
    chapters: int
    unjudged: int
    """Chapters without a score. They are shown, and never count as zero."""
    faults: Mapping[str, int]
    """Problems of the written chapters: refusals, cut-offs, empty answers."""
    words: tuple[int, ...]
    """The length of every chapter that was judged."""
    in_bounds: float | None
    """The share of chapters with the requested length."""
    cost: float | None
    strength: Strength | None = None

    @property
    def above_all(self) -> int:
        """Books above every novel of the reference. Their percentile cannot rise further."""
        return sum(book.placement.beyond == "above" for book in self.books)


@dataclass(frozen=True, slots=True)
class PairDifference:
    """Two writers on the books that both wrote: the paired mean difference of their percentiles."""

    first: str
    second: str
    books: int
    difference: float
    low: float
    high: float
    p: float
    corrected: float
    """The p-value after Holm's correction over all pairs of the board."""

    @property
    def holds(self) -> bool:
        """Is the difference beyond the noise?"""
        return self.corrected < SURE


@dataclass(frozen=True, slots=True)
class Judges:
    """Several judges on the same chapters."""

    names: tuple[str, ...]
    alpha: float | Refused | None
    """Krippendorff's alpha of their scores by chapter."""
    pairs: tuple[tuple[str, str, float | Refused], ...]
    """Spearman's rank correlation of each pair's scores by chapter."""
    means: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Board:
    """Everything shown in the table, the JSON and the page."""

    rows: tuple[Row, ...]
    apart: tuple[PairDifference, ...]
    judges: Judges
    reference: Reference
    dimensions: tuple[str, ...]
    scores: tuple[Score, ...]
    left_out: tuple[Notice, ...]
    judge_cost: float | None = None
    gauge: GaugeComparison | None = None
    """The prose gauge beside the judges, if its lines are given."""

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "writers": [_row_document(row) for row in self.rows],
            "differences": [
                {
                    "first": one.first, "second": one.second, "books": one.books, "difference": one.difference,
                    "low": one.low, "high": one.high, "p": one.p, "p_holm": one.corrected, "holds": one.holds,
                }
                for one in self.apart
            ],
            "judges": {
                "names": list(self.judges.names),
                "alpha": self.judges.alpha if isinstance(self.judges.alpha, float) else None,
                "alpha_refused": self.judges.alpha.notice.document if isinstance(self.judges.alpha, Refused) else None,
                "pairs": [
                    {"first": a, "second": b, "spearman": r if isinstance(r, float) else None,
                     "refused": r.notice.document if isinstance(r, Refused) else None}
                    for a, b, r in self.judges.pairs
                ],
                "means": dict(self.judges.means),
            },
            "dimensions": list(self.dimensions),
            "reference": self.reference.source or "no source named",
            "judge_cost": self.judge_cost,
            "left_out": list(self.left_out),
            "gauge": self.gauge.result.model_dump(mode="json") if self.gauge else None,
        }  # fmt: skip


def board(
    scores: Sequence[Score],
    reference: Reference,
    dimensions: Sequence[str],
    duels: Sequence[Duel] = (),
    gauged: Sequence[Gauged] = (),
) -> Board:
    """Ranks the writers by the mean percentile of their books. Writers without any score come last, without a rank."""
    by_writer: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        by_writer[writer(score)].append(score)
    by_duels = strengths(duels)
    rows = [_row(name, own, reference, dimensions, by_duels.get(name)) for name, own in by_writer.items()]
    rows.sort(key=lambda row: (row.centre is None, -(row.centre or 0), -(row.normalised or 0), row.writer))
    return Board(
        tuple(rows), _apart(rows), agreement(scores), reference, tuple(dimensions), tuple(scores),
        left_out=tuple(no_score(score) for score in scores if score.score is None), judge_cost=_sum(score.judge_cost for score in scores),
        gauge=compare_with_gauge(scores, gauged) if gauged else None,
    )  # fmt: skip


def book_scores(scores: Sequence[Score], reference: Reference, dimensions: Sequence[str]) -> list[BookScore]:
    """One writer's books in order. Chapters that no judge could score are left out of the mean and counted elsewhere."""
    by_book: dict[str, dict[int, list[Score]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        if score.score is not None and all(score.scores.get(name) is not None for name in dimensions):
            by_book[score.story][score.chapter].append(score)
    found = []
    for story, chapters in sorted(by_book.items()):
        means = [
            [fmean(float(one.scores[name] or 0) for one in asked) for name in dimensions]
            for asked in chapters.values()
        ]
        book = tuple(float(each) for each in np.mean(means, axis=0))
        found.append(BookScore(story, book, placement(book, reference), len(chapters)))
    return found


def agreement(scores: Sequence[Score]) -> Judges:
    """How far judges agree on chapters that several of them scored. Repeats of one judge are averaged first."""
    table: dict[str, dict[tuple[str, str, int], list[float]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        if score.score is not None:
            table[score.judge][(writer(score), score.story, score.chapter)].append(score.score)
    means = {name: {key: fmean(values) for key, values in own.items()} for name, own in table.items()}
    names = tuple(sorted(means))
    keys = sorted({key for own in means.values() for key in own})
    matrix = [[means[name].get(key, np.nan) for key in keys] for name in names]
    pairs = []
    for one, two in itertools.combinations(names, 2):
        shared = [key for key in keys if key in means[one] and key in means[two]]
        columns = [[means[name][key] for key in shared] for name in (one, two)]
        pairs.append((one, two, spearman(*columns)))
    alpha = krippendorff_alpha(matrix, level="interval") if len(names) > 1 else None
    return Judges(names, alpha, tuple(pairs), {name: fmean(own.values()) for name, own in means.items()})


def _row(
    name: str,
    scores: Sequence[Score],
    reference: Reference,
    dimensions: Sequence[str],
    strength: Strength | None,
) -> Row:
    books = book_scores(scores, reference, dimensions)
    by_chapter: dict[tuple[str, int], list[Score]] = defaultdict(list)
    for score in scores:
        by_chapter[(score.story, score.chapter)].append(score)
    asked = [own[0] for own in by_chapter.values()]
    judged = [own[0] for own in by_chapter.values() if any(one.score is not None for one in own)]
    words = tuple(one.words for one in asked if one.words)
    percentiles = [book.placement.percentile for book in books]
    interval = mean_interval(percentiles, (0, 100))
    model = scores[0].model
    return Row(
        writer=name,
        model=model,
        setting=scores[0].setting,
        books=tuple(books),
        percentile=None if isinstance(interval, Refused) else interval,
        centre=fmean(percentiles) if percentiles else None,
        normalised=fmean(book.placement.normalised for book in books) if books else None,
        dimensions={
            dimension: fmean(book.scores[index] for book in books)
            for index, dimension in enumerate(dimensions)
            if books
        },
        chapters=len(asked),
        unjudged=len(asked) - len(judged),
        faults=_faults(asked),
        words=words,
        in_bounds=fmean(LEAST_WORDS <= each <= MOST_WORDS for each in words) if words else None,
        cost=_sum(one.cost for one in asked),
        strength=strength,
    )


def _faults(chapters: Sequence[Score]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for chapter in chapters:
        if chapter.written:
            counts[problem_kind(chapter.written)] += 1
    return dict(sorted(counts.items()))


def _apart(rows: Sequence[Row]) -> tuple[PairDifference, ...]:
    """Every pair of writers on their shared books, the higher one first, with p-values corrected together."""
    found: list[tuple[Row, Row, int, float, float, float, float]] = []
    for one, two in itertools.combinations(rows, 2):
        first, second = ({book.story: book.placement.percentile for book in row.books} for row in (one, two))
        shared = sorted(first.keys() & second.keys())
        if len(shared) < _FEWEST_SHARED:
            continue
        steps = np.array([first[story] - second[story] for story in shared])
        apart = mean_interval(steps, (-100, 100))
        assert not isinstance(apart, Refused)
        found.append((one, two, len(shared), apart.value, apart.low, apart.high, flipped_p(steps)))
    corrected = holm([each[-1] for each in found])
    return tuple(
        PairDifference(one.writer, two.writer, books, difference, low, high, p, held)
        for (one, two, books, difference, low, high, p), held in zip(found, corrected, strict=True)
    )


def flipped_p(steps: NDArray[np.float64], seed: int = 0) -> float:
    """The p-value of a sign-flip test: how often random signs of the differences give a mean as far from zero.

    It tries every choice of signs for few books, and a sample for many. With four books, no difference is ever beyond
    the noise; a bootstrap would not show this.
    """
    count = len(steps)
    if count <= _ALL_SIGNS:
        signs = 1 - 2 * ((np.arange(2**count)[:, None] >> np.arange(count)) & 1)
        extra = 0
    else:
        signs = np.random.default_rng(seed).choice((-1, 1), size=(_SIGNS, count))
        extra = 1
    beyond = int((np.abs(signs @ steps) >= abs(steps.sum()) - 1e-9).sum())
    return (beyond + extra) / (len(signs) + extra)


def no_score(score: Score) -> Notice:
    """The name of a chapter without a score, with the reason."""
    return Notice.of(
        "novelists.no-score",
        writer=writer(score),
        story=score.story,
        chapter=score.chapter,
        judge=score.judge,
        why=score.trouble,
    )


def _sum(costs: Any) -> float | None:
    known = [cost for cost in costs if cost is not None]
    return sum(known) if known else None


def _row_document(row: Row) -> dict[str, Any]:
    interval = row.percentile
    return {
        "writer": row.writer,
        "model": row.model,
        "setting": row.setting,
        "percentile": row.centre,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "normalised": row.normalised,
        "above_all": row.above_all,
        "dimensions": dict(row.dimensions),
        "books": len(row.books),
        "chapters": row.chapters,
        "unjudged": row.unjudged,
        "faults": dict(row.faults),
        "words": fmean(row.words) if row.words else None,
        "in_bounds": row.in_bounds,
        "cost": row.cost,
        "duels": row.strength.document() if row.strength else None,
        "by_book": [
            {"story": book.story, "chapters": book.chapters, "normalised": book.placement.normalised,
             "percentile": book.placement.percentile, "scores": dict(zip(row.dimensions, book.scores, strict=True))}
            for book in row.books
        ],
    }  # fmt: skip
