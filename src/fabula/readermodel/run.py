"""Answers to the reader model's questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.errors import FabulaError
from fabula.jsonl import check_writable, write_lines
from fabula.readermodel.comparable import like
from fabula.readermodel.model import ReaderModel, load, shipped, unpacked
from fabula.readermodel.predicting import predict
from fabula.readermodel.rating import Abstained, BookFacts, ReaderRating
from fabula.readermodel.request import LikeRequest, PredictRequest, TrainReaderModelRequest
from fabula.readermodel.result import LikeResult, PredictResult, TrainReaderModelResult
from fabula.request import document
from fabula.reviews.reviews import Release
from fabula.rubrics.rubric import parse_scale
from fabula.signature import sign
from fabula.text.book import Book
from fabula.text.files import read

if TYPE_CHECKING:
    from fabula.models.door import Door


@dataclass(frozen=True, slots=True)
class TrainReaderModelAnswer:
    """A trained reader model."""

    result: TrainReaderModelResult
    model: ReaderModel


@dataclass(frozen=True, slots=True)
class PredictAnswer:
    """Ratings of many books."""

    result: PredictResult
    model: ReaderModel


@dataclass(frozen=True, slots=True)
class LikeAnswer:
    """Books like one."""

    result: LikeResult


async def run_train(
    request: TrainReaderModelRequest,
    door: Door | None = None,  # noqa: ARG001 - asks no model
    report: Callable[[str], None] = lambda _: None,
) -> TrainReaderModelAnswer:
    """Cross-validate every set of inputs, fit on all books, and write the file and its card."""
    from fabula.models.vectors.minilm import MiniLM
    from fabula.readermodel.blocks import count_features
    from fabula.readermodel.card import card
    from fabula.readermodel.mix import read_mix
    from fabula.readermodel.packing import train
    from fabula.readermodel.training_books import count_reviews, read_training_books, with_measures
    from fabula.reviews.reviews import read_reviews

    request.validate()
    check_writable(request.output)
    embedder = MiniLM()
    mix = read_mix(request.mix) if request.mix else None
    books = read_training_books(request.books, parse_scale(request.scale))
    if request.measures:
        books = with_measures(books, request.measures)
    release = read_reviews(request.reviews) if request.reviews else Release()
    report(f"{len(books)} books; counting the words of {len(release.reviews):,} reviews")
    counts = count_reviews(release.reviews, [each.book.id for each in books])
    report("one vector for each word, then nested cross-validation (some minutes)")
    data = train(count_features(books, counts, embedder), books, counts, mix)
    request.output.write_bytes(data)
    model = unpacked(data)
    path = request.output.with_suffix(".md")
    path.write_text(card(model), encoding="utf-8")
    result = TrainReaderModelResult(
        request=document(request),
        signature=sign(request, "readers.train", engines={"embedder": embedder.name}),
        reader_model=str(request.output),
        card=str(path),
        digest=model.digest,
        bytes=len(data),
        books=len(books),
        reviews=sum(each.reviews for each in counts),
        variants=model.variants,
        skipped=release.skipped,
    )
    return TrainReaderModelAnswer(result, model)


async def run_predict(request: PredictRequest, door: Door | None = None) -> PredictAnswer:  # noqa: ARG001 - asks no model
    """Rate every book of a file. With an output, write a line for each."""
    from fabula.readermodel.training_books import facts_of, rows_with_ids

    request.validate()
    model = _model(request.reader_model)
    if request.output:
        check_writable(request.output)
    trained_on = model.ids
    rows: list[dict[str, Any]] = []
    used: Counter[str] = Counter()
    for line, row in rows_with_ids(request.books):
        rating = predict(facts_of(row, request.books.name, line, shelved=not request.draft), model)
        used["abstained" if isinstance(rating, Abstained) else rating.variant] += 1
        rows.append(rating_row(row["id"], rating) | {"learned_from": row["id"] in trained_on})
    if request.output:
        write_lines(rows, request.output)
    result = PredictResult(
        request=document(request),
        signature=sign(request, "readers.predict", engines={"readers": model.digest}),
        books=len(rows),
        variants=dict(used.most_common()),
        trained_on=sum(row["learned_from"] for row in rows),
        output=str(request.output) if request.output else None,
        ratings=tuple(rows),
    )
    return PredictAnswer(result, model)


async def run_like(request: LikeRequest, door: Door | None = None) -> LikeAnswer:  # noqa: ARG001 - asks no model
    """The published books most like a manuscript, nearest first."""
    request.validate()
    model = _model(request.reader_model)
    book = request.book if isinstance(request.book, Book) else read(request.book)
    facts = BookFacts(
        genres=request.genres or book.genres,
        premise=request.premise or book.premise,
        language=book.language,
    )
    found = like(facts, request.count, model)
    if isinstance(found, Abstained):
        raise FabulaError(f"the reader model cannot place this book: {found.reason}")
    signature = sign(
        request, "readers.like", engines={"readers": model.digest}, digests={"text": book.text_hash}
    )
    return LikeAnswer(LikeResult(request=document(request), signature=signature, book=book.id, like=found))


def rating_row(own: Any, rating: ReaderRating | Abstained) -> dict[str, Any]:
    """A book's row in the file of ratings: the overall rating, a score for each aspect, and what they are based
    on."""
    if isinstance(rating, Abstained):
        return {"id": own, "overall": None, "reason": str(rating.reason)}
    return {
        "id": own,
        "overall": rating.value,
        "low": rating.low,
        "high": rating.high,
        "percentile": rating.percentile,
        "genre": rating.genre,
        "genre_percentile": rating.genre_percentile,
        **{name: each.score for name, each in rating.aspects.items()},
        "aspects": {name: asdict(each) for name, each in rating.aspects.items()},
        "inputs": rating.inputs,
        "unused": [str(notice) for notice in rating.unused],
        "variant": rating.variant,
        "agreement": asdict(rating.agreement),
    }


def _model(path: Path | None) -> ReaderModel:
    return load(path) if path else shipped()
