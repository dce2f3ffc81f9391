"""How long a job has left: by its own pace, and before that by what earlier jobs of its kind and size took here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Literal

from fabula.errors import FabulaError
from fabula.studio.home import Home, is_id, read_json, write_json

_KEPT, _ASKED = 30, 5
"""Of each kind: how many jobs are remembered, and how many of those nearest in size say what to expect."""
_ALIKE = 2.0
"""Sizes are alike if one is at most so many times the other."""
_ENOUGH = 3
"""Answers that show a job's own pace."""
_FEW, _MINUTE, _HOUR = 10, 60, 3600

Unit = Literal["moments", "seconds", "minute", "minutes", "hour", "hours"]


@dataclass(frozen=True, slots=True)
class Left:
    """Time that is left, as people say it: the name of a label (`job.left.UNIT`) and its number."""

    unit: Unit
    n: int = 0

    @classmethod
    def of(cls, seconds: float) -> Left:
        """Rounded: nobody plans by the second."""
        minutes, hours = round(seconds / _MINUTE), round(seconds / _HOUR)
        if seconds < 3 * _MINUTE / 4:
            return cls("moments" if seconds < _FEW else "seconds")
        if minutes < 2 * _MINUTE - _MINUTE // 2:
            return cls("minutes", minutes) if minutes > 1 else cls("minute", 1)
        return cls("hours", hours) if hours > 1 else cls("hour", 1)


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier jobs took that did the same."""

    place: Path
    what: str
    """The kind of job, whether it only estimates its cost, its method and its model."""
    size: int
    """Bytes of the files it works on."""

    @classmethod
    def of(cls, home: Home, kind: str, form: Mapping[str, Any], *, planning: bool) -> Past:
        """The past of a job with this form."""
        asked = ("plan" if planning else "run", form.get("method"), form.get("model"))
        size = sum(_size(home, given) for given in _given(form.values()))
        return cls(home.root / "times.json", " ".join(str(each) for each in (kind, *asked)), size)

    @property
    def expected(self) -> float | None:
        """The seconds that those of its size took. None if there were none."""
        alike = [
            (max(size, self.size) / max(1, min(size, self.size)), seconds)
            for size, seconds in self._known().get(self.what, ())
        ]
        nearest = sorted((each for each in alike[::-1] if each[0] <= _ALIKE), key=lambda each: each[0])
        return median(seconds for _, seconds in nearest[:_ASKED]) if nearest else None

    def remember(self, seconds: float) -> None:
        """Another one is done."""
        known = self._known()
        write_json(self.place, known | {self.what: [*known.get(self.what, ()), (self.size, round(seconds, 2))][-_KEPT:]})  # fmt: skip

    def _known(self) -> dict[str, Any]:
        """A damaged file is no reason for a job to fail."""
        with suppress(FabulaError):
            return read_json(self.place) or {}
        return {}


def time_left(state: Mapping[str, Any], plan: Mapping[str, Any] | None, now: float) -> Left | None:
    """What is left of a job with this state and this plan of its calls. None if nobody knows."""
    paces = [each for each in (_of_calls(state, plan, now), _of_stage(state, now)) if each is not None]
    seconds = max(paces) if paces else _of_past(state, now)
    return None if seconds is None else Left.of(seconds)


def _of_calls(state: Mapping[str, Any], plan: Mapping[str, Any] | None, now: float) -> float | None:
    """By the answers paid for so far; those of earlier runs came at once. One on its way counts half. Answers are counted
    and not requests: the plan asks for all replicates at once, and some servers have to be asked for each."""
    tally, began = state.get("tally"), state.get("asking_since")
    if not tally or not plan or began is None or tally["answers"] < _ENOUGH:
        return None
    half = tally["in_flight"] / 2
    waited: float = (
        plan.get("answers", plan["calls"]) + plan["cached"] - tally["answers"] - tally["cached"] - half
    )
    if waited <= 0 or any(batch["open"] for batch in tally["batches"]):
        return None
    each: float = (now - began) / (tally["answers"] + half)
    return waited * each


def _of_stage(state: Mapping[str, Any], now: float) -> float | None:
    about, began = state.get("about") or {}, state.get("stage_since")
    if not about.get("done") or began is None:
        return None
    left: float = (now - began) / about["done"] * (about["of"] - about["done"])
    return left


def _of_past(state: Mapping[str, Any], now: float) -> float | None:
    if state.get("expected") is None:
        return None
    left: float = state["started"] + state["expected"] - now
    return left if left > 0 else None


def _given(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _given(value)


def _size(home: Home, given: str) -> int:
    """Bytes of a stored file, by its id as forms name it; 0 for any other value."""
    identifier = given.rpartition(":")[2]
    if not is_id(identifier):
        return 0
    return sum(file.stat().st_size for file in home.root.glob(f"*/{identifier}/file/*"))
