"""A book's drafts as an author keeps them: added, listed, compared, and what became of the notes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from comparison.test_measures_of_drafts import page
from fabula.comparison.notes import changed_notes
from fabula.comparison.sides import Side
from fabula.editing.measured_notes import measured_notes
from fabula.editing.noting import Places
from fabula.editing.result import EditNote
from fabula.notices import Notice
from fabula.reading.cast import find_cast
from fabula.reading.measured import measure
from fabula.text.book import Book, Chapter

TWICE = "Ruth Alder closed the the door behind her and listened to the stairs."
AGAIN = "Nils Boye counted the the oars twice and put them back along the wall."
ONCE = TWICE.replace("the the", "the")


def written(path: Path, chapters: Sequence[Sequence[str]]) -> Path:
    parts = [f"Chapter {n}\n\n" + "\n\n".join(texts) for n, texts in enumerate(chapters, 1)]
    path.write_text("The Oars\n\n" + "\n\n".join(parts) + "\n", encoding="utf-8")
    return path


def chapters(first: str, last: str) -> list[list[str]]:
    texts = [[page(n) for n in range(6 * chapter, 6 * chapter + 6)] for chapter in range(4)]
    return [[first, *texts[0]], *texts[1:3], [*texts[3], last]]


def note(quotation: str, kind: str = "continuity", *, measure: str = "", about: str = "") -> EditNote:
    return EditNote.model_validate(
        {
            "id": f"{kind}{quotation[:9]}{about}", "kind": kind, "severity": "medium", "chapter": 1, "start": 0,
            "end": len(quotation), "quotation": quotation, "what": "It is so.", "measure": measure,
            "source": "measured" if measure else "model",
        }
    ).model_copy(update={"what": Notice.of("editing.word", word=about)} if about else {})  # fmt: skip


def told(text: str) -> Book:
    return Book("Oars", None, "en", (Chapter(1, "", text),))  # type: ignore[arg-type]


def sides(old: Sequence[EditNote], new: Sequence[EditNote] | None, text: str = "") -> Any:
    """Two drafts with a model's notes."""
    found = changed_notes(
        Side(None, told("Old."), by_model=tuple(old)),  # type: ignore[arg-type]
        Side(None, told(text), by_model=None if new is None else tuple(new)),  # type: ignore[arg-type]
    )
    assert found
    return found


def test_a_book_is_kept_listed_and_compared(tmp_path: Path) -> None:
    book = written(tmp_path / "oars.txt", chapters(TWICE, AGAIN))
    assert fabula("draft", "compare", book).returncode == 2
    first = fabula("draft", "add", book, "--label", "first")
    assert first.returncode == 0, first.stderr
    assert "Draft 1" in first.stdout
    assert "draft 1 already" in fabula("draft", "add", book).stdout
    later = written(tmp_path / "oars-2.txt", chapters(ONCE, AGAIN))
    assert "Draft 2" in fabula("draft", "add", book, later).stdout
    written(book, [["Lost."]])  # the drafts hold their own text

    listed = json.loads(fabula("draft", "list", book, "--json").stdout)["drafts"]
    assert [(each["number"], each["label"], each["file"]) for each in listed] == [
        (1, "first", "oars.txt"), (2, "", "oars-2.txt"),
    ]  # fmt: skip
    shown = fabula("draft", "list", book, COLUMNS="80")
    assert "first" in shown.stdout and max(map(len, shown.stdout.splitlines())) <= 80

    done = fabula("draft", "compare", book, "--json", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [each["quotation"] for each in found["notes"]["dealt_with"]] == [TWICE]
    assert AGAIN in [each["quotation"] for each in found["notes"]["remain"]]
    assert not [each for each in found["notes"]["new"] if each["measure"] == "doubled-word"]
    assert [one["kind"] for each in found["text"] for one in each["changes"]] == ["rewritten"]
    assert "Dealt with" in (tmp_path / "out" / "compare.html").read_text(encoding="utf-8")
    on_screen = fabula("draft", "compare", book, "--old", 2, "--new", 1, COLUMNS="80")
    assert "New in this draft  1" in on_screen.stdout
    assert max(len(line) for line in on_screen.stdout.splitlines()) <= 80
    assert fabula("draft", "compare", book, "--new", 3).returncode == 2


def test_notes_on_another_text_are_refused(tmp_path: Path) -> None:
    book = written(tmp_path / "oars.txt", chapters(TWICE, AGAIN))
    other = written(tmp_path / "other.txt", chapters(ONCE, AGAIN))
    assert fabula("edit", other, "--out", tmp_path / "edit").returncode == 0
    done = fabula("draft", "add", book, "--notes", tmp_path / "edit" / "edit.json")
    assert done.returncode == 2 and "another text" in done.stderr
    assert not (tmp_path / "oars.drafts").exists()


def test_a_models_note_is_only_perhaps_dealt_with_until_a_model_reads_again() -> None:
    stands, gone = note("The gate was shut."), note("The gate was open.")
    found = sides([stands, gone], None, "At dawn the gate  was shut.")
    assert (found.remain, found.rewritten, found.dealt_with) == ((stands,), (gone,), ())
    again = note("The gate was shut!")
    found = sides([stands, gone, note("A bell rang.", "keep")], [again, note("Who was he?", "plot-hole")])
    assert again in found.remain
    assert [each.kind for each in found.new] == ["plot-hole"]
    assert [each.quotation for each in found.lost] == ["A bell rang."]


@pytest.mark.parametrize("where", ["just now", "just then, and not before"])
def test_a_word_that_is_used_too_often_is_one_note_wherever_it_is_quoted(where: str) -> None:
    old = note("just so", "prose", measure="overused-word", about="just")
    new = note(where, "prose", measure="overused-word", about="just")
    other = note("just so", "prose", measure="overused-word", about="so")
    assert sides([old], [new]).remain == (new,)
    assert sides([old], [other]).new == (other,)


def test_a_stock_phrase_is_the_same_in_another_variant_and_a_habit_wherever_it_is_shown() -> None:
    """What was in the old draft already is not new, though its first place is gone."""
    once, again = "Something shifted in her face. ", "Something shifted between them. "
    others = "Her voice was barely above a whisper. It was a testament to her courage. " * 2
    said = "“Come in,” she said, her voice low and even. “I will,” said Ann. "
    old, new = told(once + again + others + said * 9), told(again + others + said * 8)
    first, second = (measured_notes(measure(book), Places(book, find_cast(book))) for book in (old, new))
    found = changed_notes(Side(None, old, first, first), Side(None, new, second, second))  # type: ignore[arg-type]
    assert (
        found and not found.new and {"stock-phrase", "voice-tag"} <= {each.measure for each in found.remain}
    )


def test_drafts_of_a_chinese_book_are_told_of_in_chinese(tmp_path: Path) -> None:
    book, later = tmp_path / "渡船.txt", tmp_path / "渡船二.txt"
    page = "那一夜渡船迟迟不到，码头上的人都说不清。\n\n" * 40
    book.write_text(f"第一章 渡口\n\n{page}第二章 上岸\n\n{page}", encoding="utf-8")
    later.write_text(f"第一章 渡口\n\n{page}第二章 回家\n\n{page}天亮了。\n", encoding="utf-8")
    first = fabula("draft", "add", book).stdout
    assert first.startswith("第 1 稿：") and "2 章" in first
    assert "已经存为第 1 稿" in fabula("draft", "add", book).stdout
    assert fabula("draft", "add", book, later).stdout.startswith("第 2 稿：")
    assert "字数" in fabula("draft", "list", book, COLUMNS="80").stdout
    assert "旧稿：第 1 稿，渡船.txt" in fabula("draft", "compare", book, COLUMNS="80").stdout
