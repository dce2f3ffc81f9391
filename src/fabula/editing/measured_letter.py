"""A letter without a model: short and plain, each sentence a note's own, so that it says no more than was measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabula.editing.result import Claim, EditNote, Letter, LetterPart
from fabula.notices import Notice
from fabula.reading.measured import Measured
from fabula.text.book import Book

FIRST = 3
"""How many faults the letter speaks of."""
NAMED = 3
FEW_WORDS = 5_000
"""Of a shorter text, too little can be measured for a letter."""


def measured_letter(book: Book, measured: Measured, notes: Sequence[EditNote]) -> Letter | None:
    """The letter. None for a text that is too short, or whose language is not known well enough."""
    if measured.craft.words < FEW_WORDS or not measured.language:
        return None
    faults = [note for note in notes if note.kind != "keep"]
    kept = [note for note in notes if note.kind == "keep"]
    parts = (
        LetterPart(kind="about", claims=tuple(_about(book, measured))),
        LetterPart(kind="works", claims=tuple(map(_kept, kept))),
        LetterPart(kind="matters", claims=tuple(map(_fault, faults[:FIRST])) or (_no_fault(),)),
        LetterPart(kind="next", claims=tuple(_next(faults))),
    )
    return Letter(tone="plain", source="measured", parts=tuple(part for part in parts if part.claims))


def _about(book: Book, measured: Measured) -> Iterator[Claim]:
    unit = f"{'characters-' * book.language.by_character}{'sections' if book.in_sections else 'chapters'}"
    size = {"words": measured.craft.words, "n": len(book.chapters), "talk": measured.craft.dialogue_share}
    yield Claim(text=Notice.of(f"editing.letter-size-{unit}", **size))
    people = tuple(person.name for person in measured.cast.characters[:NAMED])
    if people:
        yield Claim(text=Notice.of("editing.letter-people", people=people))
    yield Claim(text=Notice.of("editing.letter-counted"))


def _kept(note: EditNote) -> Claim:
    return Claim(text=Notice.of("editing.letter-kept", what=note.what, effect=note.effect), notes=(note.id,))


def _fault(note: EditNote) -> Claim:
    said = {"what": note.what, "effect": note.effect, "remedy": note.remedy, "chapter": note.chapter}
    return Claim(text=Notice.of("editing.letter-fault", **said), notes=(note.id,))


def _no_fault() -> Claim:
    return Claim(text=Notice.of("editing.letter-no-fault"))


def _next(faults: Sequence[EditNote]) -> Iterator[Claim]:
    if len(faults) > FIRST:
        rest = faults[FIRST:]
        yield Claim(text=Notice.of("editing.letter-rest", n=len(rest)), notes=tuple(note.id for note in rest))
    yield Claim(text=Notice.of("editing.letter-next" if faults else "editing.letter-next-no-fault"))
