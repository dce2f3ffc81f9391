"""The leaderboard: each writer's place among human novels, with intervals, and which differences hold."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

import numpy as np

from fabula.measures.agreement import krippendorff_alpha, spearman
from fabula.measures.intervals import Interval, mean_interval
from fabula.measures.refusal import Refused
from fabula.notices import Notice
from fabula.novelists.calibration import OWN_SOURCE, HeldOut, cautions, held_out, on_scale_of
from fabula.novelists.differences import PairDifference, differences
from fabula.novelists.duels import duels_held, strengths
from fabula.novelists.gauge_comparison import compare_with_gauge
from fabula.novelists.genres import by_genre
from fabula.novelists.judge_effects import Chapter, cells_of, levelled
from fabula.novelists.lines import RELEASED_JUDGE, Duel, Gauged, Score, problem_kind, writer
from fabula.novelists.placement import Placement, placement
from fabula.novelists.reference import Numbers, Reference
from fabula.novelists.reference_files import shipped_reference
from fabula.novelists.results_board import DuelsHeld, GaugeBoardResult, Genre, Strength


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
    judge_cost: float | None
    strength: Strength | None = None
    on_paper_scale: float | None = None
    """The norm score on the paper's scale, if the reference is of this run."""

    @property
    def above_all(self) -> int:
        """Books above every novel of the reference. Their percentile cannot rise further."""
        return sum(book.placement.beyond == "above" for book in self.books)


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
    """Everything shown in the table and the page, and what the document is made of."""

    rows: tuple[Row, ...]
    apart: tuple[PairDifference, ...]
    judges: Judges
    reference: Reference
    dimensions: tuple[str, ...]
    scores: tuple[Score, ...]
    left_out: tuple[Notice, ...]
    judge_cost: float | None = None
    gauge: GaugeBoardResult | None = None
    """The prose gauge beside the judges, if its lines are given."""
    cautions: tuple[Notice, ...] = ()
    """Why places are not calibrated. Empty if writers and human novels were judged alike."""
    held_out: HeldOut | None = None
    """Where human novels stand that the reference has not seen."""
    duels: DuelsHeld | None = None
    genres: tuple[Genre, ...] = ()
    """Results by genre, if a table of genres is given."""


def board(
    scores: Sequence[Score],
    reference: Reference,
    dimensions: Sequence[str],
    duels: Sequence[Duel] = (),
    gauged: Sequence[Gauged] = (),
    genres: Mapping[str, str] | None = None,
) -> Board:
    """Ranks the writers by the mean percentile of their books. Writers without any score come last, without a rank."""
    by_writer: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        by_writer[writer(score)].append(score)
    cells = {name: cells_of(own, dimensions) for name, own in by_writer.items()}
    references = {score.story: reference.for_language(score.language) for score in scores}
    even = levelled(scores, dimensions)
    books = {name: _books(even.get(name, {}), references) for name in by_writer}
    by_duels = strengths(duels)
    rows = [_row(name, own, books[name], dimensions, by_duels.get(name)) for name, own in by_writer.items()]
    if OWN_SOURCE in reference.source:
        rows = [_on_paper_scale(row, references) for row in rows]
    rows.sort(key=lambda row: (row.centre is None, -(row.centre or 0), -(row.normalised or 0), row.writer))
    ordered = {row.writer: cells[row.writer] for row in rows}
    return Board(
        tuple(rows), differences(ordered, references, reference), agreement(scores), reference, tuple(dimensions),
        tuple(scores), left_out=tuple(no_score(score) for score in scores if score.score is None),
        judge_cost=_sum(score.judge_cost for score in scores),
        gauge=compare_with_gauge(scores, gauged) if gauged else None, cautions=cautions(scores, reference),
        held_out=held_out(scores, dimensions) if OWN_SOURCE in reference.source else None,
        duels=duels_held(duels), genres=by_genre(
            {row.writer: [(book.story, book.placement.percentile) for book in row.books] for row in rows}, genres or {}
        ),
    )  # fmt: skip


def book_scores(scores: Sequence[Score], reference: Reference, dimensions: Sequence[str]) -> list[BookScore]:
    """The human books in order. Chapters that no judge could score are left out of the mean and counted elsewhere."""
    references = {score.story: reference.for_language(score.language) for score in scores}
    return [book for rows in levelled(scores, dimensions).values() for book in _books(rows, references)]


def _books(chapters: Mapping[Chapter, Numbers], references: Mapping[str, Reference]) -> list[BookScore]:
    """Each book's mean over its chapters. A chapter that one judge missed is not punished or favoured for it."""
    by_book: dict[str, list[Numbers]] = defaultdict(list)
    for (story, _), row in chapters.items():
        by_book[story].append(row)
    found = []
    for story, rows in sorted(by_book.items()):
        book = tuple(float(each) for each in np.mean(rows, axis=0))
        found.append(BookScore(story, book, placement(book, references[story]), len(rows)))
    return found


def _on_paper_scale(row: Row, references: Mapping[str, Reference]) -> Row:
    paper = shipped_reference()
    figures = [on_scale_of(references[book.story], paper, book.placement.normalised) for book in row.books]
    return replace(row, on_paper_scale=fmean(figures) if figures else None)


def agreement(scores: Sequence[Score]) -> Judges:
    """How far judges agree on chapters that several of them scored. Repeats of one judge are averaged first."""
    table: dict[str, dict[tuple[str, str, int], list[float]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        if score.score is not None and score.judge != RELEASED_JUDGE:
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
    books: Sequence[BookScore],
    dimensions: Sequence[str],
    strength: Strength | None,
) -> Row:
    by_chapter: dict[tuple[str, int], list[Score]] = defaultdict(list)
    for score in scores:
        by_chapter[(score.story, score.chapter)].append(score)
    asked = [own[0] for own in by_chapter.values()]
    judged = [own[0] for own in by_chapter.values() if any(one.score is not None for one in own)]
    written = [one for one in asked if one.words]
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
        words=tuple(one.words for one in written),
        in_bounds=fmean(one.bounds[0] <= one.words <= one.bounds[1] for one in written) if written else None,
        cost=_sum(one.cost for one in asked),
        judge_cost=_sum(one.judge_cost for one in scores),
        strength=strength,
    )


def _faults(chapters: Sequence[Score]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for chapter in chapters:
        if chapter.written:
            counts[problem_kind(chapter.written)] += 1
    return dict(sorted(counts.items()))


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
