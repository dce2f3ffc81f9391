"""One book of a shelf as a row: the same columns with a model and without."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from fabula.readermodel.rating import Abstained, ReaderRating
from fabula.reading.book_request import STATED
from fabula.rubrics.files import digest, load
from fabula.signature import sign

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation
    from fabula.judging.request import EvaluateRequest


@dataclass(frozen=True, slots=True)
class AspectScore:
    """The judge's score for one aspect. The bounds are None for a single answer."""

    aspect: str
    score: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Row:
    """What is stored about one book. `why` says what is missing and why."""

    path: str
    book: str | None = None
    title: str | None = None
    author: str | None = None
    language: str | None = None
    chapters: int | None = None
    words: int | None = None
    method: str | None = None
    model: str | None = None
    rubric: str | None = None
    score: float | None = None
    """The judge's, on the scale of the rubric."""
    score_low: float | None = None
    score_high: float | None = None
    aspects: tuple[AspectScore, ...] = ()
    stars: float | None = None
    """What readers are expected to give, with the bounds `low` and `high`."""
    low: float | None = None
    high: float | None = None
    percentile: float | None = None
    place: str | None = None
    """`high` or `low` on the shelf; `unknown` where the interval covers most of it."""
    unrated: str | None = None
    """Why there are no stars."""
    mtld: float | None = None
    dialogue_share: float | None = None
    sentence_words: float | None = None
    findings: int | None = None
    signature: str | None = None
    why: str | None = None

    @property
    def document(self) -> dict[str, Any]:
        """As it is written."""
        return asdict(self)


COLUMNS = tuple(each.name for each in fields(Row))


def row_of(key: str, found: Evaluation) -> Row:
    """The row of a book that was judged or measured."""
    book, rating, measured, overall = found.book, found.rating, found.measured, found.overall
    stars = rating if isinstance(rating, ReaderRating) else None
    return Row(
        key,
        book=book.id,
        title=book.title,
        author=book.author,
        language=book.language,
        chapters=book.chapter_count,
        words=measured.craft.words if measured else None,
        method=found.method,
        model=found.model_used.name if found.model_used else None,
        rubric=found.rubric.id,
        score=overall.score if overall and found.verdicts else None,
        score_low=overall.low if overall and found.verdicts else None,
        score_high=overall.high if overall and found.verdicts else None,
        aspects=tuple(
            AspectScore(each.id, each.estimate.score, each.estimate.low, each.estimate.high)
            for each in found.aspects
            if each.estimate is not None and found.verdicts
        ),
        stars=stars.value if stars else None,
        low=stars.low if stars else None,
        high=stars.high if stars else None,
        percentile=stars.percentile if stars else None,
        place=stars.place if stars else None,
        unrated=str(rating.reason) if isinstance(rating, Abstained) else None,
        mtld=measured.craft.mtld if measured else None,
        dialogue_share=measured.craft.dialogue_share if measured else None,
        sentence_words=measured.craft.sentence_words if measured else None,
        findings=len(measured.findings.shown) + len(measured.findings.rest) if measured else None,
        signature=found.signature,
        why=str(found.no_verdict) if found.no_verdict else None,
    )


def signature_of_all(request: EvaluateRequest, model: str | None = None) -> str:
    """The signature of what is the same for every book: rows that were made otherwise do not join them."""
    of_one_book = {each.name: each.default for each in fields(request) if each.name in ("book", *STATED)}
    common = request.but(**of_one_book)
    return sign(common, "evaluate.results", model=model, digests={"rubric": digest(load(common.rubric))})
