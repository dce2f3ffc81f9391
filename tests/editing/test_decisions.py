"""What the author decided stands beside the book, and the next draft knows it."""

from __future__ import annotations

import json
from pathlib import Path

from commands import fabula
from fabula.editing.decisions import Decided, DecisionFile, beside
from fabula.editing.result import EditResult

LINE = (
    "The ferry came in at noon with nobody aboard but the pilot, who tied it to the ring in the wall and sat down on "
    "the step to eat his bread, and looked at the house, and at the water, and at the house again, as a man looks "
    "who has been asked to remember something and has not been told what it was."
)


def draft(folder: Path, extra: str = "") -> Path:
    book = folder / "landings.txt"
    chapters = [
        f"Chapter {n}\n\nMara walked to landing {n}. The boats lay there.\n\n{LINE if n in (2, 4) else extra}"
        for n in range(1, 6)
    ]
    book.write_text("\n\n".join(chapters), encoding="utf-8")
    return book


def test_a_settled_note_is_not_said_again_of_the_next_draft(tmp_path: Path) -> None:
    book = draft(tmp_path)
    first = EditResult.model_validate(json.loads(fabula("edit", book, "--json").stdout))
    note = next(each for each in first.notes if each.measure == "repeated-passage")
    kept = Decided(id=note.id, kind=note.kind, quotation=note.quotation, decision="intended")
    beside(book).write_text(DecisionFile(title="Landings", notes=(kept,)).model_dump_json(), encoding="utf-8")
    again = fabula(
        "edit",
        draft(tmp_path, "The wind had gone round to the north in the night."),
        "--out",
        tmp_path / "edit",
    )
    assert again.returncode == 0, again.stderr
    assert note.quotation[:40] not in again.stdout
    assert "1 settled before" in again.stdout
    page = (tmp_path / "edit" / "manuscript.html").read_text(encoding="utf-8")
    assert f'"decided":{{"{note.id}":"intended"}}' in page
    assert '"fileName":"landings.notes.json"' in page


def test_decisions_may_stand_elsewhere(tmp_path: Path) -> None:
    refused = fabula("edit", draft(tmp_path), "--decisions", tmp_path / "none.json")
    assert refused.returncode == 2
    assert "none.json" in refused.stderr
