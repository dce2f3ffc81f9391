"""A reference, a test set and places among human novels, as documents."""

from __future__ import annotations

from typing import ClassVar, Literal

from fabula.notices import Notice
from fabula.novelists.result_parts import Part
from fabula.result import Result


class FitResult(Result):
    """The document of `novelist fit`."""

    KIND: ClassVar[str] = "novelist-fit"

    kind: Literal["novelist-fit"] = "novelist-fit"
    out: str
    novels: int
    weights: tuple[float, ...]
    explained_variance: tuple[float, ...]
    left_out: tuple[Notice, ...]


class ChosenNovel(Part):
    """One novel of a test set."""

    story: str
    percentile: float


class ChooseResult(Result):
    """The document of `novelist choose`."""

    KIND: ClassVar[str] = "novelist-choose"

    kind: Literal["novelist-choose"] = "novelist-choose"
    out: str
    chosen: tuple[ChosenNovel, ...]
    of: int
    left_out: tuple[Notice, ...]


class OnePlacement(Part):
    """The rank of one set of scores among the novels."""

    normalised: float
    percentile: float


class MeanPlacement(Part):
    """A mean over books; no interval for a single book."""

    value: float | None
    low: float | None
    high: float | None


class PlaceResult(Result):
    """The document of `novelist place`: one set of scores, or a mean over several."""

    KIND: ClassVar[str] = "novelist-place"

    kind: Literal["novelist-place"] = "novelist-place"
    n: int
    percentile: float | MeanPlacement
    """A single figure for one set of scores, or a mean with its interval for several."""
    normalised: float | MeanPlacement
    above_all: int
    """Books above every novel of the reference."""
    below_all: int
    places: tuple[OnePlacement, ...]
    cautions: tuple[Notice, ...]
    """Why the places may mean nothing: another judge, prompt or language than those of the reference."""
    left_out: tuple[Notice, ...]
