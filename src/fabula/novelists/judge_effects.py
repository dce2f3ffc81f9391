"""Scores as if every judge had judged every chapter: a crossed mixed model of writers, judges and books.

    score = writer + judge + book + chapter + error

Writers are fixed. Judges, books and a writer's chapters are random, so a judge's kindness is told from the chapters that
judges share, and also from writers and books that they share without sharing a chapter. The variances are those of the
greatest restricted likelihood (REML).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from fabula.novelists.lines import Score, writer

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]
Chapter = tuple[str, int]
Cells = Mapping[Chapter, Mapping[str, Numbers]]
"""One writer's scores by chapter and judge, each the mean over the judge's repeats."""

_LOOSE = 1e4
"""How far judges may lie apart, as a variance in points: so far that they are hardly drawn together. Where a judge cannot be
told from a writer, the difference is the writer's."""
_LEAST = 1e-6
"""The least variance: scores are read to a thousandth of a point."""
_STEPS = 120


def cells_of(scores: Iterable[Score], dimensions: Sequence[str]) -> dict[Chapter, dict[str, Numbers]]:
    """One writer's complete scores by chapter and judge; repeats of one judge are averaged."""
    asked: dict[Chapter, dict[str, list[list[float]]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        row = [score.scores.get(name) for name in dimensions]
        if score.score is not None and None not in row:
            asked[(score.story, score.chapter)][score.judge].append([each or 0.0 for each in row])
    return {
        chapter: {judge: np.mean(rows, axis=0) for judge, rows in by_judge.items()}
        for chapter, by_judge in asked.items()
    }


def levelled(scores: Iterable[Score], dimensions: Sequence[str]) -> dict[str, dict[Chapter, Numbers]]:
    """Every writer's chapters, each as if all judges of its language had scored it."""
    by_language: dict[str, dict[str, list[Score]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        by_language[str(score.language or "")][writer(score)].append(score)
    found: dict[str, dict[Chapter, Numbers]] = defaultdict(dict)
    for writers in by_language.values():
        cells = {name: cells_of(own, dimensions) for name, own in writers.items()}
        effects = judge_effects(cells)
        for name, own in cells.items():
            for chapter, by_judge in own.items():
                found[name][chapter] = np.mean(
                    [row - effects[judge] for judge, row in by_judge.items()], axis=0
                )
    return dict(found)


def judge_effects(writers: Mapping[str, Cells]) -> dict[str, Numbers]:
    """How much higher than the others each judge scores, in every dimension."""
    names = sorted({judge for cells in writers.values() for own in cells.values() for judge in own})
    if not names:
        return {}
    design = _Design.of(writers, names)
    if len(names) == 1:
        return {names[0]: np.zeros(design.scores.shape[2])}
    whole = design.scores.mean(axis=2)
    start = max(float(whole[design.judged > 0].var()), _LEAST) / 3
    best = scipy.optimize.minimize(
        lambda logs: design.restricted(np.exp(logs), whole), np.log([start] * 3), method="Nelder-Mead",
        options={"maxiter": _STEPS, "xatol": 0.02, "fatol": 0.01},
    )  # fmt: skip
    found = design.judges(np.exp(best.x))
    return dict(zip(names, found, strict=True))


@dataclass(frozen=True, slots=True)
class _Design:
    """Chapters of writers, one a row: who wrote it, in which book, and which judges scored it."""

    writer: Places
    book: Places
    judged: Numbers
    """1 where the judge scored the chapter."""
    scores: Numbers
    """Chapters by judges by dimensions, 0 where there is none."""

    @classmethod
    def of(cls, writers: Mapping[str, Cells], names: Sequence[str]) -> _Design:
        rows = [(at, cell) for at, cells in enumerate(writers.values()) for cell in cells.items()]
        books = sorted({story for _, ((story, _), _) in rows})
        place, judge = (
            {story: at for at, story in enumerate(books)},
            {name: at for at, name in enumerate(names)},
        )
        width = len(next(iter(rows[0][1][1].values())))
        judged, scores = np.zeros((len(rows), len(names))), np.zeros((len(rows), len(names), width))
        for at, (_, (_, own)) in enumerate(rows):
            for name, given in own.items():
                judged[at, judge[name]], scores[at, judge[name]] = 1, given
        wrote = np.unique([at for at, _ in rows], return_inverse=True)[1]
        stands = np.array([place[story] for _, ((story, _), _) in rows], dtype=np.intp)
        return cls(wrote, stands, judged, scores)

    @property
    def books(self) -> int:
        return int(self.book.max()) + 1

    def judges(self, variances: Numbers) -> Numbers:
        """The judges' effects, one a row: the best linear unbiased predictions."""
        left, right = self._equations(variances, self.scores)
        return np.asarray((np.linalg.pinv(left, hermitian=True) @ right)[-self.judged.shape[1] :])

    def restricted(self, variances: Numbers, scores: Numbers) -> float:
        """Twice the negative logarithm of the restricted likelihood of one column of scores, up to a constant."""
        error, chapter, book = np.maximum(variances, _LEAST)
        left, right = self._equations(variances, scores[..., None])
        solved = np.linalg.pinv(left, hermitian=True) @ right
        counts = self.judged.sum(axis=1)
        inner = chapter / (error + counts * chapter)
        sums = scores.sum(axis=1)
        fit = float((scores**2).sum() - (inner * sums**2).sum()) / error - float((right * solved).sum())
        own = (counts - 1) * np.log(error) + np.log(error + counts * chapter)
        random = self.books * np.log(book)
        sizes = np.linalg.eigvalsh(left)
        return float(fit + own.sum() + random + np.log(sizes[sizes > 1e-8]).sum())

    def _equations(self, variances: Numbers, scores: Numbers) -> tuple[Numbers, Numbers]:
        """Henderson's equations for writers, books and judges. A chapter's own effect is worked into its weights."""
        error, chapter, book = np.maximum(variances, _LEAST)
        counts = self.judged.sum(axis=1)
        weight = 1 / (error + counts * chapter)
        crossed = self._crossed(weight * counts)
        own = np.block(
            [[np.diag(crossed.sum(axis=1)), crossed], [crossed.T, np.diag(crossed.sum(axis=0) + 1 / book)]]
        )
        across = self._summed(self.judged * weight[:, None])
        inner = self.judged * (weight * chapter / error)[:, None]
        judges = np.diag(self.judged.sum(axis=0) / error + 1 / _LOOSE) - self.judged.T @ inner
        sums = scores.sum(axis=1)
        right = [self._summed(sums * weight[:, None]), scores.sum(axis=0) / error - inner.T @ sums]
        return np.block([[own, across], [across.T, judges]]), np.vstack(right)

    def _crossed(self, weights: Numbers) -> Numbers:
        """The weights of the chapters by writer and book."""
        table = np.zeros((int(self.writer.max()) + 1, self.books))
        np.add.at(table, (self.writer, self.book), weights)
        return table

    def _summed(self, columns: Numbers) -> Numbers:
        """The sums of columns by writer, and below them by book."""
        by_writer = np.zeros((int(self.writer.max()) + 1, columns.shape[1]))
        by_book = np.zeros((self.books, columns.shape[1]))
        np.add.at(by_writer, self.writer, columns)
        np.add.at(by_book, self.book, columns)
        return np.vstack([by_writer, by_book])
