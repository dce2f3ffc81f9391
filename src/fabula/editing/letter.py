"""The letter to the author: every claim stands on notes, and what stands on none is left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from fabula.editing.answers import ClaimAnswer, LetterAnswer
from fabula.editing.result import Claim, EditNote, Letter, LetterPart, PartKind, Tone
from fabula.editing.whole import listed, plot_told
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence, fence_line
from fabula.text.words import count_words

if TYPE_CHECKING:
    from fabula.editing.noting import Places
    from fabula.models.door import Door
    from fabula.reading.reading import Reading
    from fabula.text.book import Book

PROMPT = ("editing", "letter")
MOST = 60
"""Notes that the letter is written from: the first ones."""
KEPT = 15
QUOTATION = 6
"""Fewer words between quotation marks are a way of speaking. So many are taken for the book's."""
_QUOTED = re.compile(r"[“「«]([^”」»]+)[”」»]|\"([^\"]+)\"")
_CHAPTER = re.compile(r"\b[Cc]hapters? (\d+)|第\s*(\d+)\s*章")


async def write_letter(
    reading: Reading, notes: Sequence[EditNote], tone: Tone, shown: Book, door: Door, places: Places
) -> tuple[Letter | None, int]:
    """The letter, and how many claims were left out of it. None if the model gave no usable one."""
    faults = [note for note in notes if note.kind != "keep"][:MOST]
    kept = [note for note in notes if note.kind == "keep"][:KEPT]
    numbered = dict(enumerate((*faults, *kept), 1))
    prompt = door.prompt(*PROMPT, shown.language)
    request = ChatRequest(
        "letter",
        prompt.messages(
            title=fence_line(shown.title),
            author=fence_line(shown.author),
            plot=fence(plot_told(reading)),
            notes=fence(listed(list(numbered.values()), shown.language)),
            tone=tone,
        ),
        max_tokens=6_000,
        expected_tokens=2_200,
    )
    answer = await door.ask(request, LetterAnswer)
    if isinstance(answer, Unusable):
        return None, 0
    parts: list[LetterPart] = []
    dropped = 0
    for kind in get_args(PartKind):
        said: list[ClaimAnswer] = getattr(answer, kind)
        claims = tuple(claim for each in said if (claim := _claim(each, kind, numbered, places)))
        dropped += len(said) - len(claims)
        if claims:
            parts.append(LetterPart(kind=kind, claims=claims))
    return Letter(tone=tone, source="model", parts=tuple(parts)) if parts else None, dropped


def _claim(
    answer: ClaimAnswer, kind: PartKind, numbered: dict[int, EditNote], places: Places
) -> Claim | None:
    """The claim with the notes that it stands on. None if it stands on none, names a chapter that none of them is
    about, or quotes what is not in the book."""
    notes = [numbered[n] for n in dict.fromkeys(answer.notes) if n in numbered]
    known = len(places.book.chapters)
    chapters = tuple(n for n in dict.fromkeys(answer.chapters) if 1 <= n <= known) if kind == "about" else ()
    text = answer.text.strip()
    if not text or not (notes or chapters):
        return None
    of = {*chapters, *(note.chapter for note in notes)} | {
        place.chapter for note in notes for place in note.linked
    }
    named = {int(one or other) for one, other in _CHAPTER.findall(text)}
    quotes = [one or other for one, other in _QUOTED.findall(text)]
    quotes = [each for each in quotes if count_words(each, places.book.language) >= QUOTATION]
    if not named <= of or any(places.quoted(each, sorted(of)) is None for each in quotes):
        return None
    return Claim(text=text, notes=tuple(note.id for note in notes), chapters=chapters)
