"""What jobs saved, in the language of whoever looks: reports, manuscripts, comparisons, rankings and leaderboards, as parts of a page and
as files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from fabula.comparison.result import CompareResult
from fabula.ranking.result import RankResult
from fabula.reports.charts import figures_of
from fabula.reports.comparison_views import comparison_page, label, rows
from fabula.reports.drawing import drawn, shown
from fabula.reports.facts import facts_labels
from fabula.reports.folder import MANUSCRIPT_VIEW, VIEW
from fabula.reports.glossary import glossary
from fabula.reports.labels import Labels, labels
from fabula.reports.later import in_words, page_in_words
from fabula.reports.manuscript import LABELS, manuscript_page
from fabula.reports.markdown import markdown
from fabula.reports.note_changes import note_groups
from fabula.reports.page import page
from fabula.reports.passport import passport_page
from fabula.reports.ranking import ranking_page
from fabula.studio.jobs import Job
from fabula.studio.tasks.audit import PASSPORT
from fabula.studio.tasks.check import FACTS
from fabula.studio.tasks.compare import COMPARISON
from fabula.studio.tasks.novelists import BOARD
from fabula.studio.tasks.rank import RANKING


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
    report = said_in(job, language)
    if report is None:
        return None
    say = labels(language, *report["labels"])
    manuscript = f"/books/{job.form['book']}?report={job.id}" if report["look"] else ""
    charts = drawn(figures_of(report))
    return NativeReport(
        report,
        say,
        {one.figure.name: shown(one, manuscript) for one in charts},
        glossary(say.language),
        manuscript,
    )


def said_in(job: Job, language: str) -> dict[str, Any] | None:
    """What the report of an evaluation says, in a language. None if the job left none, or an earlier version made it."""
    report = _saved(job, VIEW)
    return None if report is None else in_words(report, labels(language, *report["labels"]))


def manuscript_in(job: Job, language: str) -> str | None:
    """The text with its notes as a page, in a language. None if the job left none."""
    view = _saved(job, MANUSCRIPT_VIEW)
    return None if view is None else manuscript_page(in_words(view, labels(language, LABELS)), language)


def page_in(job: Job, language: str) -> str | None:
    """The report as a page of its own, which can be kept."""
    report = said_in(job, language)
    return None if report is None else page(report, drawn(figures_of(report)), language)


def markdown_in(job: Job, language: str) -> str | None:
    """The report as Markdown. Its figures stay with the page."""
    report = said_in(job, language)
    return None if report is None else markdown(report | {"figures": []}, language)


def comparison(job: Job, language: str) -> dict[str, Any]:
    """What moved between two drafts and what became of the notes, in a language."""
    found, say = _compared(job), labels(language)
    return {
        "scores": rows(found.scores, say),
        "aspects": {change.label: label(change, say) for change in found.scores if change.label},
        "measures": rows(found.measures, say),
        "notes": [each.document for each in note_groups(found.notes, say)] if found.notes else None,
        "kinds": {
            one.kind: say.known("finding", one.kind) for one in (*found.findings.gone, *found.findings.new)
        },
    }


def comparison_in(job: Job, language: str) -> str | None:
    """A comparison as a page of its own."""
    return (
        comparison_page(_compared(job), language) if (job.folder / "files" / COMPARISON).is_file() else None
    )


def ranking_in(job: Job, language: str) -> str | None:
    """An order of books as a page of its own."""
    place = job.folder / "files" / RANKING
    return (
        ranking_page(RankResult.model_validate_json(place.read_bytes()), language)
        if place.is_file()
        else None
    )


def facts_in(job: Job, language: str) -> str | None:
    """A checked summary as a page of its own."""
    place = job.folder / "files" / FACTS
    return page_in_words(place.read_text("utf-8"), facts_labels(language)) if place.is_file() else None


def passport_in(job: Job, language: str) -> str | None:
    """A judge's passport as a page of its own."""
    place = job.folder / "files" / PASSPORT
    return passport_page(json.loads(place.read_bytes()), language) if place.is_file() else None


def has_board(job: Job) -> bool:
    """Whether a job left a leaderboard that can be shown: those of earlier versions were pages."""
    return (job.folder / "files" / BOARD).is_file()


def board_in(job: Job, language: str) -> str | None:
    """A leaderboard as a page of its own. None if the job left none."""
    place = job.folder / "files" / BOARD
    return _board_page(place, place.stat().st_mtime_ns, language) if has_board(job) else None


@lru_cache(maxsize=8)
def _board_page(place: Path, made: int, language: str) -> str:  # noqa: ARG001 - another board is another page
    """Its figures take a second to draw, so the last ones are remembered."""
    from fabula.novelists.asking import criteria
    from fabula.novelists.board import Board
    from fabula.reports.novelists import DATA, board_page

    board = TypeAdapter(Board).validate_json(place.read_bytes())
    document = json.loads(place.with_name(DATA).read_text(encoding="utf-8"))
    return board_page(board, document, criteria(), language)


def _compared(job: Job) -> CompareResult:
    return CompareResult.model_validate_json((job.folder / "files" / COMPARISON).read_bytes())


def _saved(job: Job, name: str) -> dict[str, Any] | None:
    place = job.folder / "files" / name
    return json.loads(place.read_text(encoding="utf-8")) if place.is_file() else None
