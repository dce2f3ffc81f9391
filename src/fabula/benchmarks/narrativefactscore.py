"""The tables of NarrativeFactScore: checkers against human labels on STORYSUMM and FABLES, beside length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fabula.benchmarks.faithfulness import CheckerScores, Labelled
from fabula.extras import extra
from fabula.facts.check import Check, check
from fabula.facts.facts import Fact, Ruling
from fabula.facts.summaries import of_text
from fabula.languages import ENGLISH
from fabula.measures.agreement import (
    auc,
    balanced_accuracy,
    cohen_kappa,
    kendall,
    partial_correlation,
    spearman,
)
from fabula.measures.intervals import bounds, permutation_p
from fabula.measures.refusal import Refused
from fabula.notices import NoticeDocument
from fabula.text.book import Book, Chapter
from fabula.text.paragraphs import tidy

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from fabula.facts.checker import Checker

RESAMPLES = 500
Stat = Callable[[Sequence[int]], float | Refused]


def words(items: Sequence[Labelled]) -> CheckerScores:
    """The simplest checker: the longer the summary, the better."""
    return CheckerScores(
        "baseline:words", {item.id: float(len(item.summary.split())) for item in items}, None
    )


def overlap(items: Sequence[Labelled]) -> list[CheckerScores]:
    """ROUGE (stemmed, F1) and BLEU of the summary against its story."""
    with extra("bench", "BLEU and ROUGE"):
        from rouge_score.rouge_scorer import RougeScorer
        from sacrebleu.metrics.bleu import BLEU

    kinds = ("rouge1", "rouge2", "rougeL")
    scorer, bleu = RougeScorer(list(kinds), use_stemmer=True), BLEU(effective_order=True)
    found = {item.id: scorer.score(item.story, item.summary) for item in items}
    rows = [
        CheckerScores(f"baseline:{kind}", {key: one[kind].fmeasure for key, one in found.items()}, None)
        for kind in kinds
    ]
    by_bleu = {item.id: bleu.sentence_score(item.summary, [item.story]).score for item in items}
    return [*rows, CheckerScores("baseline:bleu", by_bleu, None)]


def story_book(item: Labelled) -> Book:
    """A short story as a book of one chapter."""
    return Book(item.id, None, ENGLISH, (Chapter(1, "", tidy(item.story)),))


async def scores_by(
    name: str, items: Sequence[Labelled], checker_for: Callable[[Book], Awaitable[Checker]]
) -> tuple[CheckerScores, list[Check]]:
    """A checker's scores for each summary against its own story. Summaries without a judged fact are left out."""
    scores: dict[str, float] = {}
    labels: dict[str, int] = {}
    sentences: list[tuple[str, float, int]] = []
    left_out, checks = [], []
    for item in items:
        found = await check(of_text(item.summary, "en"), await checker_for(story_book(item)))
        checks.append(found)
        strengths = [one.ruling.strength for one in found.facts]
        measured = [value for value in strengths if value is not None]
        if len(measured) == len(item.sentence_labels) == len(found.summary.sentences):
            sentences += [(item.split, *pair) for pair in zip(measured, item.sentence_labels, strict=True)]
        if found.score.value is None:
            left_out.append(item.id)
        else:
            scores[item.id] = sum(measured) / len(measured) if measured else found.score.value
            labels[item.id] = int(not found.faulty_sentences)
    own = None if any(one.ruling.strength is not None for found in checks for one in found.facts) else labels
    return CheckerScores(name, scores, own, tuple(left_out), sentences=tuple(sentences)), checks


async def claims_by(
    name: str,
    items: Sequence[Labelled],
    books: Mapping[str, Book],
    checker_for: Callable[[Book], Awaitable[Checker]],
) -> CheckerScores:
    """A checker's scores of the human-labelled claims about the user's own copies of the books."""
    checkers = {title: await checker_for(book) for title, book in books.items()}
    scores: dict[str, float] = {}
    claims: list[tuple[str, float, int]] = []
    for item in (one for one in items if one.title in checkers):
        judged = await checkers[item.title].rule([Fact(text, n) for n, text in enumerate(item.claims, 1)])
        values = [
            (_strength(one.ruling), label)
            for one, label in zip(judged, item.claim_labels, strict=True)
            if label is not None and one.ruling.verdict != "unjudged"
        ]
        claims += [(item.split, value, label) for value, label in values]
        if values:
            scores[item.id] = sum(value for value, _ in values) / len(values)
    left_out = tuple(sorted({item.title for item in items} - set(books)))
    return CheckerScores(name, scores, None, left_out, sentences=tuple(claims))


def _strength(ruling: Ruling) -> float:
    return float(ruling.verdict == "supported") if ruling.strength is None else ruling.strength


def row(checker: CheckerScores, items: Sequence[Labelled], seed: int = 0) -> dict[str, Any]:
    """One row of the table: a checker's agreement with people, with intervals, and controlled for length."""
    there = [item for item in items if item.id in checker.scores]
    scores = np.array([checker.scores[item.id] for item in there])
    truth = np.array([item.faithful for item in there])
    labels = [item.label for item in there]
    lengths = np.array([len(item.summary.split()) for item in there], dtype=float)
    threshold, called = _called(checker, there, scores)
    stats: dict[str, Stat] = {
        "spearman": lambda at: spearman(scores[at], truth[at]),
        "kendall": lambda at: kendall(scores[at], truth[at]),
        "auc": lambda at: auc(scores[at], [labels[n] for n in at]),
    }
    if checker.checker != "baseline:words":
        stats["partial_spearman"] = lambda at: partial_correlation(
            scores[at], truth[at], lengths[at], ranked=True
        )
    if called is not None:
        stats["balanced_accuracy"] = lambda at: balanced_accuracy(
            [called[n] for n in at], [labels[n] for n in at]
        )
        stats["kappa"] = lambda at: cohen_kappa([called[n] for n in at], [labels[n] for n in at])
    found: dict[str, Any] = {"checker": checker.checker, "n": len(there)}
    found |= dict.fromkeys(("spearman", "kendall", "balanced_accuracy", "kappa", "auc", "partial_spearman"))
    intervals: dict[str, list[float]] = {}
    why: dict[str, NoticeDocument] = {}
    for name, stat in stats.items():
        value = stat(list(range(len(there))))
        if isinstance(value, Refused):
            why[name] = value.notice.document
        else:
            found[name] = value
            intervals[name] = list(_bounds(stat, len(there), seed))
    if found["spearman"] is not None:
        found["p"] = permutation_p(scores, truth, "spearman", seed=seed)
    found |= {"intervals": intervals, "threshold": threshold, "left_out": list(checker.left_out)}
    if called is not None:
        found["by_split"] = _by_split(there, called)
    if checker.sentences:
        found["by_sentence"] = _by_sentence(checker.sentences)
    return found | ({"why": why} if why else {})


def _by_sentence(sentences: Sequence[tuple[str, float, int]]) -> dict[str, Any]:
    """The threshold for one sentence from the validation half, and how it does on the other half."""
    fit = [one for one in sentences if one[0] == "val"] or list(sentences)
    test = [one for one in sentences if one[0] == "test"] or list(sentences)
    threshold = best_threshold([score for _, score, _ in fit], [label for *_, label in fit])
    area = auc([score for _, score, _ in test], [label for *_, label in test])
    right = None
    if threshold is not None:
        right = balanced_accuracy(
            [int(score > threshold) for _, score, _ in test], [label for *_, label in test]
        )
    return {
        "n": len(test),
        "threshold": threshold,
        "auc": None if isinstance(area, Refused) else area,
        "balanced_accuracy": None if right is None or isinstance(right, Refused) else right,
    }


def _called(
    checker: CheckerScores, items: Sequence[Labelled], scores: Any
) -> tuple[float | None, list[int] | None]:
    """The checker's own yes or no, or its scores cut at a threshold."""
    if checker.labels is not None:
        return None, [checker.labels[item.id] for item in items]
    threshold = (
        checker.threshold if checker.threshold is not None else best_threshold(*_validation(items, scores))
    )
    return threshold, None if threshold is None else [int(score > threshold) for score in scores]


def best_threshold(scores: Sequence[float], labels: Sequence[int]) -> float | None:
    """The threshold for calling a summary faithful that does best on these labels. The lowest wins a tie."""
    best: tuple[float, float] | None = None
    for threshold in sorted(set(scores)):
        value = balanced_accuracy([int(score > threshold) for score in scores], list(labels))
        if not isinstance(value, Refused) and (best is None or value > best[0]):
            best = (value, float(threshold))
    return best[1] if best else None


def _validation(items: Sequence[Labelled], scores: Any) -> tuple[list[float], list[int]]:
    """Learns a threshold on the validation split. Without a split it uses all summaries, which flatters the checker."""
    at = [n for n, item in enumerate(items) if item.split == "val"] or list(range(len(items)))
    return [float(scores[n]) for n in at], [items[n].label for n in at]


def _by_split(items: Sequence[Labelled], called: Sequence[int]) -> dict[str, float | None]:
    rows: dict[str, float | None] = {}
    for split in sorted({item.split for item in items} - {""}):
        at = [n for n, item in enumerate(items) if item.split == split]
        value = balanced_accuracy([called[n] for n in at], [items[n].label for n in at])
        rows[split] = None if isinstance(value, Refused) else value
    return rows


def _bounds(stat: Stat, n: int, seed: int) -> tuple[float, float]:
    chance = np.random.default_rng(seed)
    values = (stat(chance.integers(n, size=n).tolist()) for _ in range(RESAMPLES))
    kept = [value for value in values if not isinstance(value, Refused)]
    low, high = bounds(kept)
    return low, high
