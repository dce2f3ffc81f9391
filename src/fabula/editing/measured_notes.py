"""Notes without a model: what was measured, what it may mean to a reader, and when it is meant to be so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fabula.editing.noting import Places, note_id
from fabula.editing.result import EditNote, Kind
from fabula.notices import Notice
from fabula.reading.findings import ORDER, Finding, about
from fabula.reading.measured import Measured

KINDS: dict[str, Kind] = {
    "leftover": "continuity",
    "speaks-after-death": "continuity",
    "repeated-passage": "continuity",
    "retold-passage": "continuity",
    "trait-change": "continuity",
    "date-slip": "continuity",
    "name-slip": "continuity",
    "doubled-word": "prose",
    "misprint": "prose",
    "two-spellings": "prose",
    "person-shift": "point-of-view",
    "tense-shift": "point-of-view",
    "tense-slip": "point-of-view",
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
    "exclaimed": "dialogue",
    "voice-tag": "dialogue",
    "denial": "prose",
    "overused-word": "prose",
    "crutch-word": "prose",
    "repeated-phrase": "prose",
    "stock-phrase": "prose",
    "alike-sentences": "prose",
    "filter-words": "prose",
    "echo": "prose",
    "long-sentence": "prose",
    "long-paragraph": "prose",
    "cliche": "prose",
    "missing-sense": "prose",
}
"""What each measure of a fault is about. Among notes of one severity, the measures that stand first here come first:
slips before structure, structure before habits of wording."""
KEPT = ("return", "voices-apart", "plain-tags", "true-dates", "steady-telling")
"""The measures of what is good, in the order in which they are said."""
SLIPS = frozenset(list(KINDS)[:13])
"""Measures whose every finding is a place to mend. Of the others the first few show the habit."""


def measured_notes(measured: Measured, places: Places, *, every: bool = False) -> tuple[EditNote, ...]:
    """Every slip and the first findings of each other kind as notes, the first to be looked at first; then what to
    keep. With `every`, the other findings too: a draft's note has not gone because another took its place."""
    rest = (each for each in measured.findings.rest if every or each.kind in SLIPS)
    found = [*measured.findings.shown, *rest]
    first = list(KINDS)
    found.sort(key=lambda each: (ORDER.index(each.severity), first.index(each.kind)))
    kept = sorted(measured.strengths, key=lambda each: KEPT.index(each.kind))
    notes = {note.id: note for note in (*_faults(found, places), *_strengths(kept, places))}
    return tuple(notes.values())


def _faults(found: Iterable[Finding], places: Places) -> Iterator[EditNote]:
    for each in found:
        note = _note(each, KINDS[each.kind], places)
        yield note.model_copy(
            update={
                "effect": Notice.of(f"editing.effect-{each.kind}"),
                "intended": Notice.of(f"editing.intended-{each.kind}"),
                "remedy": Notice.of(f"editing.remedy-{each.kind}"),
            }
        )


def _strengths(found: Iterable[Finding], places: Places) -> Iterator[EditNote]:
    for each in found:
        effect = Notice.of(f"editing.effect-{each.kind}")
        yield _note(each, "keep", places).model_copy(update={"effect": effect})


def _note(found: Finding, kind: Kind, places: Places) -> EditNote:
    place = places.at(found.chapter, found.offset, found.offset + len(found.quote))
    linked = tuple(places.at(each.chapter, each.offset, each.offset + len(each.quote)) for each in found.also)
    said = about(found.notice)
    return EditNote(
        id=note_id(kind, place.chapter, place.quotation, found.kind, *said),
        kind=kind,
        severity=found.severity,
        chapter=place.chapter,
        start=place.start,
        end=place.end,
        quotation=place.quotation,
        what=found.notice,
        source="measured",
        measure=found.kind,
        linked=linked,
        people=places.people([place, *linked], said),
    )
