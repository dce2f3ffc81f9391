"""What became of the notes on a draft: which were dealt with, which are new, which remain.

Two drafts have the same note if its kind and its quotation are the same, if a measure says the same of the same word,
or if the quoted words were changed only a little.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from fabula.comparison.result import NoteChanges
from fabula.editing.decisions import bare
from fabula.editing.result import EditNote
from fabula.notices import Notice
from fabula.reading.findings import about
from fabula.reading.habits import OF_THE_BOOK

if TYPE_CHECKING:
    from fabula.comparison.sides import Side

LIKE = 80.0
"""From this likeness on (0 to 100, by letters), a quotation is the other one rewritten."""
LOOKED_AT = 400
"""Notes of one kind that are compared letter by letter: more are matched by their exact words only."""


def changed_notes(old: Side, new: Side) -> NoteChanges | None:
    """The changes between two drafts. None if one of them is a report."""
    if old.book is None or new.book is None:
        return None
    gone, stayed = _matched(old.notes, new.every)
    came, _ = _matched(new.notes, old.every)
    rewritten: list[EditNote] = []
    if old.by_model and new.by_model is None:
        text = " ".join(bare(chapter.text) for chapter in new.book.chapters)
        for note in old.by_model:
            (stayed if bare(note.quotation) in text else rewritten).append(note)
    elif old.by_model is not None and new.by_model is not None:
        unsaid, said_again = _matched(old.by_model, new.by_model)
        gone, stayed = [*gone, *unsaid], [*stayed, *said_again]
        came = [*came, *_matched(new.by_model, old.by_model)[0]]
    return NoteChanges(
        dealt_with=_faults(gone),
        rewritten=_faults(rewritten),
        remain=_faults(stayed),
        new=_faults(came),
        lost=tuple(note for note in gone if note.kind == "keep"),
    )


def _faults(notes: Iterable[EditNote]) -> tuple[EditNote, ...]:
    return tuple(note for note in notes if note.kind != "keep")


def _matched(notes: Sequence[EditNote], others: Sequence[EditNote]) -> tuple[list[EditNote], list[EditNote]]:
    """The notes that no other note says too, and the others that do. Exact words find each other first."""
    alone, said, left = _pairs(
        notes, others, lambda note: (note.kind, note.measure, bare(note.quotation), _about(note))
    )
    alone, more, left = _pairs(
        alone,
        left,
        lambda note: (note.measure, _about(note)) if _about(note) or note.measure in OF_THE_BOOK else None,
    )
    unlike: list[EditNote] = []
    for note in alone:
        same = _rewritten(note, left)
        if same is None:
            unlike.append(note)
        else:
            more.append(left.pop(same))
    return unlike, [*said, *more]


def _pairs(
    notes: Sequence[EditNote], others: Sequence[EditNote], key: Callable[[EditNote], Hashable]
) -> tuple[list[EditNote], list[EditNote], list[EditNote]]:
    """Notes without a partner of the same key, the partners of the rest, and the others left over."""
    waiting: dict[Hashable, list[EditNote]] = defaultdict(list)
    for other in others:
        waiting[key(other)].append(other)
    alone: list[EditNote] = []
    found: list[EditNote] = []
    for note in notes:
        named = key(note)
        if named is not None and waiting.get(named):
            found.append(waiting[named].pop(0))
        else:
            alone.append(note)
    return alone, found, [each for group in waiting.values() for each in group]


def _rewritten(note: EditNote, left: Sequence[EditNote]) -> int | None:
    """Which of these says the same of words that are nearly the same."""
    from rapidfuzz.fuzz import ratio

    if _about(note):
        return None
    alike = [n for n, other in enumerate(left) if (other.kind, other.measure) == (note.kind, note.measure)]
    likeness = {n: ratio(bare(note.quotation), bare(left[n].quotation)) for n in alike[:LOOKED_AT]}
    best = max(likeness, key=lambda n: likeness[n], default=None)
    return best if best is not None and likeness[best] >= LIKE else None


def _about(note: EditNote) -> tuple[str, ...]:
    return about(note.what) if isinstance(note.what, Notice) else ()
