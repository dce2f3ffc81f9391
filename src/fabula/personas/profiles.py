"""A reader's history: what they read, said and scored, or which of two plots they chose. Also the questions to ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from fabula.errors import UsageError
from fabula.measures.scorefile import number
from fabula.personas.row_files import Row, rows_of
from fabula.rubrics.rubric import Scale, parse_scale

TEN = Scale(low=1, high=10)
"""The scale that a personal judge answers on."""

_NO_ASPECTS = frozenset(
    ("reader", "premise", "plot_a", "plot_b", "id", "item", "pair", "split", "title", "scale", "reason")
)
"""Columns of a pair that are never answers to a question."""

Side = Literal["A", "B"]


@dataclass(frozen=True, slots=True)
class PastReview:
    """One story that a reader judged: what happens in it, what they said, and their score on their own scale."""

    item: str
    text: str
    review: str
    score: float


@dataclass(frozen=True, slots=True)
class PastChoice:
    """Two plots for one premise, and which of them a reader chose, by aspect."""

    premise: str
    first: str
    second: str
    choices: Mapping[str, Side]
    reason: str = ""
    """Why, in the reader's own words, where they said it."""

    @property
    def item(self) -> str:
        """The subject of the pair: two pairs with the same premise are one item."""
        return self.premise or self.first


@dataclass(frozen=True, slots=True)
class Profile:
    """A reader as shown to the model."""

    reader: str
    scale: Scale = TEN
    reviews: tuple[PastReview, ...] = ()
    choices: tuple[PastChoice, ...] = ()

    def on_ten(self, score: float) -> float:
        """One of their scores on the scale that models answer on."""
        return self.scale.to(score, TEN)

    def first(self, count: int) -> Profile:
        """The reader with only the first few of their past judgements."""
        return replace(self, reviews=self.reviews[:count], choices=self.choices[:count])

    @property
    def pasts(self) -> tuple[PastReview | PastChoice, ...]:
        """Everything they judged."""
        return (*self.reviews, *self.choices)

    @property
    def mean(self) -> float | None:
        """Their average, from 1 to 10. None if they scored nothing."""
        scores = [self.on_ten(past.score) for past in self.reviews]
        return sum(scores) / len(scores) if scores else None


NOBODY = Profile("an ordinary reader")
"""A reader about whom nothing is known."""


@dataclass(frozen=True, slots=True)
class Question:
    """A story that a reader judged, to ask a model about, with the reader's answer."""

    reader: str
    past: PastReview


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """A choice that a reader made, to ask a model about."""

    reader: str
    past: PastChoice


class OffScale(UsageError):
    """A score outside its scale. Interfaces without options show their own message."""

    def __init__(self, where: str, row: str, score: float, scale: Scale) -> None:
        super().__init__(
            f"{where}: a score of {score:g} is not on the scale {scale_name(scale)}; give the scale with --profile-scale or a column `scale`"
        )
        self.row, self.score, self.scale = row, score, scale


def scale_name(scale: Scale) -> str:
    """A scale as `parse_scale` reads it."""
    return f"{scale.low:g}-{scale.high:g}"


def read_profiles(path: Path, scale: Scale | None = None) -> tuple[Profile, ...]:
    """Read readers from JSONL or CSV, one judgement per row: `reader`, `text` (or `plot`), `review`, `score`, optionally `scale`.

    For pairs: `reader`, `premise`, `plot_a`, `plot_b` and A or B by aspect. Rows without a reader belong to one reader,
    named after the file.
    """
    pasts: dict[str, list[PastReview | PastChoice]] = {}
    scales: dict[str, Scale] = {}
    for place, row in rows_of(path):
        where = f"{path.name}, {place}"
        reader = str(row.get("reader") or path.stem).strip()
        past = past_of(row, where)
        if isinstance(past, PastReview):
            own = parse_scale(str(row["scale"])) if row.get("scale") else scale or TEN
            if scales.setdefault(reader, own) != own:
                raise UsageError(f"{where}: {reader} has scores on two scales")
            if not own.low <= past.score <= own.high:
                raise OffScale(where, place.removeprefix("row "), past.score, own)
        pasts.setdefault(reader, []).append(past)
    if not pasts:
        raise UsageError(
            f"{path.name} has no rows: a profile needs a row for each story that the reader judged"
        )
    return tuple(profile_of(reader, pasts[reader], scales.get(reader, TEN)) for reader in pasts)


def profile_of(reader: str, pasts: Iterable[PastReview | PastChoice], scale: Scale) -> Profile:
    """A reader from their past judgements, in order."""
    history = tuple(pasts)
    return Profile(
        reader,
        scale,
        tuple(past for past in history if isinstance(past, PastReview)),
        tuple(past for past in history if isinstance(past, PastChoice)),
    )


def past_of(row: Row, where: str) -> PastReview | PastChoice:
    """One judgement from a row of a file."""
    first, second = _text(row, "plot_a"), _text(row, "plot_b")
    if first or second:
        if not (first and second):
            raise UsageError(f"{where}: a pair needs both plot_a and plot_b")
        choices = {
            name: side
            for name, cell in {**row, **_nested(row)}.items()
            if name not in _NO_ASPECTS and (side := side_of(cell))
        }
        if not choices:
            raise UsageError(f"{where}: a pair needs at least one aspect with A or B, such as ending: A")
        return PastChoice(_text(row, "premise"), first, second, choices, _text(row, "reason"))
    score = number(row.get("score"))
    if score is None:
        raise UsageError(f"{where}: needs a score (or plot_a and plot_b, for a choice)")
    text = _text(row, "text") or _text(row, "plot")
    if not text:
        raise UsageError(f"{where}: needs the story's plot as text")
    item = _text(row, "item") or _text(row, "title") or text
    return PastReview(item, text, _text(row, "review"), score)


def side_of(cell: Any) -> Side | None:
    """Which plot an answer names. None for both, neither, or anything else."""
    answer = str(cell).strip().lower().removeprefix("plot").strip(" _.:")
    return {"a": "A", "1": "A", "b": "B", "2": "B"}.get(answer)  # type: ignore[return-value]


def row_of(reader: str, past: PastReview | PastChoice, scale: Scale) -> dict[str, Any]:
    """A judgement as a row that `past_of` can read."""
    if isinstance(past, PastChoice):
        pair = {"premise": past.premise, "plot_a": past.first, "plot_b": past.second}
        reason = {"reason": past.reason} if past.reason else {}
        return {"reader": reader, **pair, "choices": dict(past.choices), **reason}
    cells = {"item": past.item, "text": past.text, "review": past.review, "score": past.score}
    return {"reader": reader, **cells, "scale": scale_name(scale)}


def _text(row: Row, name: str) -> str:
    cell = row.get(name)
    return "" if cell is None else str(cell).strip()


def _nested(row: Row) -> Mapping[str, Any]:
    choices = row.get("choices")
    return choices if isinstance(choices, Mapping) else {}
