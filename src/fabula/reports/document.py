"""An evaluation as one JSON document: what `--json` prints, `report.json` holds and other programs read."""

from __future__ import annotations

from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from fabula.judging.blend import blend
from fabula.readermodel.model import Abstained, ReaderRating
from fabula.text.likeness import sketch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.evaluation import AspectResult, Estimate, Evaluation
    from fabula.models.chat import Tally
    from fabula.reading.findings import Finding
    from fabula.reading.measured import Measured
    from fabula.rubrics.rubric import Scale

CAST_KEPT = 60
TIES_KEPT = 200
"""A long saga names hundreds; the document says how many there are in all."""


def document(evaluations: Sequence[Evaluation], failed: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    """All the books of one command, with their places among each other, and those that could not be judged with why."""
    places = blend(evaluations)
    return {
        "books": [
            book_document(evaluation) | {"blend": places.get(evaluation.book.id)}
            for evaluation in evaluations
        ],
        "failed": [{"book": book, "why": why} for book, why in failed],
    }


def book_document(evaluation: Evaluation) -> dict[str, Any]:
    """One book: scores with bounds, critiques with evidence, findings, and all that is missing."""
    book, rubric = evaluation.book, evaluation.rubric
    return {
        "id": book.id,
        "title": book.title,
        "author": book.author,
        "language": book.language,
        "chapters": [{"number": chapter.number, "title": chapter.title} for chapter in book.chapters],
        "left_out": [left.document for left in book.left_out],
        "warnings": [warning.document for warning in book.warnings],
        "method": evaluation.method,
        "model": evaluation.model,
        "rubric": rubric.id,
        "of_plan": evaluation.of_plan,
        "other_names": None if evaluation.other_names is None else dict(evaluation.other_names),
        "overall": _overall(evaluation.overall, rubric.scale),
        "assessment": evaluation.assessment,
        "rating": _rating(evaluation),
        "no_rating": str(evaluation.rating.reason) if isinstance(evaluation.rating, Abstained) else None,
        "aspects": [_aspect(aspect) for aspect in evaluation.aspects],
        "by_length": evaluation.by_length,
        "segments": [
            {
                "segment": piece.segment,
                "chapters": list(piece.chapters),
                "words": piece.words,
                "replicate": piece.verdict.replicate,
                "overall": piece.verdict.overall,
                "aspects": {said.aspect: said.score for said in piece.verdict.aspects},
            }
            for piece in evaluation.pieces
        ],
        "findings": [finding_document(one) for one in evaluation.measured.findings.shown]
        if evaluation.measured
        else [],
        "findings_more": evaluation.measured.findings.more if evaluation.measured else {},
        "measured": measured_document(evaluation.measured) if evaluation.measured else None,
        "instructions": [asdict(one) for one in evaluation.instructions],
        "comparable": [asdict(one) for one in evaluation.comparables],
        "instructions_kept": evaluation.instructions_kept,
        "missing": list(evaluation.missing),
        "no_verdict": evaluation.no_verdict,
        "troubles": [verdict.trouble for verdict in evaluation.verdicts if verdict.trouble],
        "signature": evaluation.signature,
        "usage": usage_document(evaluation.usage),
    }


def report_document(evaluation: Evaluation) -> dict[str, Any]:
    """What `report.json` holds: the same, every single answer, and what it takes to know a chapter again in a later draft."""
    found = book_document(evaluation)
    for row, chapter in zip(found["chapters"], evaluation.book.chapters, strict=True):
        row["hash"] = sha256(chapter.text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        row["sketch"] = sketch(chapter.text, evaluation.book.language)
    return found | {"verdicts": [asdict(verdict) for verdict in evaluation.verdicts]}


def measured_document(measured: Measured) -> dict[str, Any]:
    """The figures behind the page's charts: cast, ties, speech, mood and craft by chapter."""
    people = measured.roster.characters
    return {
        "craft": asdict(measured.craft),
        "craft_by_chapter": [asdict(chapter) for chapter in measured.craft_by_chapter],
        "mood": asdict(measured.mood),
        "cast": [asdict(person) for person in people[:CAST_KEPT]],
        "cast_in_all": len(people),
        "ambiguous_names": list(measured.roster.ambiguous),
        "ties": [asdict(tie) for tie in measured.ties[:TIES_KEPT]],
        "ties_in_all": len(measured.ties),
        "voices": [asdict(voice) for voice in measured.voices],
    }


def finding_document(finding: Finding) -> dict[str, Any]:
    """One finding with its quotation and place."""
    return {
        "kind": finding.kind,
        "severity": finding.severity,
        "text": finding.text,
        "quote": finding.quote,
        "chapter": finding.chapter,
        "offset": finding.offset,
    }


def usage_document(usage: Tally) -> dict[str, Any]:
    """What was asked and what it cost; a cost that is not known is null, never 0."""
    return {
        "calls": usage.calls,
        "cached": usage.cached,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost": usage.cost,
    }


def _overall(estimate: Estimate | None, scale: Scale) -> dict[str, Any] | None:
    if estimate is None:
        return None
    return {**asdict(estimate), "scale": {"low": scale.low, "high": scale.high}}


def _rating(evaluation: Evaluation) -> dict[str, Any] | None:
    rating = evaluation.rating
    if not isinstance(rating, ReaderRating):
        return None
    return {
        "value": rating.value,
        "low": rating.low,
        "high": rating.high,
        "percentile": rating.percentile,
        "genre": rating.genre,
        "genre_percentile": rating.genre_percentile,
        "variant": rating.variant,
        "inputs": list(rating.inputs),
        "unused": [str(one) for one in rating.unused],
        "agreement": asdict(rating.agreement),
        "aspects": {name: asdict(one) for name, one in rating.aspects.items()},
    }


def _aspect(aspect: AspectResult) -> dict[str, Any]:
    estimate = aspect.estimate
    return {
        "id": aspect.id,
        "label": aspect.label,
        "score": estimate.score if estimate else None,
        "low": estimate.low if estimate else None,
        "high": estimate.high if estimate else None,
        "critique": aspect.critique,
        "evidence": [asdict(one) for one in aspect.evidence],
        "replicates": list(aspect.replicates),
    }
