"""A report on disk: a folder that is complete or absent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.editing.decisions import DecisionFile, beside, decided
from fabula.editing.measured_letter import measured_letter
from fabula.judging.result import EvaluateResult
from fabula.reports.charts import figures_of
from fabula.reports.drawing import drawn
from fabula.reports.figures import NAMES
from fabula.reports.first_look import first_look, notes_of
from fabula.reports.folder import MANUSCRIPT_VIEW, VIEW, write_folder
from fabula.reports.labels import labels_for
from fabula.reports.later import Later
from fabula.reports.manuscript import manuscript_page, manuscript_view
from fabula.reports.markdown import markdown
from fabula.reports.page import MANUSCRIPT, page
from fabula.reports.view import report_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.editing.result import EditNote
    from fabula.judging.evaluation import Evaluation
    from fabula.reports.labels import Labels

PAGE = "report.html"
DATA = "report.json"


def write_report(
    evaluation: Evaluation,
    folder: Path,
    known: DecisionFile | None = None,
    png: bool = False,
    notes: Sequence[EditNote] | None = None,
) -> Path:
    """Write the page, the manuscript with its notes, report.md, report.json and every figure as SVG, with `png` as PNG
    too, in the book's language. Returns the page's path. `known` is what the author decided about notes. `notes` saves
    measuring them again."""
    view, manuscript = _views(evaluation, notes, known or DecisionFile(), "", None)
    pictures = drawn(figures_of(view))
    contents: dict[str, str | bytes] = {
        DATA: EvaluateResult.of(evaluation).model_dump_json(indent=1),
        "report.md": markdown(view),
    }
    for one in pictures:
        contents[f"figures/{one.figure.name}.svg"] = one.page
        if png:
            contents[f"figures/{one.figure.name}.png"] = one.png()
    if manuscript is not None:
        contents[MANUSCRIPT] = manuscript_page(manuscript)
    contents[PAGE] = page(view, pictures)
    write_folder(folder, contents)
    for path in (folder / "figures").glob("*.*"):
        if path.stem in NAMES and f"figures/{path.name}" not in contents:
            path.unlink()
    return folder / PAGE


def write_views(evaluation: Evaluation, folder: Path, keep_at: str) -> None:
    """Write report.json, and what the report and the manuscript say, to be shown by a server in any language. `keep_at` is
    the address at which it keeps the author's decisions."""
    view, manuscript = _views(evaluation, None, DecisionFile(), keep_at, Later())
    contents: dict[str, str | bytes] = {
        DATA: EvaluateResult.of(evaluation).model_dump_json(indent=1),
        VIEW: json.dumps(view, ensure_ascii=False),
    }
    if manuscript is not None:
        contents[MANUSCRIPT_VIEW] = json.dumps(manuscript, ensure_ascii=False)
    write_folder(folder, contents)


def _views(
    evaluation: Evaluation,
    notes: Sequence[EditNote] | None,
    known: DecisionFile,
    keep_at: str,
    say: Labels | None,
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """What the report says, and the text with its notes, if there is a text."""
    book, measured = evaluation.book, evaluation.measured
    if measured is None or not book.chapters:
        return report_view(evaluation, say=say), None
    notes = notes_of(evaluation) if notes is None else notes
    manuscript = manuscript_view(
        book,
        notes,
        measured,
        measured_letter(book, measured, notes),
        decided(notes, known),
        beside(Path(book.source or "book")).name,
        keep_at,
        say,
    )
    return report_view(evaluation, first_look(notes, say or labels_for(book), book), say), manuscript
