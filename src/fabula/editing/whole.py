"""A look at the whole book: faults that no single chapter shows, notes that say the same, and what comes first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fabula.editing.answers import AcrossAnswer, WholeAnswer
from fabula.editing.checking import held_against, told
from fabula.editing.joining import joined_by
from fabula.editing.noting import Places
from fabula.editing.pieces import noted
from fabula.editing.result import EditNote, words_of
from fabula.languages import Language
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.reading.findings import ORDER
from fabula.reading.notes import thread_list

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.reading.passages import BookPassages
    from fabula.reading.reading import Character, Reading
    from fabula.text.book import Book

PROMPT = ("editing", "whole")
MOST = 12
"""Faults of the whole that a model may name."""
LISTED = 300
"""Notes that one prompt lists: the most serious."""


@dataclass(slots=True)
class WholeView:
    """The notes after the look at the whole, and what was lost."""

    notes: list[EditNote]
    first: list[str] = field(default_factory=list)
    """Ids, the most important first."""
    not_borne_out: int = 0
    duplicates: int = 0
    unread: int = 0


async def look_at_whole(
    reading: Reading,
    notes: Sequence[EditNote],
    shown: Book,
    door: Door,
    places: Places,
    passages: BookPassages,
    *,
    relations: str,
    with_excerpts: bool,
) -> WholeView:
    """Join notes, find what only the whole shows and hold it against the book, and say what comes first."""
    notes = sorted(notes, key=lambda note: ORDER.index(note.severity))
    answer = await door.ask(
        _request(reading, notes[:LISTED], shown, door, relations, with_excerpts), WholeAnswer
    )
    if isinstance(answer, Unusable):
        return WholeView(list(notes), unread=1)
    numbered = dict(enumerate(notes, 1))
    kept = list(notes) if door.rehearsing else joined_by(notes, answer.same)
    view = WholeView(kept, duplicates=len(notes) - len(kept))
    checks = [_across(each, passages, shown, door, places) for each in answer.across[: MOST + 3]]
    urgent: list[str] = []
    for found in await asyncio.gather(*checks):
        if found is None:
            view.not_borne_out += 1
            continue
        view.notes.append(found)
        if found.severity == "high" and found.kind != "keep":
            urgent.append(found.id)
    left = {note.id for note in kept}
    view.first = [
        *urgent,
        *(numbered[n].id for n in answer.first if n in numbered and numbered[n].id in left),
    ]
    return view


async def _across(
    answer: AcrossAnswer, passages: BookPassages, shown: Book, door: Door, places: Places
) -> EditNote | None:
    """The note at the words that show it. None if the book contradicts it or does not show it."""
    checked = await held_against(
        f"{answer.what} ({', '.join(answer.people)})" if answer.people else answer.what,
        answer.chapters, passages, shown, door, places,
    )  # fmt: skip
    if checked.verdict == "contradicted" or not checked.places:
        return None
    first, *others = checked.places
    return noted(answer, first, places, others)


async def looked_at_again(
    notes: Sequence[EditNote], shown: Book, door: Door, places: Places, passages: BookPassages
) -> tuple[list[EditNote], int]:
    """Serious notes of a model held against the book: what it contradicts goes, what it does not show weighs less."""
    serious = [note for note in notes if note.severity == "high" and note.source == "model"]
    checks = [held_against(told(note), (note.chapter,), passages, shown, door, places) for note in serious]
    verdicts = {
        note.id: checked.verdict for note, checked in zip(serious, await asyncio.gather(*checks), strict=True)
    }
    kept = [
        note.model_copy(update={"severity": "medium"}) if verdicts.get(note.id) == "not shown" else note
        for note in notes
        if verdicts.get(note.id) != "contradicted"
    ]
    return kept, len(notes) - len(kept)


def listed(notes: Sequence[EditNote], language: Language) -> str:
    """Notes as prompts list them: number, chapter, kind and severity, what is there, and its words."""
    return "\n".join(
        f"{number}. [{note.chapter}] {note.kind}"
        + ("" if note.kind == "keep" else f", {note.severity}")
        + f": {words_of(note.what, language)} “{' '.join(note.quotation.split())}”"
        + (f" -> {words_of(note.remedy, language)}" if note.remedy and note.source == "model" else "")
        for number, note in enumerate(notes, 1)
    )


def _request(
    reading: Reading,
    notes: Sequence[EditNote],
    shown: Book,
    door: Door,
    relations: str,
    with_excerpts: bool,
) -> ChatRequest:
    prompt = door.prompt(*PROMPT, shown.language)
    summaries = "\n".join(f"[{each.chapter}] {each.text}" for each in reading.chapter_summaries)
    passages = "\n\n".join(each.text for each in reading.excerpts) if with_excerpts else ""
    return ChatRequest(
        "the whole book",
        prompt.messages(
            title=fence_line(shown.title),
            author=fence_line(shown.author),
            premise=fence(shown.premise) if shown.premise else "",
            plot=fence(plot_told(reading)),
            summaries=fence(summaries),
            cast=fence("\n".join(map(_presence, reading.cast))),
            threads=fence(thread_list(reading.threads)) if reading.threads else "",
            relations=fence(relations) if relations else "",
            excerpts=fence(passages) if passages else "",
            notes=fence(listed(notes, shown.language)) if notes else "",
            most=MOST,
        ),
        max_tokens=8_000,
        expected_tokens=2_000,
    )


def plot_told(reading: Reading) -> str:
    """The plot, each statement with its chapters."""
    return (
        "\n".join(f"{each.text} [{', '.join(map(str, each.chapters))}]" for each in reading.statements)
        or reading.plot
    )


def _presence(person: Character) -> str:
    named = [str(n) for n, count in enumerate(person.mentions_by_chapter, 1) if count]
    told = " ".join(part for part in (person.profile, person.experience) if part)
    return f"- {person.name}: {told} [{', '.join(named)}]"
