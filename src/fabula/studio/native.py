"""A report in the studio's own page: made from what its job saved, in the language of whoever looks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from fabula.reports.charts import figure_of
from fabula.reports.drawing import drawn, shown
from fabula.reports.folder import VIEW
from fabula.reports.glossary import glossary
from fabula.reports.labels import Labels, labels
from fabula.studio.jobs import Job


@dataclass(frozen=True, slots=True)
class NativeReport:
    """What the template of a report needs."""

    report: dict[str, Any]
    say: Labels
    figures: dict[str, Any]
    """The charts, drawn now: the saved report holds their numbers alone."""
    words: tuple[tuple[str, str], ...]
    manuscript: str
    """The address at which the text with its notes is read. Empty without a text."""


def native_report(job: Job, language: str) -> NativeReport | None:
    """The report of an evaluation in a language. None if an earlier version made it, which saved a page alone."""
    files = job.folder / "files"
    for place in (files / language / VIEW, files / VIEW):
        if place.is_file():
            return _of(json.loads(place.read_text(encoding="utf-8")), job)
    return None


def _of(report: dict[str, Any], job: Job) -> NativeReport:
    say = labels(report["language"], *report["labels"])
    manuscript = f"/books/{job.form['book']}?report={job.id}" if report["look"] else ""
    charts = drawn([figure_of(each) for each in report["figures"]])
    return NativeReport(
        report,
        say,
        {one.figure.name: shown(one, manuscript) for one in charts},
        glossary(say.language),
        manuscript,
    )
