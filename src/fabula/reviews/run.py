"""Runs the requests about reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fabula.errors import UsageError
from fabula.jsonl import check_writable, write_lines
from fabula.models.door import Door
from fabula.models.several import Doors
from fabula.request import document
from fabula.reviews.bias import read_readers
from fabula.reviews.raw import RawReview, read_raw
from fabula.reviews.request import BuildRequest, StatsRequest
from fabula.reviews.restructure import Build, build_with, gather, replayed
from fabula.reviews.result import BuildResult, StatsResult
from fabula.reviews.reviews import read_release
from fabula.reviews.statistics import statistics
from fabula.signature import sign


@dataclass(frozen=True, slots=True)
class StatsAnswer:
    """The statistics of a set of reviews."""

    result: StatsResult


@dataclass(frozen=True, slots=True)
class BuildAnswer:
    """Structured reviews, which are also written to the output file."""

    result: BuildResult
    rows: Sequence[dict[str, Any]]


async def run_stats(request: StatsRequest, door: Door | None = None) -> StatsAnswer:  # noqa: ARG001 - asks no model
    """Read books and reviews and count them."""
    request.validate()
    release = read_release(request.books, request.reviews)
    figures = statistics(
        release,
        thinned=request.thin,
        normalised=request.normalise,
        ablations=request.ablations,
        readers=read_readers(request.reviewers) if request.reviewers else None,
        seed=request.seed,
        resamples=request.resamples,
    )
    return StatsAnswer(
        StatsResult(request=document(request), signature=sign(request, "readers.stats"), **figures)
    )


async def run_build(request: BuildRequest, doors: Doors | None = None) -> BuildAnswer:
    """Structure raw reviews and write them; recorded outputs need no model."""
    request.validate()
    check_writable(request.output)
    found, skipped = read_raw(request.raw, recorded=request.recorded)
    build = await _built(request, found, doors)
    write_lines(build.rows, request.output)
    method, door = "readers.build", _door(request, doors)
    result = BuildResult(
        request=document(request),
        model=door.model_used if door else None,
        signature=door.sign(request, method) if door else sign(request, method),
        usage=doors.usage if doors else None,
        reviews=len(found),
        written=len(build.rows),
        outcomes=dict(build.outcomes),
        left_out=build.left_out,
        unrated=build.unrated,
        unknown_names=dict(build.unknown_names.most_common()),
        skipped=skipped,
        output=str(request.output),
    )
    return BuildAnswer(result, build.rows)


def _door(request: BuildRequest, doors: Doors | None) -> Door | None:
    return doors.to(request.model) if doors and request.model and request.asks_model else None


async def _built(request: BuildRequest, found: Sequence[RawReview], doors: Doors | None) -> Build:
    if not request.asks_model:
        return gather(replayed(found))
    if doors is None or request.model is None:
        raise UsageError("no model given: name one, or give recorded outputs")
    return await build_with(doors, request.model, found, request.second_model, ask_names=request.ask_names)
