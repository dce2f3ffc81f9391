"""Prints a pitch in the terminal; what the book does not bear out is red."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from fabula.cli.terminal import stdout

if TYPE_CHECKING:
    from rich.console import Console

    from fabula.editing.pitch_result import PitchResult, PitchSentence

_TITLES = {
    "logline": "Logline",
    "one-page": "Synopsis of one page",
    "three-pages": "Synopsis of three pages",
}


def show(result: PitchResult) -> None:
    """The texts, the comparable titles, and how much was sent back."""
    console = stdout()
    console.print(Text(result.book.title, style="bold"))
    doubts: list[PitchSentence] = []
    for text in result.texts:
        console.print(Text(f"\n{_TITLES[text.kind]}", style="bold"))
        for paragraph in text.paragraphs:
            console.print(Padding(_told(paragraph, doubts), (0, 0, 1, 1)))
    if result.comparables:
        console.print(Text("Comparable titles", style="bold"))
        console.print(Text(" Named by the model from memory: look up that they exist.", style="dim"))
    for each in result.comparables:
        line = Text(f"{each.title}, {each.author}{f' ({each.year})' if each.year else ''}. ", style="italic")
        line.append_text(_told((each.here,), doubts)).append(f" {each.why}", style="not italic")
        console.print(Padding(line, (0, 0, 0, 1)))
    _doubts(console, doubts)
    back = f"{result.sent_back} sentence{'s' * (result.sent_back != 1)} sent back, {result.faulty} still not borne out"
    console.print(Text(f"\n{back}", style="dim"))
    console.print(Text(result.signature, style="dim"))


def _doubts(console: Console, doubts: Sequence[PitchSentence]) -> None:
    if doubts:
        console.print(Text("\nNot borne out by the book", style="bold"))
    for number, each in enumerate(doubts, 1):
        why = each.reason or "Nothing in the book says so."
        where = f" “{each.quotation}” (chapter {each.chapter})" if each.quotation and each.chapter else ""
        console.print(Padding(Text(f"[{number}] {why}{where}"), (0, 0, 0, 1)))


def _told(sentences: Sequence[PitchSentence], doubts: list[PitchSentence]) -> Text:
    told = Text(style="not italic")
    for each in sentences:
        if told.plain:
            told.append(" ")
        told.append(each.text, style="red" if each.faulty else "")
        if each.faulty:
            doubts.append(each)
            told.append(f" [{len(doubts)}]", style="bold red")
    return told
