"""Plants faults in a novel and keeps their places: what an editor should find.

    python tests/editing/planting.py NOVEL

prints how many of the faults are found without a model, and how many other notes there are. The wordings were written
before any figure was looked at, and are not changed to raise it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fabula.editing.measured_notes import measured_notes
from fabula.editing.noting import Places
from fabula.editing.result import EditNote
from fabula.reading.cast import find_cast
from fabula.reading.measured import measure
from fabula.reading.parsed import paragraphs
from fabula.text.book import Book, Chapter
from fabula.text.files import read

NEAR = 2_000
"""Characters."""


@dataclass(frozen=True, slots=True)
class Planted:
    """One fault, at the words that show it."""

    kind: str
    """One of the ten kinds of this file."""
    note: str
    """The kind of note that an editor would give it."""
    chapter: int
    start: int
    end: int
    quotation: str
    other: str = ""
    """The words elsewhere that it contradicts or repeats."""
    other_chapter: int = 0


@dataclass(frozen=True, slots=True)
class _Put:
    kind: str
    note: str
    at: float
    """How far into the book."""
    text: str
    other_at: float = 0.0
    other: str = ""


def planted(book: Book) -> tuple[Book, list[Planted]]:
    """The book with 20 faults of 10 kinds in it, spread over its chapters, and where they stand."""
    names = _names(book)
    puts = [*_inserted(names), *_told_again(book), *_stalled()]
    chapters = {chapter.number: chapter.text for chapter in book.chapters}
    places: list[tuple[_Put, int, int]] = []
    for put in puts:
        here, there = _chapter(book, put.at), _chapter(book, put.other_at)
        chapters[here] = _into(chapters[here], put.text)
        if put.other:
            chapters[there] = _into(chapters[there], put.other)
        places.append((put, here, there))
    made = replace(
        book, chapters=tuple(_with(chapter, chapters[chapter.number]) for chapter in book.chapters)
    )
    return made, [_found(made, *place) for place in places]


def _names(book: Book) -> list[str]:
    """Six of the most named people, by names of one word where they have one."""
    people = find_cast(book).characters
    return [
        min((one.name, *one.aliases), key=lambda form: (len(form.split()), -len(form))) for one in people[:8]
    ]


def _inserted(names: Sequence[str]) -> Iterator[_Put]:
    a, b, c, d, e, f = names[:6]
    odd = a[:-2] + {"a": "e", "e": "a"}.get(a[-2], "y") + a[-1]
    yield _Put(
        "name", "continuity", 0.62, f"{odd} had not expected to be asked, and said so, and was asked again."
    )
    yield _Put(
        "name",
        "continuity",
        0.36,
        f"It was Barnabus, not {c}, who had the key that week.",
        0.7,
        f"Barnaby had kept the key, as he always did, and {c} had never seen it.",
    )
    yield _Put(
        "date",
        "continuity",
        0.18,
        "The letter was dated Friday, the 3rd of May 1814, and the seal had been broken and mended.",
    )
    yield _Put(
        "date",
        "continuity",
        0.5,
        "The auction was held on the last day of September.",
        0.8,
        f"{d} remembered that the auction had been in the first week of July, when the hay was in.",
    )
    yield _Put(
        "death",
        "continuity",
        0.3,
        f"Before the week was out {e} was dead. They carried the coffin over the hill in the rain, and the house was shut.",
    )
    yield _Put(
        "death",
        "continuity",
        0.42,
        f"The news came with the morning post: {f} had died in the night, quite alone, and there was nothing to be done.",
    )
    yield _Put(
        "looks",
        "continuity",
        0.72,
        f"{a}’s brown eyes were fixed upon the fire.",
        0.1,
        f"Nobody who had met {a}’s clear blue eyes forgot them.",
    )
    yield _Put(
        "looks",
        "continuity",
        0.84,
        f"{b} turned, and the lamp fell on hair that was as black as a crow.",
        0.14,
        f"The sun was on {b}’s hair, which was the colour of ripe barley.",
    )
    yield _Put(
        "thread",
        "promise",
        0.22,
        f"Under the third board of the landing lay a tin box, and in the box a pistol, wrapped in a page of sums in {d}’s hand. Somebody had oiled it within the month. {a} put it back and told nobody.",
    )
    yield _Put(
        "thread",
        "promise",
        0.33,
        f"That was the first time that {c} saw the man in the green coat, who stood at the gate, wrote something in a small book, and walked away before he could be asked what he wanted.",
    )
    yield _Put(
        "promise",
        "promise",
        0.12,
        f"{b} swore before them all that the mill would be standing again by harvest, and that whoever had burned it should be brought there in irons.",
    )
    yield _Put(
        "promise",
        "promise",
        0.26,
        "Before that winter was over two of those who sat at the table would have killed the third; but nobody yet had any notion of it.",
    )
    yield _Put(
        "heads",
        "point-of-view",
        0.55,
        f"{a} thought that {b} had grown thin. {b} felt the look and wondered what {a} had heard. {a} knew nothing, and hoped that it did not show. {b} believed that it was pity. {a} wished only to be gone, and {b} feared that she would go.",
    )
    yield _Put(
        "heads",
        "point-of-view",
        0.66,
        f"{c} supposed that the whole affair was a joke. To {d} it was nothing of the kind; {d} thought it the most serious hour of the year. {c} remembered another such hour and felt ashamed. {d} imagined that {c} was laughing.",
    )
    yield _Put(
        "tense",
        "point-of-view",
        0.47,
        f"{b} crosses the room and looks out. The yard is empty. {b} takes the chair, turns it to the wall, sits down and says nothing, and nobody asks why.",
    )
    yield _Put(
        "tense",
        "point-of-view",
        0.9,
        f"It is raining. {c} comes in without knocking, sees who is there, and goes white. Nobody speaks. {c} stands by the door and knows that it is over.",
    )


_CHANGES = (
    ("the ", "that "),
    (" said", " answered"),
    (" very ", " most "),
    (" and ", ", and then "),
    (" had ", " by then had "),
)


def _told_again(book: Book) -> Iterator[_Put]:
    """Two scenes of the book itself, put in again far behind with some words changed."""
    for at, again in ((0.15, 0.58), (0.35, 0.87)):
        text = book.chapters[_chapter(book, at) - 1].text
        long = [text[start:end] for start, end in paragraphs(text) if end - start > 450]
        scene = long[len(long) // 2] if long else max((text[a:b] for a, b in paragraphs(text)), key=len)
        changed = scene
        for n, (old, new) in enumerate(_CHANGES):
            changed = changed.replace(old, new, 2 + n)
        yield _Put("again", "continuity", again, changed)


def _stalled() -> Iterator[_Put]:
    """Two stretches in which nobody speaks and nothing happens."""
    things = (
        "hedges",
        "gates",
        "chimneys",
        "drains",
        "windows",
        "ditches",
        "stairs",
        "cupboards",
        "lanes",
        "roofs",
    )
    qualities = (
        "older",
        "lower",
        "narrower",
        "better kept",
        "more often mended",
        "further from the road",
        "less used",
    )
    owners = (
        "parish",
        "tenants",
        "late owner",
        "county",
        "mill",
        "two brothers",
        "bishop",
        "widow at the corner",
    )
    for at, first in ((0.4, 0), (0.76, 5)):
        lines = []
        for n in range(150):
            thing, other = things[(n + first) % 10], things[(3 * n + first + 1) % 10]
            lines.append(
                f"The {thing} on the side of the {owners[(n * 5 + first) % 8]} were {qualities[n % 7]} than the {other} "
                f"which had been set down in the survey of {1701 + (n * 7 + first) % 99}, and of these there were {n + 11}."
            )
        blocks = [" ".join(lines[n : n + 10]) for n in range(0, 150, 10)]
        yield _Put("flat", "pacing", at, "\n\n".join(blocks))


def _chapter(book: Book, at: float) -> int:
    return min(len(book.chapters), int(at * len(book.chapters)) + 1)


def _into(text: str, put: str) -> str:
    """The text with a paragraph put in after its middle one."""
    ends = [end for _, end in paragraphs(text)]
    place = ends[len(ends) // 2]
    return f"{text[:place]}\n\n{put}{text[place:]}"


def _with(chapter: Chapter, text: str) -> Chapter:
    return replace(
        chapter, text=text, scene_breaks=tuple(at for at in chapter.scene_breaks if at < len(text))
    )


def _found(book: Book, put: _Put, here: int, there: int) -> Planted:
    start = book.chapters[here - 1].text.index(put.text)
    quotation = put.text if len(put.text) <= 280 else put.text[:280].rsplit(" ", 1)[0]
    return Planted(
        put.kind, put.note, here, start, start + len(put.text), quotation, put.other, there if put.other else 0
    )  # fmt: skip


def main(path: Path) -> None:
    """Print what is found without a model."""
    whole, faults = planted(read(path))
    before = {note.id for note in _notes(read(path))}
    notes = [note for note in _notes(whole) if note.kind != "keep"]
    hit: set[int] = set()
    others = 0
    for note in notes:
        of = [n for n, fault in enumerate(faults) if _finds(note, fault)]
        hit.update(of)
        others += not of
        tag = ", ".join(faults[n].kind for n in of) or ("was there before" if note.id in before else "other")
        print(f"{tag:18} {note.severity:7} ch. {note.chapter:3} {note.measure}: {note.what}")
    missed = [fault.kind for n, fault in enumerate(faults) if n not in hit]
    print(f"{len(hit)} of {len(faults)} planted faults, {others} other notes; missed: {', '.join(missed)}")


def _finds(note: EditNote, fault: Planted) -> bool:
    """Whether a note stands at the fault, or at what it contradicts. A stretch without speech may begin a little before."""
    slack = NEAR if note.measure == "silent-stretch" else 0
    for place in (note.place, *note.linked):
        if place.chapter == fault.chapter and place.start < fault.end and place.end + slack > fault.start:
            return True
        if fault.other and place.quotation[:40] in fault.other:
            return True
    return False


def _notes(book: Book) -> Sequence[EditNote]:
    measured = measure(book)
    return measured_notes(measured, Places(book, measured.cast))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
