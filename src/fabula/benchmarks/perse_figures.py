"""The numbers in PerSE's tables: agreement of scores, accuracy of choices, similarity of reviews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from fabula.benchmarks.perse_data import Case
from fabula.benchmarks.perse_result import Accuracy, Measured, ReviewRow, ScoreRow
from fabula.extras import extra
from fabula.languages import Language
from fabula.measures.figure import share
from fabula.measures.groups import by_label, within_groups
from fabula.measures.intervals import Estimate, Interval, estimate
from fabula.measures.refusal import Numbers, Refused
from fabula.measures.resampling import Coefficient
from fabula.notices import Notice
from fabula.text.language import detect

RESAMPLES = 1_000


def row(name: str, predicted: Sequence[float | None], pairs: Sequence[Case], seed: int = 0) -> ScoreRow:
    """One row of the table, pooled and within readers, on the pairs with an answer. Missing answers are counted."""
    kept = [at for at, score in enumerate(predicted) if score is not None]
    first = np.array([predicted[at] for at in kept], dtype=float)
    truth = np.array([pairs[at].truth for at in kept])
    groups = by_label([[pairs[at].profile.reader] for at in kept])

    def agreement(kind: Coefficient) -> Measured:
        return measured(estimate(first, truth, kind, RESAMPLES, seed))

    return ScoreRow(
        name=name,
        n=len(kept),
        missing=len(predicted) - len(kept),
        readers=len(groups),
        pearson=agreement("pearson"),
        spearman=agreement("spearman"),
        kendall=agreement("kendall"),
        centred_pearson=centred(first, truth, groups),
        by_reader=measured(within_groups(first, truth, groups, "kendall", resamples=200, seed=seed).mean),
    )


def centred(predicted: Numbers, truth: Numbers, groups: Mapping[str, Sequence[int]]) -> Measured:
    """Pearson after subtracting each reader's mean from both columns, which removes the effect of generosity."""
    one, two = predicted.copy(), truth.copy()
    kept: list[int] = []
    for members in groups.values():
        if len(members) > 1:
            places = list(members)
            one[places] -= one[places].mean()
            two[places] -= two[places].mean()
            kept += places
    one = np.where(np.abs(one) < 1e-9, 0.0, one)
    return measured(estimate(one[kept], two[kept], "pearson", RESAMPLES))


def measured(found: Estimate | Interval | Refused) -> Measured:
    """A coefficient in the form that the result uses."""
    if isinstance(found, Refused):
        return Measured(value=None, why=found.notice)
    return Measured(value=found.value, low=found.low, high=found.high)


def accuracy(
    groups: Sequence[Sequence[bool]],
    both: Sequence[bool] = (),
    flipped: int = 0,
    unusable: int = 0,
) -> Accuracy:
    """How often choices were right in the order given, and in both. Choices about one pair are not independent."""
    found = share("", groups)
    return Accuracy(
        value=found.value,
        low=found.low,
        high=found.high,
        n=found.n,
        both=sum(both) / len(both) if both else None,
        flipped=flipped,
        unusable=unusable,
    )


def words(name: str, reviews: Sequence[str], pairs: Sequence[Case]) -> ReviewRow:
    """BLEU and ROUGE-1 of generated against real reviews, where both exist."""
    with extra("bench", "BLEU and ROUGE"):
        import sacrebleu
        from rouge_score.rouge_scorer import RougeScorer

    both = [
        (one, each.past.review) for one, each in zip(reviews, pairs, strict=True) if one and each.past.review
    ]
    if not both:
        return ReviewRow(name=name, n=0, bleu=None, rouge1=None, why=Notice.of("benchmarks.no-review"))
    by_character = Language(detect(" ".join(true for _, true in both))).by_character
    bleu = sacrebleu.corpus_bleu(
        [one for one, _ in both],
        [[two for _, two in both]],
        tokenize="zh" if by_character else "13a",
    )
    scorer = RougeScorer(
        ["rouge1"], use_stemmer=not by_character, tokenizer=_Characters() if by_character else None
    )
    rouge = np.mean([scorer.score(true, one)["rouge1"].fmeasure for one, true in both])
    return ReviewRow(name=name, n=len(both), bleu=round(bleu.score, 3), rouge1=float(rouge))


class _Characters:
    """A ROUGE tokenizer for languages that are counted in characters."""

    def tokenize(self, text: str) -> list[str]:
        return [letter for letter in text if letter.isalnum()]
