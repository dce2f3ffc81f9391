"""The rest of the paper's tables and figures: who read the book (7), what it took (8), reviews (4), critics and critiques (6, 7, 9)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.test_longstoryeval import bench, rating_judge, release  # noqa: F401 - a fixture
from commands import fabula
from fabula.benchmarks.longstoryeval import recorded_systems
from fabula.benchmarks.longstoryeval_result import Said
from fabula.benchmarks.longstoryeval_reviews import critiques
from fabula.benchmarks.longstoryeval_systems import System
from fabula.benchmarks.release import Listed, Shelf
from fabula.judging.judged import Judged
from fabula.judging.recorded import Recording
from fabula.models.door_settings import DoorSettings
from fabula.models.several import Doors
from fabula.readermodel.rating import BookFacts
from fabula.rubrics.files import load
from fabula.rubrics.verdict import AspectVerdict, Verdict
from judging.critics import short_book
from loopback import Loopback


@pytest.fixture
def texts(release: Path) -> Path:  # noqa: F811
    """The release with the texts of its ten test books."""
    told = {"chaps": [{"title": each.title, "content": [each.text]} for each in short_book(2).chapters]}
    for number in range(10):
        (release / "books_json" / f"b{number}.json").write_text(json.dumps(told), encoding="utf-8")
    return release


def test_all_three_rows_of_table_7_come_from_one_command(
    texts: Path, loopback: Loopback, own_home: Path, tmp_path: Path
) -> None:
    asked: list[str] = []
    judge = rating_judge(texts)

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        asked.append(body["model"])
        found: dict[str, Any] = judge(body)
        return found | ({"plot": "Mara rows."} if body["model"] == "cheap" else {})

    loopback.answer = answer
    (own_home / "fabula.toml").write_text(
        "".join(
            f'[models.{name}]\nprovider = "custom"\nname = "{name}"\nbase_url = "{loopback.url}"\n'
            for name in ("reader", "cheap")
        )
    )
    words = [
        "--data", texts, "--model", "custom/critic", "--base-url", loopback.url, "--reading-model", "reader",
        "--also-read-by", "cheap", "--from", "both", "--runs", 1, "--resamples", 100, "--limit", 4,
    ]  # fmt: skip
    done = fabula("bench", "longstoryeval", *words, "--json", "--csv", tmp_path / "t.csv")
    assert done.returncode == 0, done.stderr
    rows = [line.split(",") for line in (tmp_path / "t.csv").read_text().splitlines() if ",ours," in line]
    assert [row[2] for row in rows if row[0] == "7"] == [
        "Overall Summary (custom/reader)",
        "Chapter Summaries (custom/reader)",
        "Overall Summary (custom/cheap)",
    ]
    assert [row[0] for row in rows] == ["2", "7", "7", "7", "8", "8"]
    found = json.loads(done.stdout)
    cheap = found["systems"]["custom/critic: summary, read by custom/cheap"]
    assert cheap["another_reader"] and "|reading:custom/cheap|" in cheap["signature"]
    assert "|reading:custom/reader|" in found["systems"]["custom/critic: summary"]["signature"]
    assert found["reading"].keys() == {"custom/critic", "custom/critic, read by custom/cheap"}
    calls = {name: asked.count(name) for name in set(asked)}
    assert calls["reader"] == calls["cheap"] >= 4 and calls["critic"] == 12


async def test_a_reader_reads_alone_whoever_reads_for_the_others(loopback: Loopback) -> None:
    doors = Doors(DoorSettings(base_url=loopback.url, reading_model="custom/reader"))
    judge, cheap = doors.to("custom/judge"), doors.alone("custom/cheap")
    assert judge.reading.model == "custom/reader" and cheap.reading is cheap is doors.alone("custom/cheap")
    await doors.close("done")


def test_reviews_alone_give_table_4_and_the_figures(release: Path, tmp_path: Path) -> None:  # noqa: F811
    rows = [
        {"book": f"b{n}", "reviewer": f"r{m}", "rating": 1 + (n + m) % 5, "aspects": ["Plot", "Characters"][: 1 + m % 2],
         "reviews": ["Fast.", "Warm."][: 1 + m % 2], "conclusion": "Good."}
        for n in range(60) for m in range(4)
    ]  # fmt: skip
    (tmp_path / "r.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    asked = ["--data", release, "--reviews", tmp_path / "r.jsonl", "--resamples", 100]
    found = bench(*asked, "--csv", tmp_path / "t.csv", "--figures", tmp_path / "drawn")
    assert (found["reviews"]["reviews"], found["reviews"]["books"], found["table"]) == (240, 60, {})
    table = [line.split(",")[:4] for line in (tmp_path / "t.csv").read_text().splitlines()[1:]]
    names = ["600 books", "raw", "thinned", "normalised", "thinned and normalised"]
    assert [row[2] for row in table] == names and {row[0] for row in table} == {"4"}
    page = (tmp_path / "drawn" / "figures.md").read_text(encoding="utf-8")
    assert "Figure 4" in page and (tmp_path / "drawn" / "figures" / "distribution.svg").is_file()
    done = fabula("bench", "longstoryeval", *asked)
    assert "Appendix B.2" in done.stdout and "31%" in done.stdout and "too few" not in done.stdout


def test_critiques_of_the_worst_and_the_best_book_stand_side_by_side(
    release: Path,  # noqa: F811
    loopback: Loopback,
    tmp_path: Path,
) -> None:
    loopback.answer = rating_judge(release)
    found = bench(
        "--data", release, "--model", "custom/critic", "--base-url", loopback.url, "--runs", 1, "--definitions", "both",
        "--resamples", 100, "--figures", tmp_path / "drawn", "--limit", 10,
    )  # fmt: skip
    worst, best = found["critiques"]
    assert worst["readers"] < best["readers"] and len(worst["said"]) == 2
    plot = worst["said"]["custom/critic: summary"]["plot"]
    assert plot["text"].startswith("Strengths:") and plot["weaknesses"] and 0 < plot["score"] <= 5
    page = (tmp_path / "drawn" / "figures.md").read_text(encoding="utf-8")
    assert "## Figure 6:" in page and "## Figure 9:" in page and f"*{plot['weaknesses']}*" in page


def test_a_rehearsal_writes_no_calibration_and_a_folder_that_cannot_be_is_found_first(
    release: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    asked = [
        "bench",
        "longstoryeval",
        "--data",
        release,
        "--model",
        "openai/gpt-4o",
        "--runs",
        1,
        "--dry-run",
    ]
    done = fabula(*asked, "--calibrations", tmp_path / "maps")
    assert done.returncode == 0 and not (tmp_path / "maps").exists()
    (tmp_path / "file").write_text("")
    done = fabula(*asked, "--calibrations", tmp_path / "file" / "maps")
    assert done.returncode == 2 and "choose another folder" in done.stderr


def test_a_recorded_critique_is_shown_without_headings_and_once() -> None:
    said = "### Review:\n**Plot and Structure:**\nToo slow.\n\n### Weak:\nThe end.\n\n### Overall Assessment:\nToo slow.\n\n### Score: 3.5"
    verdict = Verdict("b", "longstory", "summary", "m", 0, 3.5, "", (AspectVerdict("plot", 70.0, said),))
    shelf = Shelf(books={"b": Listed("b", "B", "A", BookFacts(), 3.2)})
    (book,) = critiques(shelf, [System("critic", {"b": Judged((verdict,))})], load("longstory"))
    assert book.said["critic"]["plot"] == Said(score=3.5, text="Too slow.\nThe end.", weaknesses="")


def test_two_recordings_of_critics_have_two_names() -> None:
    first, second = (
        Recording(name, {"summary": {}}, {"b": 4.0}) for name in ("novelcritique", "novelcritique_raw")
    )
    (one,) = recorded_systems(first)
    (two,) = recorded_systems(second, taken={one.name})
    assert (one.name, two.name) == ("NovelCritique", "novelcritique_raw") and one.about["critic"]
