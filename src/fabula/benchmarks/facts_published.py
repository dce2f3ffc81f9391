"""The tables of the NarrativeFactScore paper (Jeong et al., 2025), to stand beside what is measured here."""

from __future__ import annotations

from fabula.benchmarks.facts_request import Dataset
from fabula.benchmarks.facts_result import PublishedRow

_TABLE_1 = """
ROUGE-1 .25 .18 -.20 -.14
ROUGE-2 .30 .22 -.04 -.03
ROUGE-L .31 .22 -.18 -.14
BERTScore .19 .13 -.13 -.08
BARTScore .09 .06 -.30 -.22
LongDocFACTScore .07 .05 .24 .16
FActScore .30 .21 .25 .16
NFS .43 .31 .47 .33
"""
"""Spearman and Kendall on STORYSUMM, then on FABLES."""
_MENSA = """
TextRank 34.37 4.60 12.84 46.86 49.43 48.10 59.72
LED 17.46 1.59 10.03 42.90 42.74 42.58 56.48
LongT5 20.77 2.26 10.03 45.05 45.06 45.01 73.76
GPT-4o-mini 31.79 9.69 12.68 60.00 60.03 60.01 81.05
round-1 33.00 9.70 12.84 60.22 60.11 60.16 85.94
round-2 33.75 9.72 13.07 60.17 60.10 60.12 88.94
round-3 34.26 9.74 13.46 60.24 60.21 60.22 93.31
"""
_MOVIESUM = """
TextRank 33.92 4.62 16.25 46.82 49.48 48.10 60.23
LED 2.80 .28 .28 32.64 23.82 27.32 22.24
LongT5 20.18 1.99 13.83 44.58 44.28 44.36 74.01
GPT-4o-mini 29.26 8.72 17.88 59.11 59.29 59.19 80.56
round-1 30.36 8.74 18.55 59.26 59.30 59.27 86.92
round-2 30.98 8.75 18.61 59.33 59.30 59.30 92.04
round-3 31.31 8.81 18.62 59.36 59.31 59.32 94.59
"""
_CHALLENGING = """
TextRank 33.92 4.63 16.25 46.82 49.48 48.10 62.43
LED 2.75 .17 .64 31.78 24.44 27.37 11.70
LongT5 22.10 2.29 11.16 43.86 44.69 44.18 79.38
GPT-4o-mini 28.07 8.01 14.12 58.37 59.36 58.53 81.30
round-1 29.02 8.09 14.08 58.49 59.30 58.86 84.59
round-2 29.98 8.19 14.24 58.61 59.32 58.94 90.47
round-3 30.22 8.20 14.44 58.75 59.39 59.04 93.22
"""
_SUMMARIES = ("rouge1", "rouge2", "rougeL", "bertscore_p", "bertscore_r", "bertscore", "score")
_CONAN = "naive-extract 86.23 86.33 86.26\nby-scenes 95.63 95.68 95.65"


def published(dataset: Dataset) -> tuple[PublishedRow, ...]:
    """The paper's rows for a data set."""
    if dataset is Dataset.STORYSUMM:
        return _rows(1, _TABLE_1, ("spearman", "kendall"))
    if dataset is Dataset.FABLES:
        return _rows(1, _TABLE_1, ("", "", "spearman", "kendall"))
    if dataset is Dataset.CONAN:
        return _rows(3, _CONAN, ("bertscore_p", "bertscore_r", "bertscore"))
    if dataset is Dataset.MENSA:
        return _rows(2, _MENSA, _SUMMARIES)
    return (*_rows(2, _MOVIESUM, _SUMMARIES), *_rows(4, _CHALLENGING, _SUMMARIES))


def _rows(table: int, text: str, names: tuple[str, ...]) -> tuple[PublishedRow, ...]:
    rows = [line.split() for line in text.strip().splitlines()]
    return tuple(
        PublishedRow(
            table=table,
            row=name,
            figures={key: float(one) for key, one in zip(names, figures, strict=False) if key},
        )
        for name, *figures in rows
    )
