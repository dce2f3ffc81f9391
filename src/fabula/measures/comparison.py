"""Compares the scores of many items with people's ratings: the figures of `fabula agree`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fabula.errors import UsageError
from fabula.measures.agreement import kendall, rounded
from fabula.measures.baselines import from_labels
from fabula.measures.groups import Groups, bands, by_label, within_groups
from fabula.measures.intervals import RESAMPLES, Difference, Estimate, difference, estimate, holm
from fabula.measures.refusal import Numbers, Refused
from fabula.measures.replicates import repeatability
from fabula.measures.scorefile import ScoreFile
from fabula.notices import Notice

COEFFICIENTS = ("kendall", "spearman", "pearson")
TRUTH_NAMES = ("overall", "rating", "score", "truth", "human", "value", "label")
_GROUP_RESAMPLES = 1_000
"""Fewer resamples for groups. Genres are many and small, so their intervals are wide anyway."""
NOT_SCORES = {
    "low", "high", "percentile", "genre_percentile", "replicate", "run", "seed", "n", "cost", "seconds", "tokens",
    "input_tokens", "output_tokens", "words", "book_len", "length", "word_count", "chars", "interval",
    "agreement", "year",
}  # fmt: skip
"""Other numbers in score files. They are used as scores only if named."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to compare."""

    columns: Sequence[str] = ()
    """Score columns. If empty, every column of numbers not known to be something else."""
    truth_column: str | None = None
    round_truth: int | None = None
    group: str | None = None
    baselines: Sequence[str] = ()
    resamples: int = RESAMPLES
    seed: int = 0


@dataclass(slots=True)
class Comparison:
    """The figures, and what the user should know about the files."""

    document: dict[str, Any]
    notices: list[Notice]


@dataclass(frozen=True, slots=True)
class _Column:
    """One score column with its truth, item by item. `known` holds the indices of items that have both."""

    name: str
    source: str
    """The column's own name in the file of scores."""
    scores: Numbers
    truth: Numbers
    known: NDArray[np.intp]

    @property
    def pair(self) -> tuple[Numbers, Numbers]:
        """Scores and truth of the items that have both."""
        return self.scores[self.known], self.truth[self.known]


def compare(
    scores: ScoreFile, truth: ScoreFile, question: Question, other: ScoreFile | None = None
) -> Comparison:
    """Match items by id and measure. Nothing is dropped silently: the document lists unmatched ids and gaps."""
    files = (scores, truth, *([other] if other else []))
    everyone = dict.fromkeys(own for file in files for own in file.ids)
    shared = set.intersection(*(set(file.ids) for file in files))
    ids = [own for own in scores.ids if own in shared]
    unmatched = [own for own in everyone if own not in shared]
    if not ids:
        raise UsageError(
            f"{scores.name} and {truth.name} share no id (the first ones are {scores.ids[0]!r} and {truth.ids[0]!r})"
        )
    notices = [Notice.of("measures.unmatched", n=len(unmatched))] if unmatched else []
    notices += [
        Notice.of("measures.words-in-column", file=scores.name, column=name, word=word)
        for name, word in scores.mixed().items()
    ]
    columns = [_column(name, scores, truth, ids, question) for name in _score_columns(scores, question)]
    settings = (question.resamples, question.seed)
    document: dict[str, Any] = {
        "n": len(ids),
        "unmatched": unmatched,
        "truth": {"column": _truth_column(truth, question), "rounded": question.round_truth},
        "scores": _all_estimates(columns, len(ids), *settings),
        "groups": {},
        "baselines": _baselines(columns, scores, truth, ids, question),
        "against": _against(columns, other, ids, *settings) if other else None,
    }
    _mark_losses(document)
    if question.group:
        groups = _groups(question.group, scores, truth, ids)
        document["groups"], document["within_groups"] = _by_group(columns, groups, *settings)
        document["within_groups"]["by"] = question.group
    if repeated := _replicates(columns, scores):
        document["replicates"] = repeated
        notices.append(Notice.of("measures.averaged"))
    return Comparison(document, notices)


def _score_columns(scores: ScoreFile, question: Question) -> list[tuple[str, str]]:
    """The name to show and the column to read."""
    numeric = scores.numeric
    if question.columns:
        unknown = [name for name in question.columns if name not in numeric]
        if unknown:
            raise UsageError(f"{scores.name} has no numbers in {unknown[0]!r}: it has {', '.join(numeric)}")
        return [(name, name) for name in question.columns]
    found = [
        name
        for name in numeric
        if name not in NOT_SCORES and name not in question.baselines and not name.endswith(("_low", "_high"))
    ]
    if not found:
        raise UsageError(f"{scores.name} has no column of scores besides ids{_spoiled(scores)}")
    overall = scores.find("overall")
    if "overall" not in found:
        if len(found) == 1:
            return [("overall", found[0])]
        if overall in found:
            return [("overall" if name == overall else name, name) for name in found]
    return [(name, name) for name in sorted(found, key=lambda name: name != "overall")]


def _spoiled(scores: ScoreFile) -> str:
    """The columns that would be scores if no word stood in them."""
    found = [f"{name} holds {word!r}" for name, word in scores.mixed().items()]
    return f": {', '.join(found)}, which is no number" if found else ""


def _truth_column(truth: ScoreFile, question: Question) -> str:
    numeric = truth.numeric
    if question.truth_column:
        if question.truth_column not in numeric:
            raise UsageError(
                f"{truth.name} has no numbers in {question.truth_column!r}: it has {', '.join(numeric)}"
            )
        return question.truth_column
    named = [name for name in TRUTH_NAMES if name in numeric]
    if named:
        return named[0]
    candidates = [name for name in numeric if name not in NOT_SCORES]
    if len(candidates) == 1:
        return candidates[0]
    raise UsageError(
        f"which column of {truth.name} is the truth? Name it with --truth-column: {', '.join(numeric) or 'none holds numbers'}"
    )


def _column(
    name: tuple[str, str], scores: ScoreFile, truth: ScoreFile, ids: list[str], question: Question
) -> _Column:
    shown, read = name
    truth_name = shown if shown in truth.numeric and shown != "overall" else _truth_column(truth, question)
    given, true = _averages(scores, read, ids), _truths(truth, truth_name, ids)
    if question.round_truth is not None:
        true = rounded(true, question.round_truth)
    gaps = _gaps(scores, read, ids) | _gaps(truth, truth_name, ids)
    return _Column(shown, read, given, true, np.flatnonzero(~gaps))


def _averages(file: ScoreFile, column: str, ids: list[str]) -> Numbers:
    values = file.values(column)
    values_of = [[value for value in values[own] if value is not None] for own in ids]
    return np.array([float(np.mean(own)) if own else np.nan for own in values_of])


def _truths(file: ScoreFile, column: str, ids: list[str]) -> Numbers:
    values = file.values(column)
    twice = [own for own in ids if len({value for value in values[own] if value is not None}) > 1]
    if twice:
        raise UsageError(f"{file.name}: {twice[0]!r} has more than one {column}; give one truth per item")
    return _averages(file, column, ids)


def _gaps(file: ScoreFile, column: str, ids: list[str]) -> NDArray[np.bool_]:
    values = file.values(column)
    return np.array([all(value is None for value in values[own]) for own in ids])


def _all_estimates(columns: list[_Column], items: int, resamples: int, seed: int) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for column in columns:
        shown[column.name] = {"n": len(column.known), "missing": items - len(column.known)}
        for kind in COEFFICIENTS:
            found = estimate(*column.pair, kind, resamples, seed)  # type: ignore[arg-type]
            shown[column.name][kind] = as_json(found)
    for kind in COEFFICIENTS:
        measured = [entry[kind] for entry in shown.values() if entry[kind]["value"] is not None]
        for entry, corrected in zip(measured, holm([entry["p"] for entry in measured]), strict=True):
            entry["p_holm"] = corrected
    return shown


def as_json(found: Estimate | Difference | Refused) -> dict[str, Any]:
    """An estimate or a difference as JSON. A refusal becomes nulls with a reason."""
    if isinstance(found, Refused):
        return {"value": None, "low": None, "high": None, "p": None, "why": found.notice.document}
    key = "value" if isinstance(found, Estimate) else "difference"
    return {key: getattr(found, key), "low": found.low, "high": found.high, "p": found.p}


def _difference_json(found: Difference | Refused) -> dict[str, Any]:
    entry = as_json(found)
    if isinstance(found, Refused):
        entry = {"difference": entry.pop("value"), **entry}
    return entry


def _baselines(
    columns: list[_Column], scores: ScoreFile, truth: ScoreFile, ids: list[str], question: Question
) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for name in question.baselines:
        file, source = _source(name, scores, truth)
        entry: dict[str, Any] = {}
        reference = columns[0]
        already: dict[bytes, Numbers] = {}
        plain = _baseline_values(file, source, ids, reference, already)
        known = np.intersect1d(reference.known, np.flatnonzero(np.isfinite(plain)))
        entry["n"] = len(known)
        for kind in COEFFICIENTS:
            found = estimate(
                plain[known],
                reference.truth[known],
                kind,  # type: ignore[arg-type]
                question.resamples,
                question.seed,
            )
            entry[kind] = as_json(found)
        entry["differences"] = {
            column.name: _difference_json(
                _beyond(column, _baseline_values(file, source, ids, column, already), question)
            )
            for column in columns
        }
        shown[name] = entry
    return shown


def _source(name: str, scores: ScoreFile, truth: ScoreFile) -> tuple[ScoreFile, str]:
    for file in (truth, scores):
        column = file.find(name)
        if column:
            return file, column
    raise UsageError(f"neither {truth.name} nor {scores.name} has a column {name!r}")


def _baseline_values(
    file: ScoreFile, source: str, ids: list[str], column: _Column, cache: dict[bytes, Numbers]
) -> Numbers:
    """The baseline's value for each item: its own number, or what its labels predict."""
    key = column.truth[column.known].tobytes() + column.known.tobytes()
    if key not in cache:
        cache[key] = _predicted(file, source, ids, column)
    return cache[key]


def _predicted(file: ScoreFile, source: str, ids: list[str], column: _Column) -> Numbers:
    if source in file.numeric:
        return _averages(file, source, ids)
    labels = file.labels(source)
    known = column.known[np.isfinite(column.truth[column.known])]
    predicted = np.full(len(ids), np.nan)
    predicted[known] = from_labels([labels[ids[place]] for place in known], column.truth[known])
    return predicted


def _beyond(column: _Column, plain: Numbers, question: Question) -> Difference | Refused:
    """How much better a column does than a baseline. A baseline that correlates negatively is reversed first."""
    known = column.known[np.isfinite(plain[column.known])]
    found = kendall(plain[known], column.truth[known])
    if isinstance(found, Refused):
        return found
    turned = plain[known] * (1 if found >= 0 else -1)
    return difference(
        column.scores[known], turned, column.truth[known], "kendall", question.resamples, question.seed
    )


def _mark_losses(document: dict[str, Any]) -> None:
    for name, entry in document["scores"].items():
        entry["loses_to"] = [
            baseline
            for baseline, shown in document["baselines"].items()
            if (shown["differences"][name]["difference"] or 0) < 0
        ]


def _against(
    columns: list[_Column], other: ScoreFile, ids: list[str], resamples: int, seed: int
) -> dict[str, Any]:
    """Our Kendall minus theirs, for the first column (the overall) and for each column that both files have."""
    each: dict[str, Any] = {}
    for column in columns:
        theirs = other.find(column.name)
        if theirs is None or theirs not in other.numeric:
            continue
        values = _averages(other, theirs, ids)
        known = column.known[~_gaps(other, theirs, ids)[column.known]]
        found = difference(
            column.scores[known], values[known], column.truth[known], "kendall", resamples, seed
        )
        each[column.name] = {"n": len(known), **_difference_json(found)}
    if not each:
        raise UsageError(
            f"{other.name} has none of the columns {', '.join(column.name for column in columns)}"
        )
    first = next(iter(each))
    measured = [entry for entry in each.values() if entry["p"] is not None]
    for entry, corrected in zip(measured, holm([entry["p"] for entry in measured]), strict=True):
        entry["p_holm"] = corrected
    return {**each[first], "column": first, "scores": each}


def _groups(name: str, scores: ScoreFile, truth: ScoreFile, ids: list[str]) -> Groups:
    file, source = _source(name, scores, truth)
    if source in file.numeric:
        return bands(_averages(file, source, ids))
    labels = file.labels(source)
    return by_label([labels[own] for own in ids])


def _by_group(
    columns: list[_Column], groups: Groups, resamples: int, seed: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    shown: dict[str, Any] = {name: {"n": len(members)} for name, members in groups.items()}
    means: dict[str, Any] = {}
    for column in columns:
        known = set(column.known.tolist())
        own = {name: [place for place in members if place in known] for name, members in groups.items()}
        found = within_groups(
            column.scores, column.truth, own, resamples=min(resamples, _GROUP_RESAMPLES), seed=seed
        )
        for name, each in found.by_group.items():
            shown[name][column.name] = {"kendall": as_json(each)}
        mean = found.mean
        means[column.name] = (
            {"kendall": {"value": None, "low": None, "high": None, "why": mean.notice.document}}
            if isinstance(mean, Refused)
            else {"kendall": {"value": mean.value, "low": mean.low, "high": mean.high}}
        )
    return shown, means


def _replicates(columns: list[_Column], scores: ScoreFile) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    for column in columns:
        source = column.name if column.name in scores.numeric else scores.find(column.name)
        if source is None:
            continue
        runs = [
            [np.nan if value is None else value for value in own] for own in scores.values(source).values()
        ]
        longest = max(len(own) for own in runs)
        if longest < 2:
            continue
        found = repeatability([own + [np.nan] * (longest - len(own)) for own in runs])
        if isinstance(found, Refused):
            shown[column.name] = {"why": found.notice.document}
            continue
        icc = None if isinstance(found.icc, Refused) else found.icc
        shown[column.name] = {
            "replicates": found.replicates,
            "spread": found.spread,
            "iqr": found.iqr,
            "icc": icc,
        }
    return shown
