"""A shelf judged without a model: one line per book, a line that says so for a bad book, and a killed run resumes."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from commands import fabula
from fabula.errors import UsageError
from fabula.judging.embedded_shelf import judge_shelf
from fabula.judging.request import EvaluateRequest
from fabula.judging.sources import Asked, sources
from fabula.workers.engines import engine


@pytest.fixture
def shelf(tmp_path: Path) -> list[Path]:
    text = "The harbour lay still. Ann walked to the water and looked at the boats.\n\n" * 40
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(
            f"Chapter 1\n\n{text}\n\nChapter 2\n\n{text}", encoding="utf-8"
        )
    (tmp_path / "empty.txt").write_text("")
    return [tmp_path / name for name in ("0.txt", "1.txt", "2.txt", "empty.txt")]


def asked(shelf: list[Path]) -> list[Asked]:
    return sources(shelf).asked(EvaluateRequest(method="embedded"))


def test_every_book_has_a_line_and_a_second_run_judges_only_what_is_missing(
    shelf: list[Path], tmp_path: Path
) -> None:
    results = tmp_path / "out" / "results.jsonl"
    counts: list[int] = []
    assert judge_shelf(asked(shelf), engine(workers=1), results, counts.append) == 1
    rows = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    assert [row["chapters"] for row in rows] == [2, 2, 2, None]
    assert "empty" in rows[3]["why"]
    assert "5,000 words or more" in rows[0]["unrated"] and rows[0]["stars"] is rows[0]["place"] is None
    whole = results.read_text(encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    results.write_text("".join(lines[:2]) + lines[2][:40], encoding="utf-8")
    counts.clear()
    assert judge_shelf(asked(shelf), engine(workers=1), results, counts.append) == 1
    assert counts == [2, 3, 4]
    assert results.read_text(encoding="utf-8") == whole


def test_parquet_holds_the_same_rows_and_so_do_two_processes(shelf: list[Path], tmp_path: Path) -> None:
    from pyarrow import parquet

    for number in range(3, 8):
        (tmp_path / f"{number}.txt").write_bytes((tmp_path / "0.txt").read_bytes())
        shelf.append(tmp_path / f"{number}.txt")
    assert len(shelf) > 8, "fewer are judged in this process"
    judge_shelf(asked(shelf), engine(workers=2, alone=0), tmp_path / "results.parquet", lambda _count: None)
    rows = parquet.read_table(tmp_path / "results.parquet").to_pylist()
    assert rows == [
        json.loads(line) for line in (tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()
    ]


def test_a_shelf_becomes_a_table_for_a_spreadsheet_with_the_best_first(
    shelf: list[Path], tmp_path: Path
) -> None:
    judge_shelf(asked(shelf), engine(workers=1), tmp_path / "results.csv", lambda _count: None)
    written = (tmp_path / "results.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(written, newline="")))
    assert {row["path"] for row in rows} == {str(path) for path in shelf}
    stars = [row["stars"] for row in rows]
    known = [float(each) for each in stars if each]
    assert known == sorted(known, reverse=True) and not any(stars[len(known) :])
    assert rows[-1]["why"]
    again = judge_shelf(asked(shelf), engine(workers=1), tmp_path / "results.csv", lambda _count: None)
    assert again == 1 and (tmp_path / "results.csv").read_text(encoding="utf-8-sig") == written


def test_a_shelf_names_the_books_that_could_not_be_judged(shelf: list[Path], tmp_path: Path) -> None:
    done = fabula("evaluate", *shelf, "--results", tmp_path / "r.jsonl")
    assert done.returncode == 1
    assert [line.split(":")[0].strip() for line in done.stderr.splitlines()] == [str(shelf[-1])]


def test_other_methods_and_files_are_refused(shelf: list[Path], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a folder for shards"):
        judge_shelf(asked(shelf), engine(workers=1), tmp_path / "results.xlsx", lambda _count: None)


def test_rows_made_with_other_options_do_not_join_those_that_are_there(
    shelf: list[Path], tmp_path: Path
) -> None:
    results = tmp_path / "results.jsonl"
    judge_shelf(asked(shelf[:1]), engine(workers=1), results)
    without = EvaluateRequest(method="embedded", no_reader_model=True)
    with pytest.raises(UsageError, match="its rows were made with other options"):
        judge_shelf(sources(shelf).asked(without), engine(workers=1), results)
    assert len(results.read_text(encoding="utf-8").splitlines()) == 1
    assert judge_shelf(asked(shelf), engine(workers=1), results) == 1
    titled = [replace(each, request=each.request.but(title="Another")) for each in asked(shelf)]
    judge_shelf(titled, engine(workers=1), results)


@pytest.mark.parametrize("left", ["", "made otherwise\n"])
def test_a_signature_without_rows_keeps_nobody_from_the_place(
    left: str, shelf: list[Path], tmp_path: Path
) -> None:
    (tmp_path / ".results.signature").write_text(left, encoding="utf-8")
    judge_shelf(asked(shelf), engine(workers=1), tmp_path / "results.jsonl")
    signed = (tmp_path / ".results.signature").read_text(encoding="utf-8")
    assert signed.startswith("evaluate.results|")


def test_a_folder_of_results_is_filled_with_shards_and_goes_on_after_a_kill(
    shelf: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pyarrow import parquet

    monkeypatch.setattr("fabula.judging.shelf_results.SHARD", 2)
    shelf += [tmp_path / f"{number}.txt" for number in (5, 6)]
    for path in shelf[4:]:
        path.write_bytes(shelf[0].read_bytes())
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert judge_shelf(asked(shelf[:5]), engine(workers=1), whole) == 1

    class Killed(BaseException):
        """What nothing catches."""

    def kill(done: int) -> None:
        if done == 3:
            raise Killed

    with pytest.raises(Killed):
        judge_shelf(asked(shelf[:5]), engine(workers=1), cut, kill)
    assert sorted(path.name for path in cut.iterdir()) == [
        ".rows.signature",
        "part-00000.parquet",
        "rows.jsonl",
    ]
    assert judge_shelf(asked(shelf[:5]), engine(workers=1), cut) == 1
    for folder in (whole, cut):
        parts = [f"part-0000{n}.parquet" for n in range(3)]
        assert sorted(path.name for path in folder.iterdir()) == [".rows.signature", *parts]
    assert parquet.read_table(whole) == parquet.read_table(cut)
    assert [row["why"] is None for row in parquet.read_table(cut).to_pylist()] == [
        True,
        True,
        True,
        False,
        True,
    ]


def test_a_fault_in_one_book_is_its_row(shelf: list[Path], tmp_path: Path) -> None:
    (broken,) = sources(shelf[:1]).asked(EvaluateRequest(method="embedded", language=7))  # type: ignore[arg-type]
    results = tmp_path / "rows.jsonl"
    assert judge_shelf([broken, *asked(shelf[1:2])], engine(workers=1), results) == 1
    rows = [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]
    assert "fault of fabula" in rows[0]["why"] and rows[1]["why"] is None


def test_a_table_that_cannot_be_written_is_said_in_one_line(shelf: list[Path], tmp_path: Path) -> None:
    (tmp_path / "taken.csv").mkdir()
    done = fabula("evaluate", *shelf[:2], "--results", tmp_path / "taken.csv")
    assert done.returncode == 1
    assert "taken.csv cannot be written" in done.stderr and "fault of fabula" not in done.stderr
