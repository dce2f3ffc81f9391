"""What became of the text between two drafts: kept, rewritten, moved, added, cut."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from commands import fabula
from fabula.comparison.passages import text_changes
from fabula.comparison.result import ChapterPair
from fabula.text.book import Book, Chapter

FERRY = "The ferry came in at noon with nobody aboard but the pilot, who tied it to the ring in the wall."
GULLS = "The gulls had gone inland in the night, and the harbour was as still as a plate of milk."
LETTER = "She read the letter twice, folded it along its old folds, and put it under the clock."
YES = "“Yes,” she said."


def draft(*chapters: list[str]) -> Book:
    made = tuple(Chapter(n, f"Day {n}", "\n\n".join(texts)) for n, texts in enumerate(chapters, 1))
    return Book("Landings", None, "en", made)


def pairs(old: Book, new: Book) -> list[ChapterPair]:
    count = max(len(old.chapters), len(new.chapters))
    return [
        ChapterPair(
            status="changed", old=n if n <= len(old.chapters) else None, new=n if n <= len(new.chapters) else None,
            title=f"Day {n}", likeness=None,
        )
        for n in range(1, count + 1)
    ]  # fmt: skip


def kinds(old: Book, new: Book) -> list[tuple[int | None, str]]:
    return [(each.new, one.kind) for each in text_changes(old, new, pairs(old, new)) for one in each.changes]


def test_a_paragraph_is_kept_rewritten_added_or_cut() -> None:
    old = draft([FERRY, GULLS, YES])
    new = draft([FERRY, GULLS.replace("plate of milk", "dish of milk"), LETTER])
    assert kinds(old, new) == [(1, "rewritten"), (1, "added"), (1, "cut")]
    changed = text_changes(old, new, pairs(old, new))[0]
    assert changed.kept == 1
    rewritten = changed.changes[0]
    assert rewritten.old == GULLS
    assert new.chapters[0].text[rewritten.new_start or 0 :].startswith(rewritten.new)


def test_what_is_cut_here_and_stands_there_was_moved() -> None:
    assert kinds(draft([FERRY, LETTER], [GULLS]), draft([FERRY], [GULLS, LETTER])) == [(2, "moved")]


def test_a_short_answer_elsewhere_was_not_moved() -> None:
    assert kinds(draft([FERRY, YES], [GULLS]), draft([FERRY], [GULLS, YES])) == [(1, "cut"), (2, "added")]


def test_a_whole_chapter_can_be_new_or_gone() -> None:
    assert kinds(draft([FERRY], [GULLS]), draft([FERRY])) == [(None, "cut")]
    assert kinds(draft([FERRY]), draft([FERRY], [GULLS])) == [(2, "added")]


lines = st.lists(st.sampled_from([FERRY, GULLS, LETTER, YES, FERRY[:60], "Night."]), max_size=6)


@settings(max_examples=60)
@given(st.lists(lines, min_size=1, max_size=3), st.lists(lines, min_size=1, max_size=3))
def test_every_paragraph_of_both_drafts_is_counted_once(
    before: list[list[str]], after: list[list[str]]
) -> None:
    old, new = draft(*before), draft(*after)
    found = text_changes(old, new, pairs(old, new))
    changed = [one for each in found for one in each.changes]
    unchanged = sum(len(each) for each in before) - sum(one.kind != "added" for one in changed)
    assert unchanged == sum(len(each) for each in after) - sum(one.kind != "cut" for one in changed)
    assert unchanged >= sum(each.kept for each in found)


def test_compare_says_and_shows_what_was_rewritten(tmp_path: Path) -> None:
    chapters = [[FERRY, GULLS, LETTER, f"It was day {n}."] for n in range(1, 5)]
    files = []
    for name, change in (("one", GULLS), ("two", GULLS.replace("inland", "<b>out</b> to sea"))):
        texts = [
            [change if each == GULLS and n == 2 else each for each in own] for n, own in enumerate(chapters)
        ]
        file = tmp_path / f"{name}.txt"
        file.write_text("\n\n".join(f"Chapter {n}\n\n" + "\n\n".join(own) for n, own in enumerate(texts, 1)))
        files.append(file)
    done = fabula("compare", *files, "--out", tmp_path / "both")
    assert done.returncode == 0, done.stderr
    assert "Paragraphs: 1 rewritten, 0 moved, 0 added, 0 cut" in done.stdout
    page = (tmp_path / "both" / "compare.html").read_text(encoding="utf-8")
    assert "<del>inland</del>" in page
    assert "<b>out</b>" not in page
    assert json.loads((tmp_path / "both" / "compare.json").read_text())["text"][0]["new"] == 3
