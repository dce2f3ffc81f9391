"""The results of the reader model's questions, as saved and printed by --json."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from fabula.readermodel.comparable import Comparable
from fabula.readermodel.rating import Agreement
from fabula.result import Result


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class AspectFigures(_Part):
    """How well predicted scores of one aspect agreed with readers in cross-validation."""

    interval: tuple[float, float]
    kendall: float
    kendall_of_rating: float
    """Of the overall rating with the readers' scores of this aspect."""
    coverage: float
    books: int


class VariantFigures(_Part):
    """How well one set of inputs agreed with readers on unseen books."""

    interval: tuple[float, float]
    """What is added to a rating for its 80% interval."""
    agreement: Agreement
    above_genres: tuple[float, float, float]
    """How far Kendall's tau lies above that of genres alone, with its 95% interval."""
    measures_add: tuple[float, float, float] | None
    """The same, compared with the model without the measures of texts, if it was given any."""
    other_authors: float
    """Kendall's tau if no book of the same author was in the training set."""
    later: float | None
    """Kendall's tau of books predicted from earlier ones; None where dates are not known."""
    shares_off: float | None
    """How far the mean share of readers by stars is off at most, in the lowest, middle and highest third."""
    by_repeat: tuple[float, ...]
    aspects: dict[str, AspectFigures]


class TrainReaderModelResult(Result):
    """A trained reader model."""

    KIND: ClassVar[str] = "readers-train"

    kind: str = KIND
    reader_model: str
    """Its file."""
    card: str
    """What it learned from and how far it agrees with readers, as Markdown."""
    digest: str
    """The digest of the file. It is `readers` in the signature of each of its ratings."""
    bytes: int
    books: int
    reviews: int
    variants: dict[str, VariantFigures]
    skipped: tuple[str, ...]


class PredictResult(Result):
    """How many books were rated, and from which inputs."""

    KIND: ClassVar[str] = "readers-predict"

    kind: str = KIND
    books: int
    variants: dict[str, int]
    """Books by the inputs that their rating is based on. `abstained` if there is no rating."""
    trained_on: int
    """Books that the model was trained on: agreement on them proves nothing."""
    output: str | None
    ratings: tuple[dict[str, Any], ...]
    """A row for each book, as in the output file."""


class LikeResult(Result):
    """Published books most like a manuscript."""

    KIND: ClassVar[str] = "readers-like"

    kind: str = KIND
    book: str
    like: tuple[Comparable, ...]
