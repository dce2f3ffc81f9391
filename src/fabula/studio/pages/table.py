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
    """The works that were asked for by id, of each kind; where none was, the latest. A check of another summary is no
    check of this one."""
    mine = [work for work in works.all() if work.kind in STEPS and work.asked["book"] == book]
    lying: dict[str, Work | None] = {}
    others: dict[str, list[Work]] = {}
    kept: str | None = None
    for step in STEPS:
        fitting = [work for work in mine if work.kind == step]
        if step in ("check", "refine"):
            fitting = [work for work in fitting if kept is not None and work.asked["summary"] == kept]
        chosen = next((work for work in fitting if work.id == wanted.get(step)), None)
        lying[step] = chosen or next(iter(fitting), None)
        others[step] = fitting
        if step == "summary":
            summary = lying["summary"]
            kept = summary.result()["kept"] if summary is not None and summary.has_result else None
    return Table(lying, others, kept)
