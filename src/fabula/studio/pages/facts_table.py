"""What lies on the table of a book's Facts page: one graph, one summary, and the check and the mending of that summary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fabula.studio.works import Work, Works

STEPS = ("graph", "summary", "check", "refine")


@dataclass(frozen=True, slots=True)
class Table:
    """The works on the table, and beside each those of its kind that could lie there in its place."""

    lying: Mapping[str, Work | None]
    others: Mapping[str, list[Work]]
    kept: str | None
    """The id of the summary's text, once it is known."""

    def result(self, step: str) -> dict[str, Any] | None:
        """What came of a step so far."""
        work = self.lying[step]
        return work.result() if work is not None and work.has_result else None


def laid(works: Works, book: str, wanted: Mapping[str, Any]) -> Table:
    """The works that were asked for by id, of each kind; where none was, the latest. A check is never laid beside a
    summary that is not its own: where it alone was asked for, it brings its summary along."""
    mine = [work for work in works.all() if work.kind in STEPS and work.asked["book"] == book]
    brought = [work for work in mine if work.id in (wanted.get("check"), wanted.get("refine"))]
    kept = _kept(_chosen(mine, "summary", wanted))
    if brought and not wanted.get("summary"):
        kept = brought[0].asked["summary"]
    others = {step: [work for work in mine if work.kind == step] for step in STEPS}
    for step in ("check", "refine"):
        others[step] = [work for work in others[step] if kept is not None and work.asked["summary"] == kept]
    lying = {step: _chosen(others[step], step, wanted) for step in STEPS}
    if kept is not None and _kept(lying["summary"]) != kept:
        lying["summary"] = next((work for work in others["summary"] if _kept(work) == kept), None)
    return Table(lying, others, kept)


def _chosen(works: list[Work], step: str, wanted: Mapping[str, Any]) -> Work | None:
    fitting = [work for work in works if work.kind == step]
    return next((work for work in fitting if work.id == wanted.get(step)), fitting[0] if fitting else None)


def _kept(summary: Work | None) -> str | None:
    """The id of a summary's text."""
    if summary is None or not summary.has_result:
        return None
    return str(summary.result()["kept"])
