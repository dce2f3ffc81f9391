"""Prints the notes of an edit and its letter in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from fabula.cli.terminal import stdout
from fabula.editing.decisions import SETTLED
from fabula.editing.result import words_of
from fabula.languages import ENGLISH
from fabula.reports.first_look import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from rich.console import Console

    from fabula.editing.decisions import Decision
    from fabula.editing.result import EditNote, EditResult

_SHOWN = 10
_QUOTED = 160
_LINKED = 3
_PARTS = {
    "about": "What the book is",
    "works": "What works",
    "matters": "What matters most",
    "parts": "Part by part",
    "next": "Next",
}


def show(result: EditResult, *, every: bool, decided: Mapping[str, Decision], page: Path | None) -> None:
    """The letter, what to look at first, what to keep, and the page with all of it, or how to get one."""
    console, book = stdout(), result.book
    heading = Text(book.title, style="bold")
    if book.author:
        heading.append(f"  {book.author}", style="default")
    console.print(heading)
    open_ = [note for note in result.faults if decided.get(note.id) not in SETTLED]
    console.print(Text(_facts(result, len(result.faults) - len(open_)), style="dim"))
    _letter(console, result, open_)
    _listed(console, "What to look at first", open_, every)
    _listed(console, "What to keep", result.strengths, every)
    if not result.notes:
        console.print(Text("\nNothing was found to change, and nothing measured to praise."))
    console.print(Text(f"\n{result.signature}", style="dim"), soft_wrap=True)
    if page is not None:
        console.print(Text(f"→ {page}"), soft_wrap=True)
    else:
        console.print(
            Text("Nothing was written: --out FOLDER writes the manuscript with its notes in the margin.")
        )


def _facts(result: EditResult, settled: int) -> str:
    unit = "sections" if result.book.in_sections else "chapters"
    chapters = len(result.book.chapters)
    facts = [
        f"{result.book.words:,} {'characters' if result.book.language.by_character else 'words'}",
        f"{chapters} {unit if chapters != 1 else unit.removesuffix('s')}",
        f"{len(result.faults)} note{'s' * (len(result.faults) != 1)}",
        f"{len(result.strengths)} to keep",
    ]
    if settled:
        facts.append(f"{settled} settled before")
    dropped = result.dropped
    if dropped.quotations:
        facts.append(f"{dropped.quotations} dropped: not in the book")
    if dropped.not_borne_out:
        facts.append(f"{dropped.not_borne_out} dropped: the book does not bear them out")
    if dropped.unread:
        facts.append(f"{dropped.unread} pieces unread")
    return " · ".join(facts)


def _letter(console: Console, result: EditResult, open_: Sequence[EditNote]) -> None:
    numbers = {note.id: str(n) for n, note in enumerate(open_, 1)}
    numbers |= {note.id: f"k{n}" for n, note in enumerate(result.strengths, 1)}
    letter = result.letter  # one that was measured repeats the notes below
    for part in letter.parts if letter and letter.source == "model" else ():
        console.print(Text(f"\n{_PARTS[part.kind]}", style="bold"))
        for claim in part.claims:
            marks = [numbers[id] for id in claim.notes if id in numbers]
            text = Text(words_of(claim.text, ENGLISH))
            if marks:
                text.append(f" [{', '.join(marks)}]", style="dim")
            console.print(Padding(text, (0, 0, 0, 1)))


def _listed(console: Console, title: str, notes: Sequence[EditNote], every: bool) -> None:
    if not notes:
        return
    console.print(Text(f"\n{title}", style="bold"))
    shown = notes if every else notes[:_SHOWN]
    for number, note in enumerate(shown, 1):
        head = Text(f"{'k' if note.kind == 'keep' else ''}{number}. ".rjust(4))
        head.append(f"chapter {note.chapter} · {note.kind.replace('-', ' ')}", style="dim")
        if note.kind != "keep":
            head.append(f" · {note.severity}", style="dim")
        console.print(head)
        for said in (note.what, note.effect, note.intended, note.remedy):
            if said:
                console.print(Padding(Text(words_of(said, ENGLISH)), (0, 0, 0, 4)))
        console.print(Padding(Text(quoted(note.quotation, _QUOTED), style="italic"), (0, 0, 0, 4)))
        for place in note.linked[:_LINKED]:
            where = Text(f"chapter {place.chapter}: ", style="dim")
            console.print(
                Padding(where.append(quoted(place.quotation, _QUOTED), style="italic"), (0, 0, 0, 4))
            )
    if len(notes) > len(shown):
        console.print(Text(f"    and {len(notes) - len(shown)} more: --all shows them", style="dim"))
