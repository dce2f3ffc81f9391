"""Notes without a model: what was measured, what it may mean to a reader, and when it is meant to be so."""

from __future__ import annotations

from collections.abc import Iterator

from fabula.editing.noting import Places, note_id
from fabula.editing.result import EditNote, Kind
from fabula.notices import Notice
from fabula.reading.findings import ORDER, Finding
from fabula.reading.measured import Measured

KINDS: dict[str, Kind] = {
    "repeated-passage": "continuity",
    "doubled-word": "prose",
    "person-shift": "point-of-view",
    "tense-shift": "point-of-view",
    "head-hopping": "point-of-view",
    "vanishing-character": "promise",
    "absence": "pacing",
    "late-arrival": "pacing",
    "like-names": "continuity",
    "slow-stretch": "pacing",
    "silent-stretch": "pacing",
    "dark-stretch": "pacing",
    "chapter-length": "pacing",
    "alike-openings": "opening",
    "alike-endings": "ending",
    "bare-talk": "dialogue",
    "adverb-tag": "dialogue",
    "overused-word": "prose",
    "crutch-word": "prose",
    "repeated-phrase": "prose",
    "stock-phrase": "prose",
    "alike-sentences": "prose",
    "filter-words": "prose",
    "echo": "prose",
    "long-sentence": "prose",
    "cliche": "prose",
    "missing-sense": "prose",
}
"""What each measure is about. Among notes of one severity, the measures that stand first here come first: slips before
structure, structure before habits of wording."""
SLIPS = frozenset({"repeated-passage", "doubled-word", "person-shift", "tense-shift", "head-hopping"})
"""Measures whose every finding is a place to mend. Of the others the first few show the habit."""


def measured_notes(measured: Measured, places: Places) -> tuple[EditNote, ...]:
    """Every finding as a note, the first to be looked at first."""
    found = [*measured.findings.shown, *(each for each in measured.findings.rest if each.kind in SLIPS)]
    first = list(KINDS)
    found.sort(key=lambda each: (ORDER.index(each.severity), first.index(each.kind)))
    notes = {note.id: note for note in _notes(found, places)}
    return tuple(notes.values())


def _notes(found: list[Finding], places: Places) -> Iterator[EditNote]:
    for each in found:
        kind = KINDS[each.kind]
        place = places.at(each.chapter, each.offset, each.offset + len(each.quote))
        said = [value for value in each.notice.fields.values() if isinstance(value, str)]
        yield EditNote(
            id=note_id(kind, place.chapter, place.quotation, each.kind, *said),
            kind=kind,
            severity=each.severity,
            chapter=place.chapter,
            start=place.start,
            end=place.end,
            quotation=place.quotation,
            what=each.notice,
            effect=Notice.of(f"editing.effect-{each.kind}"),
            intended=Notice.of(f"editing.intended-{each.kind}"),
            remedy=Notice.of(f"editing.remedy-{each.kind}"),
            source="measured",
            measure=each.kind,
            people=places.people([place], said),
        )
