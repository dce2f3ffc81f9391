"""What became of the notes on a draft, as groups of lines for a screen, a page or the studio."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, get_args

from fabula.comparison.result import NoteGroupName
from fabula.reports.labels import labels

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from fabula.comparison.result import NoteChanges
    from fabula.editing.result import EditNote
    from fabula.reports.labels import Labels


@dataclass(frozen=True, slots=True)
class NoteLine:
    """One note in a line."""

    kind: str
    chapter: int
    what: str
    quotation: str


@dataclass(frozen=True, slots=True)
class NoteGroup:
    """The notes of which the same became."""

    name: NoteGroupName
    title: str
    lines: tuple[NoteLine, ...]

    @property
    def document(self) -> dict[str, Any]:
        """For a template that reads JSON."""
        return asdict(self)


def note_groups(found: NoteChanges, say: Labels, settled: Collection[str] = ()) -> tuple[NoteGroup, ...]:
    """The groups in the order in which an author asks for them. Notes that the author has put aside are left out."""
    return tuple(_groups(found, say, settled))


def _groups(found: NoteChanges, say: Labels, settled: Collection[str]) -> Iterator[NoteGroup]:
    kinds = labels(say.language, "manuscript")
    for name in get_args(NoteGroupName):
        notes: tuple[EditNote, ...] = getattr(found, name)
        lines = tuple(
            NoteLine(
                kinds.known("kind", note.kind),
                note.chapter,
                say.said(note.what),
                note.quotation,
            )
            for note in notes
            if note.id not in settled
        )
        if lines or name in ("dealt_with", "remain", "new"):
            yield NoteGroup(name, say(f"compare.notes_{name}"), lines)
