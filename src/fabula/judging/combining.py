"""Combines verdicts, measures and the readers' expected rating into one Evaluation with its signature."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fabula.digests import digest
from fabula.judging.blend import read_judged_before
from fabula.judging.evaluation import (
    AspectResult,
    Calibrated,
    Estimate,
    Evaluation,
    Together,
    aspect_results,
    overall_result,
    scores_by_length,
)
from fabula.measures.calibrating import CalibrateResult, judge_of, judges_differ
from fabula.models.chat import Tally
from fabula.notices import Notice
from fabula.readermodel.comparable import Comparable, like
from fabula.readermodel.manuscript import manuscript
from fabula.readermodel.model import shipped
from fabula.readermodel.predicting import predict
from fabula.readermodel.rating import Abstained, BookFacts, ReaderRating
from fabula.reading.story import cast_list
from fabula.rubrics.files import digest as rubric_digest
from fabula.rubrics.rubric import Scale
from fabula.signature import sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.judging.by_model import ByModel
    from fabula.judging.request import EvaluateRequest
    from fabula.reading.measured import Measured
    from fabula.reading.reading import Reading
    from fabula.text.book import Book

STARS = Scale(low=0, high=5)
"""The scale on which scores are also reported: 100 points are 5 stars."""

COMPARABLE_BOOKS = 5
_TENTHS_BELOW = 20
"""On a wider scale than this, an expected score has no decimals: its interval bears none."""


def combined(
    book: Book, request: EvaluateRequest, by_model: ByModel, measured: Measured | None
) -> Evaluation:
    """The evaluation of a book that a model or a recording has judged."""
    settings = request.settings
    judged, reading = by_model.judged, by_model.reading
    overall, assessment = overall_result(judged, settings.rubric)
    aspects = aspect_results(judged, settings.rubric, book.language)
    facts = _facts(book, request, reading)
    signature = _signature(book, request, by_model, reading)
    rating = _rated(facts)
    return Evaluation(
        words=facts.words if isinstance(facts, BookFacts) else None,
        calibrated=_calibrated(request, facts, overall, aspects, signature),
        book=book,
        request=request,
        method=request.method or "summary",
        model=by_model.judge.name,
        rubric=settings.rubric,
        overall=overall,
        assessment=assessment,
        aspects=aspects,
        signature=signature,
        usage=by_model.usage,
        model_used=by_model.judge,
        verdicts=judged.verdicts,
        pieces=judged.pieces,
        by_length=scores_by_length(judged, settings.rubric),
        reading=reading,
        measured=measured,
        rating=rating,
        together=_together(request, overall, rating, signature),
        comparables=_comparables(facts),
        other_names=by_model.other_names,
        renaming=by_model.renaming,
    )


def measured_only(
    book: Book, request: EvaluateRequest, reading: Reading | None, measured: Measured | None
) -> Evaluation:
    """The evaluation without a model: measures, and the reader model's rating."""
    facts = _facts(book, request, reading)
    rating = _rated(facts)
    rubric = request.settings.rubric
    return Evaluation(
        words=facts.words if isinstance(facts, BookFacts) else None,
        book=book,
        request=request,
        method="embedded",
        model=None,
        rubric=rubric,
        overall=None,
        assessment="",
        aspects=tuple(
            AspectResult(
                aspect.id, aspect.wording(book.language).label, _from_readers(rating, aspect.id, rubric.scale)
            )
            for aspect in rubric.scored_aspects
        ),
        signature=_signature(book, request, None, reading),
        usage=Tally(),
        reading=reading,
        measured=measured,
        rating=rating,
        comparables=_comparables(facts),
    )


def _signature(
    book: Book, request: EvaluateRequest, by_model: ByModel | None, reading: Reading | None
) -> str:
    rubric = request.settings.rubric
    signer = by_model.sign if by_model else partial(sign, model="embedded")
    return signer(
        request,
        f"{rubric.id}.{request.method}",
        asked={
            "method": None,
            "n": by_model.runs if by_model else None,
            "T": by_model.temperature if by_model else None,
            "reading": None,
        },
        engines={} if request.no_reader_model else {"readers": shipped().digest},
        digests={
            "rubric": rubric_digest(rubric),
            "about": _about(book),
            "text": _text_digest(book, reading),
            "reading": by_model.saved if by_model else None,
            "read-with": by_model.read_with if by_model else None,
        },
    )


def _calibrated(
    request: EvaluateRequest,
    facts: BookFacts | Abstained,
    overall: Estimate | None,
    aspects: Sequence[AspectResult],
    signature: str,
) -> Calibrated | Notice | None:
    """The scores as readers' stars, if the calibration was fitted on scores of this very judge."""
    if request.calibration is None or overall is None:
        return None
    known = CalibrateResult.load(request.calibration)
    if not known.judge:
        return Notice.of("judging.calibration-of-nobody")
    if other := known.differs(signature):
        return Notice.of("judging.calibration-of-another", parts=", ".join(other))
    scores = {each.id: each.estimate.score for each in aspects if each.estimate is not None}
    genres, words = (facts.genres, facts.words) if isinstance(facts, BookFacts) else ((), None)
    stars = known.predict({"overall": overall.score, **scores}, genres, words)
    by_aspect = {
        name: float(each.predict([scores[name]])[0]) for name, each in known.aspects.items() if name in scores
    }
    low, high = max(1.0, stars - known.half), min(5.0, stars + known.half)
    return Calibrated(stars, low, high, known.covers, known.joined, by_aspect)


def _about(book: Book) -> str:
    """A digest of what is known about the book besides its text.

    This is used in prompts and for the expected rating.
    """
    return digest([book.title, book.author or "", str(book.language), *book.genres, "|", book.premise or ""])


def _text_digest(book: Book, reading: Reading | None) -> str:
    """The digest of the book's chapters, or of the plan if there are no chapters."""
    if book.chapters or reading is None:
        return book.text_hash
    return digest([reading.plot, cast_list(reading.cast), *(excerpt.text for excerpt in reading.excerpts)])


def _from_readers(rating: ReaderRating | Abstained, aspect: str, scale: Scale) -> Estimate | None:
    """An aspect as readers of such books rate it, converted from stars to the rubric's scale."""
    if isinstance(rating, Abstained) or aspect not in rating.aspects:
        return None
    rated = rating.aspects[aspect]
    places = 0 if scale.high - scale.low > _TENTHS_BELOW else 1
    return Estimate(
        *(round(STARS.to(stars, scale), places) for stars in (rated.score, rated.low, rated.high))
    )


def _facts(book: Book, request: EvaluateRequest, reading: Reading | None) -> BookFacts | Abstained:
    """What the reader model may know about the book: only what was given, or summarised by a model."""
    if request.no_reader_model:
        return Abstained(Notice.of("readermodel.left-out"))
    return manuscript(
        book,
        plot=reading.plot if reading and reading.method != "extractive" else None,
        cast=cast_list(reading.cast) if reading and reading.cast else None,
    )


def _together(
    request: EvaluateRequest,
    overall: Estimate | None,
    rating: ReaderRating | Abstained,
    signature: str,
) -> Together | None:
    """Stars from both, if it is known how this judge's scores went with readers' stars.

    Another judge's scores say nothing of this one. If the table names no judge, that is said beside the stars.
    """
    if request.judged_before is None or overall is None or isinstance(rating, Abstained):
        return None
    known = read_judged_before(request.judged_before, request.settings.rubric.scale)
    if not known.judge:
        about = Notice.of("judging.judged-before-by-nobody")
    elif other := judges_differ(known.judge, judge_of(signature)):
        return Together(None, Notice.of("judging.judged-before-by-another", parts=", ".join(other)))
    else:
        about = None
    stars = float(known.blend.stars(overall.score, rating.value))
    return Together(round(min(5.0, max(1.0, stars)), 3), about)


def _rated(facts: BookFacts | Abstained) -> ReaderRating | Abstained:
    return facts if isinstance(facts, Abstained) else predict(facts)


def _comparables(facts: BookFacts | Abstained) -> tuple[Comparable, ...]:
    """The most similar books. None if the reader model abstains; the rating then says so."""
    found = facts if isinstance(facts, Abstained) else like(facts, COMPARABLE_BOOKS)
    return () if isinstance(found, Abstained) else found
