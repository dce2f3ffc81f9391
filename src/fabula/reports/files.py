"""A report on disk: a folder that is complete or absent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.editing.decisions import DecisionFile, beside, decided
from fabula.editing.measured_letter import measured_letter
from fabula.judging.result import EvaluateResult
from fabula.reports.drawing import drawn
from fabula.reports.figures import NAMES, figures
from fabula.reports.first_look import first_look, notes_of
from fabula.reports.folder import VIEW, write_folder
from fabula.reports.labels import labels_for
from fabula.reports.manuscript import manuscript_page
from fabula.reports.markdown import markdown
from fabula.reports.page import MANUSCRIPT, page
from fabula.reports.view import report_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.editing.result import EditNote
    from fabula.judging.evaluation import Evaluation

PAGE = "report.html"
DATA = "report.json"


def write_report(
    evaluation: Evaluation,
    folder: Path,
    known: DecisionFile | None = None,
    keep_at: str = "",
    language: str = "",
    png: bool = False,
    notes: Sequence[EditNote] | None = None,
) -> Path:
    """Write the page, the manuscript with its notes, report.md, report.json and every figure as SVG, with `png` as PNG
    too. Returns the page's path. `known` is what the author decided about notes, and `keep_at` the address that keeps the
    author's decisions, where there is a server: then what the page says is there as data too. `language` is the reader's;
    without one the report is in the book's. `notes` saves measuring them again."""
    pictures = drawn(figures(evaluation, labels_for(evaluation.book, language)))
    charts = [one.figure for one in pictures]
    contents: dict[str, str | bytes] = {
        DATA: EvaluateResult.of(evaluation).model_dump_json(indent=1),
        "report.md": markdown(evaluation, charts, language),
    }
    for one in pictures:
        contents[f"figures/{one.figure.name}.svg"] = one.page
        if png:
            contents[f"figures/{one.figure.name}.png"] = one.png()
    look = None
    if evaluation.measured is not None and evaluation.book.chapters:
        book, measured = evaluation.book, evaluation.measured
        notes = notes_of(evaluation) if notes is None else notes
        look = first_look(notes, labels_for(book, language))
        contents[MANUSCRIPT] = manuscript_page(
            book,
            notes,
            measured,
            measured_letter(book, measured, notes),
            decisions=decided(notes, known or DecisionFile()),
            file_name=beside(Path(book.source or "book")).name,
            keep_at=keep_at,
            language=language,
        )
    view = report_view(evaluation, charts, look, language)
    if keep_at:
        contents[VIEW] = json.dumps(view, ensure_ascii=False)
    contents[PAGE] = page(view, pictures)
    write_folder(folder, contents)
    for path in (folder / "figures").glob("*.*"):
        if path.stem in NAMES and f"figures/{path.name}" not in contents:
            path.unlink()
    return folder / PAGE
