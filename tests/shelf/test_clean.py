"""The whole line from raw files to a clean shelf: what stays, what left and why, and that a second run does nothing twice."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from made_shelf import chinese, english, post
from typer.testing import CliRunner

from fabula.cli import app
from fabula.errors import FabulaError, UsageError
from fabula.shelf.catalogue import Facts
from fabula.shelf.clean import Cleaned, clean, few_works
from fabula.text.files import read
from fabula.workers.engines import Engine, engine


class Counting:
    """The plain engine, counting what it was given to do."""

    def __init__(self) -> None:
        self.items = 0

    def map(self, work: Any, items: Any) -> Any:
        for item in items:
            self.items += 1
            yield work(item)


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    """Two authors, a re-post, a part, a short book, a picture."""
    folder = tmp_path / "raw"
    post(folder / "Ann Ash - Winter.txt", english(1), "Chapter {}")
    post(folder / "Ann Ash - Summer.txt", english(2), "Chapter {}")
    post(folder / "sub" / "Ben Birk - Bridges.txt", english(3), "Chapter {}")
    post(folder / "again.txt", english(1), "{}. Part")
    post(folder / "short.txt", english(5, chapters=4), "Chapter {}")
    post(folder / "中文.txt", chinese(6), "第{}章", "gb18030")
    (folder / "cover.jpg").write_bytes(b"\xff\xd8\xff\xe0" + bytes(200))
    (folder / ".hidden").write_text("not looked at")
    (folder / "~$short.docx").write_bytes(bytes(162))
    post(folder / "again.fabula" / "report.md", english(1), "Chapter {}")
    (folder / "again.reading.json").write_text("{}")
    return folder


def run(folder: Path, out: Path, on: Engine | None = None, target: int | None = None) -> Cleaned:
    return clean(str(folder), out, on or engine(workers=1), lambda _what, _count: None, target=target)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_book_that_left_is_in_the_ledger_with_the_reason(raw: Path, tmp_path: Path) -> None:
    result = run(raw, tmp_path / "out")
    assert (result.files, result.kept) == (7, 4)
    ledger = {line["book"]: line for line in lines(tmp_path / "out" / "ledger.jsonl")}
    assert {name: line["step"] for name, line in ledger.items()} == {
        "cover.jpg": "read",
        "again.txt": "duplicates",
        "short.txt": "chapters",
    }
    assert "4 chapters, fewer than 10" in ledger["short.txt"]["why"]["text"]
    assert ledger["short.txt"]["why"]["code"] == "shelf.few-chapters"
    assert result.kept + len(ledger) == result.files


def test_what_stays_reads_back_with_its_chapters(raw: Path, tmp_path: Path) -> None:
    run(raw, tmp_path / "out")
    shelf = lines(tmp_path / "out" / "shelf.jsonl")
    assert len(shelf) == 4
    for line in shelf:
        book = read(tmp_path / "out" / line["path"])
        assert len(book.chapters) == line["chapters"] == 12
        assert book.title == line["title"]
    original = read(raw / "中文.txt")
    (chinese_line,) = (line for line in shelf if line["language"] == "zh")
    again = read(tmp_path / "out" / chinese_line["path"])
    assert [chapter.text for chapter in again.chapters] == [chapter.text for chapter in original.chapters]


def test_a_second_run_reads_and_writes_nothing_again(raw: Path, tmp_path: Path) -> None:
    first, second = Counting(), Counting()
    run(raw, tmp_path / "out", first)
    shelf = (tmp_path / "out" / "shelf.jsonl").read_bytes()
    run(raw, tmp_path / "out", second)
    assert first.items >= 7 + 4
    assert second.items == 1, "the one set of candidates is settled again, nothing is read or written"
    assert (tmp_path / "out" / "shelf.jsonl").read_bytes() == shelf


def test_a_changed_and_a_removed_file_are_noticed(raw: Path, tmp_path: Path) -> None:
    run(raw, tmp_path / "out")
    post(raw / "short.txt", english(5, chapters=14), "Chapter {}")
    (raw / "cover.jpg").unlink()
    result = run(raw, tmp_path / "out")
    assert (result.files, result.kept) == (6, 5)


def test_a_stopped_run_goes_on_where_it_was(raw: Path, tmp_path: Path) -> None:
    class Stopping(Counting):
        def map(self, work: Any, items: Any) -> Any:
            for result in super().map(work, items):
                if self.items > 9:
                    raise FabulaError("stopped")
                yield result

    with pytest.raises(FabulaError):
        run(raw, tmp_path / "out", Stopping())
    written = {path.name for path in (tmp_path / "out" / "books").glob("*.json")}
    assert 0 < len(written) < 4
    rest = Counting()
    assert run(raw, tmp_path / "out", rest).kept == 4
    assert rest.items == 1 + 4 - len(written)


def test_authors_with_the_fewest_works_leave_first_down_to_the_target() -> None:
    def book(name: str, author: str | None) -> Facts:
        return Facts(name, name, name, author, "en", 12, 1000, 5000, 0)

    books = [
        book("a1", "A"),
        book("a2", "a"),
        book("a3", "A "),
        book("b1", "B"),
        book("b2", "B"),
        book("c", "C"),
        book("d", None),
    ]
    assert {left.book for left in few_works(books, 5)} == {"c", "d"}
    assert {left.book for left in few_works(books, 3)} == {"c", "d", "b1", "b2"}
    assert {left.book for left in few_works(books, 4)} == {"c", "d"}, (
        "B's two works would take the shelf below four"
    )
    assert not list(few_works(books, 7))


def test_processes_give_what_one_process_gives(raw: Path, tmp_path: Path) -> None:
    for number in range(7, 11):
        post(raw / f"more {number}.txt", english(number), "Chapter {}")
    run(raw, tmp_path / "one")
    run(raw, tmp_path / "two", engine(workers=2, alone=0))
    for name in ("ledger.jsonl", "shelf.jsonl"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_short_work_starts_no_process() -> None:
    assert set(engine(workers=2).map(lambda _: os.getpid(), range(100))) == {os.getpid()}
    assert os.getpid() not in set(engine(workers=2, alone=0).map(process_of, range(9)))


def process_of(_: int) -> int:
    return os.getpid()


def test_results_come_in_order_and_items_are_drawn_as_they_are_needed() -> None:
    drawn = []

    def items() -> Any:
        for number in range(1000):
            drawn.append(number)
            yield -number

    results = engine(workers=2, alone=0).map(abs, items())
    assert [next(results) for _ in range(5)] == [0, 1, 2, 3, 4]
    assert len(drawn) < 100
    results.close()  # type: ignore[attr-defined]


def test_the_commands_speak_json(raw: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    done = runner.invoke(
        app, ["corpus", "clean", str(raw), "-o", str(tmp_path / "out"), "--workers", "1", "--json"]
    )
    assert done.exit_code == 0
    assert json.loads(done.stdout)["left"] == {"read": 1, "duplicates": 1, "chapters": 1}
    done = runner.invoke(app, ["corpus", "dedup", str(raw), "--workers", "1", "--json"])
    assert len(json.loads(done.stdout)["groups"]) == 1
    done = runner.invoke(app, ["corpus", "chapters", str(raw), "-o", str(raw / "cut"), "--workers", "1"])
    assert "6 of 7 files" in done.stdout
    done = runner.invoke(
        app, ["corpus", "chapters", str(raw), "-o", str(raw / "cut"), "--workers", "1", "--json"]
    )
    assert json.loads(done.stdout)["files"] == 7, "what was written into the folder is not read as books"


def test_a_folder_that_is_not_there_is_told_plainly(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        run(tmp_path / "nowhere", tmp_path / "out")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no files"):
        run(tmp_path / "empty", tmp_path / "out")
    (tmp_path / "book.txt").touch()
    with pytest.raises(UsageError, match=r"book\.txt is a file: give a folder of books"):
        run(tmp_path / "book.txt", tmp_path / "out")


def test_a_shelf_that_an_earlier_version_began_keeps_its_reasons(raw: Path, tmp_path: Path) -> None:
    first = run(raw, tmp_path / "out")
    with closing(sqlite3.connect(tmp_path / "out" / "catalogue.sqlite")) as old, old:
        old.execute("UPDATE books SET why = 'no book' WHERE why IS NOT NULL")
    again = run(raw, tmp_path / "out")
    assert {each.book: str(each.why) for each in again.left}["cover.jpg"] == "no book"
    assert (again.files, again.kept) == (first.files, first.kept)
