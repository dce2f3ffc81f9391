"""What a book's Facts page shows: one graph, one summary, and the check and the correction of that summary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fabula.studio.jobs import Job, JobQueue

STEPS = ("graph", "summary", "check", "refine")


@dataclass(frozen=True, slots=True)
class Table:
    """The jobs on the table, and beside each those of its kind that could lie there in its place."""

    lying: Mapping[str, Job | None]
    others: Mapping[str, list[Job]]
    kept: str | None
    """The id of the summary's text, once it is known."""

    def result(self, step: str) -> dict[str, Any] | None:
        """What came of a step so far."""
        job = self.lying[step]
        return job.result() if job is not None and job.has_result else None


def table_of(jobs: JobQueue, book: str, wanted: Mapping[str, Any]) -> Table:
    """The jobs that were asked for by id, of each kind; where none was, the latest. A check is never laid beside a
    summary that is not its own: where it alone was asked for, it brings its summary along."""
    mine = [job for job in jobs.all() if job.kind in STEPS and job.form["book"] == book]
    brought = [job for job in mine if job.id in (wanted.get("check"), wanted.get("refine"))]
    kept = _kept(_chosen(mine, "summary", wanted))
    if brought and not wanted.get("summary"):
        kept = brought[0].form["summary"]
    others = {step: [job for job in mine if job.kind == step] for step in STEPS}
    for step in ("check", "refine"):
        others[step] = [job for job in others[step] if kept is not None and job.form["summary"] == kept]
    lying = {step: _chosen(others[step], step, wanted) for step in STEPS}
    if kept is not None and _kept(lying["summary"]) != kept:
        lying["summary"] = next((job for job in others["summary"] if _kept(job) == kept), None)
    return Table(lying, others, kept)


def _chosen(jobs: list[Job], step: str, wanted: Mapping[str, Any]) -> Job | None:
    fitting = [job for job in jobs if job.kind == step]
    return next((job for job in fitting if job.id == wanted.get(step)), fitting[0] if fitting else None)


def _kept(summary: Job | None) -> str | None:
    """The id of a summary's text."""
    if summary is None or not summary.has_result:
        return None
    return str(summary.result()["kept"])
