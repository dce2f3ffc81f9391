"""What the user names becomes books: a folder by its content, a list, a URL."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from fabula.errors import UsageError
from fabula.judging.embedded_shelf import judge_one
from fabula.judging.request import EvaluateRequest
from fabula.judging.sources import Asked, Shelf, sources

NAMES = ("Marian", "Edmund", "Philippa", "Gerald", "Rosamund", "Walter", "Cecily", "Hubert")


def novel(seed: int, people: tuple[str, ...], chapters: int = 4) -> str:
    """Chapters in which these people speak and act."""
    dice = random.Random(seed)
    words = ["the", "cold", "river", "ran", "under", "bridge", "black", "stone", "evening", "fields"]

    def paragraph() -> str:
        one, other = dice.sample(people, 2)
        said = " ".join(dice.choices(words, k=9))
        return (
            f"“I saw the {said},” said {one}. Then {other} went to the {' '.join(dice.choices(words, k=12))}."
        )

    return "\n\n".join(
        f"Chapter {number}\n\n" + "\n\n".join(paragraph() for _ in range(12))
        for number in range(1, chapters + 1)
    )


def taken(shelf: Shelf) -> list[str]:
    return [notice.code for notice in shelf.notices]


def put(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_files_with_chapters_about_other_people_are_a_shelf(tmp_path: Path) -> None:
    couples = [NAMES[at : at + 2] for at in range(0, 8, 2)]
    folder = put(tmp_path / "s", {f"{n}.txt": novel(n, pair) for n, pair in enumerate(couples, 1)})
    put(folder, {"1.fabula/report.html": "<p>", "readme.md": "about", ".hidden.txt": "x"})
    shelf = sources([folder])
    assert taken(shelf) == ["shelf.taken-as-books"]
    assert [source.path.name for source, _ in shelf.sources] == ["1.txt", "2.txt", "3.txt", "4.txt"]


def test_a_shelf_from_which_every_book_was_dropped_says_where_the_reasons_are(tmp_path: Path) -> None:
    put(tmp_path / "shelf", {"shelf.jsonl": ""})
    with pytest.raises(UsageError, match=r"no book is on the shelf .*ledger\.jsonl"):
        sources([tmp_path / "shelf"])


def test_volumes_about_the_same_people_are_one_book(tmp_path: Path) -> None:
    folder = put(tmp_path / "v", {f"volume {n}.txt": novel(n, NAMES[:2]) for n in (1, 2, 3)})
    shelf = sources([folder])
    assert taken(shelf) == ["shelf.taken-as-one-book"]
    assert [source.path for source, _ in shelf.sources] == [folder]


def test_files_of_one_chapter_are_one_book(tmp_path: Path) -> None:
    folder = put(tmp_path / "c", {f"{n:02}.txt": novel(n, NAMES[:2], chapters=1) for n in range(1, 8)})
    assert taken(sources([folder])) == ["shelf.taken-as-one-book"]


def test_folders_of_chapters_about_other_people_are_books_of_a_shelf(tmp_path: Path) -> None:
    for book, people in (("harbour", NAMES[:2]), ("orchard", NAMES[2:4])):
        put(tmp_path / "s" / book, {f"{n:02}.txt": novel(n, people, 1) for n in range(1, 6)})
    shelf = sources([tmp_path / "s"])
    assert taken(shelf) == ["shelf.taken-as-books"]
    assert [source.path.name for source, _ in shelf.sources] == ["harbour", "orchard"]


def test_folders_of_chapters_about_the_same_people_are_parts(tmp_path: Path) -> None:
    for part in ("part 1", "part 2"):
        put(tmp_path / "s" / part, {f"{n:02}.txt": novel(n, NAMES[:2], 1) for n in range(1, 6)})
    assert taken(sources([tmp_path / "s"])) == ["shelf.taken-as-one-book"]


def test_the_list_of_a_cleaned_shelf_is_used(tmp_path: Path) -> None:
    put(tmp_path, {"shelf.jsonl": json.dumps({"path": "books/a.json", "title": "A"}) + "\n"})
    shelf = sources([tmp_path])
    assert taken(shelf) == ["shelf.taken-by-list"]
    ((source, _),) = shelf.sources
    assert (source.path, source.title) == (tmp_path / "books/a.json", "A")


def test_parquet_lists_books_as_jsonl_does(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = [{"path": "a.txt", "title": "A", "genres": ["war"], "other": 3}, {"path": "/b.txt", "title": None}]
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "shelf.parquet")
    put(tmp_path, {"shelf.jsonl": "".join(json.dumps(row) + "\n" for row in rows)})
    listed = sources([tmp_path / "shelf.parquet"]).sources
    assert listed == sources([tmp_path / "shelf.jsonl"]).sources
    assert listed[0][0].genres == ("war",)
    (tmp_path / "bad.parquet").write_text("no")
    with pytest.raises(UsageError, match=r"bad\.parquet cannot be read"):
        sources([tmp_path / "bad.parquet"])


def test_a_url_gives_the_same_rows_as_its_folder(tmp_path: Path) -> None:
    pytest.importorskip("fsspec", reason="fsspec is not installed: make test-extras")
    folder = put(tmp_path / "s", {f"{n}.txt": novel(n, NAMES[n : n + 2]) for n in range(3)})
    put(folder, {"list.jsonl": '{"path": "2.txt", "author": "B"}\n'})

    def rows(named: list[str]) -> list[tuple[object, ...]]:
        asked: list[Asked] = sources(named).asked(EvaluateRequest(method="embedded"))
        found = [judge_one(each) for each in asked if not each.key.endswith(".jsonl")]
        return [(Path(row.path).name, row.title, row.author, row.signature, row.why) for row in found]

    url = f"file://{folder}"
    local = [str(folder / f"{n}.txt") for n in range(3)]
    assert rows([url]) == rows(local)
    assert rows([f"{url}/1.txt"]) == rows(local[1:2])
    assert rows([f"{url}/list.jsonl"]) == rows([str(folder / "list.jsonl")])


def test_what_fabula_wrote_to_a_folder_is_not_taken_for_books(tmp_path: Path) -> None:
    """The folder of the demo, and one with --out beside the books: reports became books of the next run."""
    answer = '{\n "kind": "evaluate",\n "schema_version": 2,\n "fabula_version": "0.2.0"\n}'
    written = (
        "report.json",
        "report.html",
        "report.md",
        "manuscript.html",
        "figures/mood.svg",
        "one.notes.epub",
    )
    couples = [NAMES[at : at + 2] for at in range(0, 8, 2)]
    folder = put(tmp_path / "s", {f"{n}.txt": novel(n, pair) for n, pair in enumerate(couples, 1)})
    put(folder, dict.fromkeys(written, answer))
    put(folder / "notes", {"edit.json": answer, "manuscript.html": "<p>", "notes.md": "# x", "notes.csv": ""})
    put(folder / "more", {"5.txt": novel(9, NAMES[2:4]), "report.json": answer, "report.html": "<p>"})
    found = [source.path.relative_to(folder).as_posix() for source, _ in sources([folder]).sources]
    assert found == ["1.txt", "2.txt", "3.txt", "4.txt", "more"]


def test_an_author_may_name_a_chapter_as_our_files_are_named(tmp_path: Path) -> None:
    couples = [NAMES[at : at + 2] for at in range(0, 6, 2)]
    folder = put(tmp_path / "s", {f"{n}.txt": novel(n, pair) for n, pair in enumerate(couples, 1)})
    put(folder, {"report.md": novel(7, NAMES[6:8])})
    assert len(sources([folder]).sources) == 4
