"""The letter to the author as a page to print, with the notes that it stands on below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.reports.labels import labels
from fabula.reports.page import dress, environment
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fabula.editing.result import EditNote, EditResult
    from fabula.reports.labels import Labels


def letter_page(result: EditResult) -> str:
    """One HTML document. It has no notes but those that the letter speaks of."""
    assert result.letter is not None
    say = labels(result.book.language, "manuscript")
    spoken = dict.fromkeys(id for part in result.letter.parts for claim in part.claims for id in claim.notes)
    notes = {id: note for id in spoken if (note := result.note(id))}
    return environment().get_template("letter.html.j2").render(
        say=say, version=__version__, result=result, notes=notes, numbers={id: n for n, id in enumerate(notes, 1)},
        lines=note_lines, **dress(),
    )  # fmt: skip


def note_lines(note: EditNote, say: Labels) -> Iterator[str]:
    """What a note says, line by line."""
    yield say.said(note.what)
    for name, said in (("effect", note.effect), ("intended", note.intended), ("remedy", note.remedy)):
        if said:
            yield f"{say(f'label.{name}')} {say.said(said)}"
