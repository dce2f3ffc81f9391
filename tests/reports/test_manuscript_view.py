"""The manuscript view: the text is data that cannot end its script, and every note stands at its words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from fabula.editing.decisions import DECISIONS, Decided, DecisionFile, beside, decided, read_decisions
from fabula.editing.result import EditNote, Kind, PartKind, Place
from fabula.errors import UsageError
from fabula.languages import Language
from fabula.reading.findings import Severity
from fabula.reports.labels import labels, languages_of
from fabula.reports.manuscript import LABELS, in_utf16, manuscript_page, manuscript_view
from fabula.text.book import Book, Chapter

HOSTILE = "</script><script>alert(1)</script><!-- <b>𠀀 bold</b>"


def note(quotation: str, chapter: Chapter, kind: Kind = "prose", **more: Any) -> EditNote:
    start = chapter.text.index(quotation)
    return EditNote(
        id=f"{kind}-{chapter.number}-{start}", kind=kind, severity="medium", chapter=chapter.number, start=start,
        end=start + len(quotation), quotation=quotation, what="Look at this.", source="model", **more,
    )  # fmt: skip


def harbour() -> Book:
    texts = ("🌊 The gull sat down.\n\nIt said nothing.", f"{HOSTILE}\n\nNobody spoke of the gull again.")
    chapters = tuple(Chapter(number, f"Part {number}", text) for number, text in enumerate(texts, 1))
    return Book("Harbour", "A. Writer", "en", chapters)


def held(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found.group(1))
    return data


def test_the_text_is_whole_and_cannot_end_its_script() -> None:
    book = harbour()
    page = manuscript_page(manuscript_view(book, ()))
    assert [each["text"] for each in held(page)["chapters"]] == [each.text for each in book.chapters]
    assert "alert(1)</script>" not in page


def test_a_note_stands_where_the_browser_counts_its_words() -> None:
    book = harbour()
    first, second = book.chapters
    linked = Place(chapter=2, start=second.text.index("Nobody"), end=0, quotation="Nobody")
    data = held(manuscript_page(manuscript_view(book, [note("gull sat", first, linked=(linked,))])))
    found = data["notes"][0]
    units = first.text.encode("utf-16-le")
    assert units[2 * found["start"] : 2 * found["end"]].decode("utf-16-le") == "gull sat"
    there = second.text.encode("utf-16-le")[2 * found["linked"][0]["start"] :].decode("utf-16-le")
    assert there.startswith("Nobody")
    assert in_utf16("plain", 3) == 3


@pytest.mark.parametrize("language", languages_of(LABELS))
def test_every_kind_weight_decision_and_part_has_its_label(language: Language) -> None:
    say = labels(language, LABELS)
    assert say.texts.keys() == labels("en", LABELS).texts.keys()
    for group, names in (
        ("kind", get_args(Kind)), ("severity", get_args(Severity)), ("part", get_args(PartKind)),
        ("decide", DECISIONS), ("decided", DECISIONS),
    ):  # fmt: skip
        assert all(say(f"{group}.{name}") for name in names)


def saved(folder: Path, *notes: tuple[EditNote, str]) -> Path:
    file = DecisionFile(
        title="Harbour",
        notes=tuple(
            Decided.model_validate(
                {"id": each.id, "kind": each.kind, "quotation": each.quotation, "decision": what}
            )
            for each, what in notes
        ),
    )
    path = beside(folder / "harbour.epub")
    path.write_text(file.model_dump_json(), encoding="utf-8")
    return path


def test_a_decision_is_known_in_the_next_draft_by_its_words(tmp_path: Path) -> None:
    first, second = harbour().chapters
    before = note("It said nothing.", first)
    path = saved(tmp_path, (before, "intended"), (note("Nobody spoke", second), "dismissed"))
    assert path.name == "harbour.notes.json"
    later = Chapter(4, "Part 4", "A new beginning.\n\nIt  said nothing.")
    moved = note("It  said nothing.", later)
    other_kind = note("Nobody spoke", second, kind="dialogue")
    known = decided([before, moved, other_kind], read_decisions(path))
    assert known == {before.id: "intended", moved.id: "intended"}


def test_a_file_that_holds_no_decisions_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text('{"kind": "evaluate"}', encoding="utf-8")
    with pytest.raises(UsageError, match=r"other\.json holds no decisions"):
        read_decisions(other)
    with pytest.raises(UsageError, match="cannot be read"):
        read_decisions(tmp_path / "none.json")
