"""Prints a book's drafts in the terminal, and what changed between two of them."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from rich.text import Text

from fabula.cli.terminal import plain_table, stdout
from fabula.editing.decisions import SETTLED, decided
from fabula.reports.comparison_views import print_comparison

if TYPE_CHECKING:
    from pathlib import Path

    from fabula.comparison.result import Draft, DraftCompareResult, DraftListResult
    from fabula.editing.decisions import DecisionFile

_FIGURES = {"dialogue_share": "dialogue", "sentence_words": "sentence", "mtld": "variety", "flesch": "ease"}


def show_added(draft: Draft, book: Path, folder: Path, *, is_new: bool) -> None:
    """Which draft it is, and where it is kept."""
    console = stdout()
    said = f"Draft {draft.number}" if is_new else f"This text is draft {draft.number} already"
    console.print(Text(f"{said}: {_size(draft)}, {_notes(draft)}"))
    console.print(Text(f"kept in {folder}", style="dim"), soft_wrap=True)
    if draft.number > 1:
        console.print("`fabula draft compare` shows what changed.", markup=False)
    elif is_new:
        console.print(
            Text(f"The next draft, if it is another file: fabula draft add {shlex.quote(str(book))} FILE"),
            soft_wrap=True,
        )


def show(result: DraftListResult) -> None:
    """One line for each draft."""
    if not result.drafts:
        stdout().print("No drafts are kept of this book: `fabula draft add` keeps one.", markup=False)
        return
    table = plain_table(None, "", "draft", "words", "chapters", "notes", *_FIGURES.values())
    for column in table.columns[:2]:
        column.justify = "left"
    for draft in result.drafts:
        figures = (draft.figures.get(name) for name in _FIGURES)
        written = [
            "–" if value is None else f"{value:.0%}" if value < 1 else f"{value:.0f}" for value in figures
        ]
        table.add_row(
            Text(str(draft.number)),
            Text(f"{draft.label or draft.file}\n{draft.added:%Y-%m-%d}"),
            f"{draft.words:,}", str(draft.chapters), str(draft.faults + draft.model_notes), *written,
        )  # fmt: skip
    stdout().print(table)


def show_comparison(result: DraftCompareResult, decisions: DecisionFile) -> None:
    """Which drafts these are, then what changed. What the author has put aside is not said again."""
    console = stdout()
    for name, draft in (("old", result.old_draft), ("new", result.new_draft)):
        console.print(Text(f"  {name}: draft {draft.number}, {draft.label or draft.file}, {_size(draft)}"))
    notes = result.notes
    known = decided((*notes.remain, *notes.new, *notes.rewritten), decisions) if notes else {}
    settled = {note for note, decision in known.items() if decision in SETTLED}
    print_comparison(result, console, settled)


def _size(draft: Draft) -> str:
    return f"{draft.words:,} words, {draft.chapters} chapter{'s' * (draft.chapters != 1)}"


def _notes(draft: Draft) -> str:
    count = draft.faults + draft.model_notes
    return f"{count} note{'s' * (count != 1)}"
