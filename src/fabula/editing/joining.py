"""Notes that say the same become one, and the rest get the order in which an author should deal with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fabula.editing.result import EditNote, Place
from fabula.reading.findings import ORDER

OVERLAP = 0.5
"""The share of the shorter quotation from which two notes of one kind stand at the same place."""


def joined(notes: Iterable[EditNote]) -> list[EditNote]:
    """Notes of one kind at one place become one: the first, with the higher severity of both."""
    kept: list[EditNote] = []
    for note in notes:
        same = next((n for n, each in enumerate(kept) if _is_same(each, note)), None)
        if same is None:
            kept.append(note)
        else:
            kept[same] = _with(kept[same], note)
    return kept


def joined_by(notes: Sequence[EditNote], groups: Iterable[Sequence[int]]) -> list[EditNote]:
    """The notes with each group of numbers (from 1) made one. A number counts in the first group that has it.

    What is good and what is not never become one.
    """
    home: dict[int, int] = {}
    for group in groups:
        known = [
            number for number in dict.fromkeys(group) if 1 <= number <= len(notes) and number not in home
        ]
        for number in known:
            if (notes[number - 1].kind == "keep") == (notes[known[0] - 1].kind == "keep"):
                home[number] = known[0]
    whole = dict(enumerate(notes, 1))
    for number, first in home.items():
        if number != first:
            whole[first] = _with(whole[first], whole.pop(number))
    return list(whole.values())


def ranked(notes: Iterable[EditNote], first: Sequence[str]) -> tuple[EditNote, ...]:
    """Faults first: those of `first` in its order, then by severity, a model's before what is measured; then what to keep."""
    places = {id: n for n, id in reversed(list(enumerate(first)))}
    last = len(first)
    return tuple(
        sorted(
            notes,
            key=lambda note: (
                note.kind == "keep",
                places.get(note.id, last),
                ORDER.index(note.severity),
                note.source == "measured",
                note.chapter,
                note.start,
            ),
        )
    )


def _is_same(one: EditNote, other: EditNote) -> bool:
    if one.id == other.id:
        return True
    if (one.kind, one.chapter) != (other.kind, other.chapter):
        return False
    if one.measure and other.measure and one.measure != other.measure:
        return False  # two measures say two things of one sentence
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared >= OVERLAP * min(one.end - one.start, other.end - other.start)


def _with(note: EditNote, other: EditNote) -> EditNote:
    """The note with the places, people and severity of another that says the same."""
    own = (note.chapter, note.start)
    more: dict[tuple[int, int], Place] = {
        (place.chapter, place.start): place for place in (*note.linked, other.place, *other.linked)
    }
    more.pop(own, None)
    return note.model_copy(
        update={
            "severity": min(note.severity, other.severity, key=ORDER.index),
            "linked": tuple(more[place] for place in sorted(more)),
            "people": tuple(dict.fromkeys((*note.people, *other.people))),
            "joined": note.joined + 1 + other.joined,
        }
    )
