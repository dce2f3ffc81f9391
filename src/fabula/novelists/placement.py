"""Ranks a story among human novels: eight scores become one figure, and the figure becomes a percentile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from numpy.typing import ArrayLike

from fabula.measures.intervals import Interval, mean_interval
from fabula.measures.refusal import Refused
from fabula.novelists.reference import TIE, Reference

Beyond = Literal["above", "below"]


@dataclass(frozen=True, slots=True)
class Placement:
    """One set of scores among the novels of a reference."""

    normalised: float
    percentile: float

    @property
    def beyond(self) -> Beyond | None:
        """Whether the figure is off the scale: above or below every novel of the reference."""
        return "above" if self.normalised > 1 + TIE else "below" if self.normalised < -TIE else None


@dataclass(frozen=True, slots=True)
class BatchPlacement:
    """Several books of one writer: the mean of their percentiles with its interval."""

    places: tuple[Placement, ...]
    percentile: Interval | None
    """None for a single book, which has a percentile but no interval."""
    normalised: Interval | None

    @property
    def above(self) -> int:
        """Books above every novel."""
        return sum(place.beyond == "above" for place in self.places)

    @property
    def below(self) -> int:
        """Books below every novel."""
        return sum(place.beyond == "below" for place in self.places)

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "n": len(self.places),
            "percentile": _interval(self.percentile, [one.percentile for one in self.places]),
            "normalised": _interval(self.normalised, [one.normalised for one in self.places]),
            "above_all": self.above,
            "below_all": self.below,
            "places": [{"normalised": one.normalised, "percentile": one.percentile} for one in self.places],
        }


def placement(scores: ArrayLike, reference: Reference) -> Placement:
    """The placement of one set of scores, given in the rubric's order."""
    figure = reference.normalised(scores)
    return Placement(figure, reference.percentile(figure))


def placements(books: Sequence[ArrayLike], reference: Reference) -> BatchPlacement:
    """The placements of several books, and their mean with its interval over the books."""
    places = tuple(placement(scores, reference) for scores in books)
    return BatchPlacement(
        places,
        _mean([one.percentile for one in places], (0, 100)),
        _mean([one.normalised for one in places]),
    )


def choose(percentiles: Mapping[str, float], count: int = 100) -> list[str]:
    """Chooses a test set spread over the scale: for each of `count` equal bands, the novel closest to its middle.

    No novel is taken twice. An empty band takes the closest novel left. If there are too few novels, all are taken.
    """
    if len(percentiles) <= count:
        return sorted(percentiles, key=lambda name: (percentiles[name], name))
    left = dict(percentiles)
    chosen: list[str] = []
    for band in range(count):
        middle = (band + 0.5) * 100 / count
        nearest = min(left, key=lambda name: (abs(left[name] - middle), name))
        del left[nearest]
        chosen.append(nearest)
    return sorted(chosen, key=lambda name: (percentiles[name], name))


def _mean(values: Sequence[float], limits: tuple[float, float] | None = None) -> Interval | None:
    found = mean_interval(values, limits)
    return None if isinstance(found, Refused) else found


def _interval(found: Interval | None, values: Sequence[float]) -> dict[str, float | None]:
    if found is None:
        return {"value": values[0] if values else None, "low": None, "high": None}
    return {"value": found.value, "low": found.low, "high": found.high}
