"""Prints the notes of an edit and its letter in the terminal, in the language of the book as its pages are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from fabula.cli.terminal import stdout
from fabula.editing.decisions import SETTLED
from fabula.reports.first_look import quoted
from fabula.reports.labels import labels, labels_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from rich.console import Console

    from fabula.editing.decisions import Decision
    from fabula.editing.result import EditNote, EditResult
    from fabula.reports.labels import Labels

_SHOWN = 10
_QUOTED = 160
_TITLED = 36
_LINKED = 3


@dataclass(frozen=True, slots=True)
class _Words:
    """The labels of the book's report, and those of its manuscript with notes."""

    report: Labels
    notes: Labels

    @classmethod
    def about(cls, result: EditResult) -> _Words:
        return cls(labels_for(result.book), labels(result.book.language, "manuscript"))

    def counted(self, what: str, n: int) -> str:
        return self.notes(f"count_one.{what}" if n == 1 else f"count.{what}", n=n)


def show(result: EditResult, *, every: bool, decided: Mapping[str, Decision], page: Path | None) -> None:
    """The letter, what to look at first, what to keep, and the page with all of it, or how to get one."""
    console, book, say = stdout(), result.book, _Words.about(result)
    heading = Text(book.title, style="bold")
    if book.author:
        heading.append(f"  {book.author}", style="default")
    console.print(heading)
    open_ = [note for note in result.faults if decided.get(note.id) not in SETTLED]
    console.print(Text(_facts(result, len(result.faults) - len(open_), say), style="dim"))
    _letter(console, result, open_, say)
    titles = {each.number: each.title for each in book.chapters}
    _listed(console, "look", open_, say, titles, every=every)
    _listed(console, "keep", result.strengths, say, titles, every=every)
    if not result.notes:
        console.print(Text(f"\n{say.report('first.nothing')}"))
    console.print(Text(f"\n{result.signature}", style="dim"), soft_wrap=True)
    if page is not None:
        console.print(Text(f"→ {page}"), soft_wrap=True)
    else:
        console.print(Text(say.notes("terminal.not_written")))


def _facts(result: EditResult, settled: int, say: _Words) -> str:
    dropped = result.dropped
    facts = [
        say.report("words", n=f"{result.book.words:,}"),
        say.counted("sections" if result.book.in_sections else "chapters", len(result.book.chapters)),
        say.counted("notes", len(result.faults)),
        say.counted("keep", len(result.strengths)),
    ]
    told = {
        "settled": settled,
        "not_quoted": dropped.quotations,
        "not_borne_out": dropped.not_borne_out,
        "unread": dropped.unread,
    }
    return " · ".join([*facts, *(say.notes(f"terminal.{name}", n=n) for name, n in told.items() if n)])


def _letter(console: Console, result: EditResult, open_: Sequence[EditNote], say: _Words) -> None:
    numbers = {note.id: str(n) for n, note in enumerate(open_, 1)}
    numbers |= {note.id: f"k{n}" for n, note in enumerate(result.strengths, 1)}
    letter = result.letter  # one that was measured repeats the notes below
    for part in letter.parts if letter and letter.source == "model" else ():
        console.print(Text(f"\n{say.notes(f'part.{part.kind}')}", style="bold"))
        for claim in part.claims:
            marks = [numbers[id] for id in claim.notes if id in numbers]
            text = Text(say.notes.said(claim.text))
            if marks:
                text.append(f" [{', '.join(marks)}]", style="dim")
            console.print(Padding(text, (0, 0, 0, 1)))


def _listed(
    console: Console,
    name: str,
    notes: Sequence[EditNote],
    say: _Words,
    titles: Mapping[int, str | None],
    *,
    every: bool,
) -> None:
    """The notes, each with its chapter by number and title: a book that begins with letters counts otherwise than we do."""
    if not notes:
        return
    console.print(Text(f"\n{say.report(f'first.{name}')}", style="bold"))
    shown = notes if every else notes[:_SHOWN]
    for number, note in enumerate(shown, 1):
        about = [say.report("chapter", n=note.chapter)]
        if title := titles.get(note.chapter):
            about.append(quoted(title, _TITLED))
        if note.kind != "keep":
            about += [say.notes.known("kind", note.kind), say.notes.known("severity", note.severity)]
        head = Text(f"{'k' if note.kind == 'keep' else ''}{number}. ".rjust(4))
        console.print(head.append(" · ".join(about), style="dim"))
        for said in (note.what, note.effect, note.intended, note.remedy):
            if said:
                console.print(Padding(Text(say.notes.said(said)), (0, 0, 0, 4)))
        console.print(Padding(Text(quoted(note.quotation, _QUOTED), style="italic"), (0, 0, 0, 4)))
        for place in note.linked[:_LINKED]:
            where = Text(f"{say.report('chapter', n=place.chapter)} · ", style="dim")
            console.print(
                Padding(where.append(quoted(place.quotation, _QUOTED), style="italic"), (0, 0, 0, 4))
            )
    if more := len(notes) - len(shown):
        console.print(Text(f"    {say.notes('terminal.more', n=more)}", style="dim"))
