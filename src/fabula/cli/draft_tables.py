"""Prints a book's drafts in the terminal, and what changed between two of them, in the language of the book."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from rich.text import Text

from fabula.cli.terminal import plain_table, stdout
from fabula.editing.decisions import SETTLED, decided
from fabula.reports.comparison_views import print_comparison
from fabula.reports.labels import Labels, labels

if TYPE_CHECKING:
    from pathlib import Path

    from fabula.comparison.result import Draft, DraftCompareResult, DraftListResult
    from fabula.editing.decisions import DecisionFile

_FIGURES = ("dialogue_share", "sentence_words", "mtld", "flesch")


def show_added(draft: Draft, book: Path, folder: Path, *, is_new: bool) -> None:
    """Which draft it is, and where it is kept."""
    console, say = stdout(), _words(draft)
    count = draft.faults + draft.model_notes
    said = say(
        "new" if is_new else "known",
        number=draft.number,
        size=_size(draft, say),
        notes=_counted("notes", count, say),
    )
    console.print(Text(said), soft_wrap=True)
    console.print(Text(say("kept", folder=folder), style="dim"), soft_wrap=True)
    if draft.number > 1:
        console.print(say("compare"), markup=False)
    elif is_new:
        console.print(Text(say("next", book=shlex.quote(str(book)))), soft_wrap=True)


def show(result: DraftListResult) -> None:
    """One line for each draft."""
    if not result.drafts:
        stdout().print(labels("en", "drafts")("none"), markup=False)
        return
    say = _words(result.drafts[-1])
    unit = "characters" if result.drafts[-1].language.by_character else "words"
    names = ("draft", unit, "chapters", "notes", *_FIGURES)
    table = plain_table(None, "", *(say(f"column.{name}") for name in names))
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
    console, say = stdout(), _words(result.new_draft)
    for name, draft in (("old_draft", result.old_draft), ("new_draft", result.new_draft)):
        size = _size(draft, say)
        said = say(name, number=draft.number, name=draft.label or draft.file, size=size)
        console.print(Text(f"  {said}"))
    notes = result.notes
    known = decided((*notes.remain, *notes.new, *notes.rewritten), decisions) if notes else {}
    settled = {note for note, decision in known.items() if decision in SETTLED}
    print_comparison(result, console, settled)


def _words(draft: Draft) -> Labels:
    """The labels in the language of the draft, as its pages have it."""
    return labels(draft.language, "drafts")


def _size(draft: Draft, say: Labels) -> str:
    unit = "characters" if draft.language.by_character else "words"
    length, chapters = _counted(unit, draft.words, say), _counted("chapters", draft.chapters, say)
    return f"{length}{say.comma}{chapters}"


def _counted(what: str, n: int, say: Labels) -> str:
    return say(f"{what}.one") if n == 1 else say(f"{what}.several", n=n)
