"""A judge that the benchmark has calibrated gets readers' stars in `evaluate`, by the file that the benchmark wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmarks.test_longstoryeval import rating_judge, release  # noqa: F401 - a fixture
from commands import fabula
from fabula.measures.calibrating import CalibrateResult
from judging.critics import critic, properties, short_book
from loopback import Loopback


def test_the_benchmark_writes_what_evaluate_takes(
    release: Path,  # noqa: F811
    loopback: Loopback,
    tmp_path: Path,
) -> None:
    told = (release / "summaries" / "b0.json").read_text(encoding="utf-8")
    for number in range(20):
        (release / "summaries" / f"b{number}.json").write_text(
            told.replace("book 0", f"book {number}"), encoding="utf-8"
        )
    (release / "test.txt").unlink()
    knows = rating_judge(release)

    def answer(body: dict[str, Any]) -> dict[str, Any]:
        return (
            critic(body) if "The Lamp" in str(body["messages"]) or "cast" in properties(body) else knows(body)
        )

    loopback.answer = answer
    asked = ["--model", "custom/critic", "--base-url", loopback.url, "--runs", 1]
    done = fabula(
        "bench", "longstoryeval", "--data", release, *asked, "--resamples", 100, "--calibrations", tmp_path / "maps"
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "20 books: aspects, genres and length are used beside the overall score from 60 books on." in said
    (file,) = (tmp_path / "maps").iterdir()
    assert file.name == "custom-critic-summary.calibration.json"
    found = CalibrateResult.load(file)
    assert found.held_out.books == 20 and found.held_out.rmse < 0.1 < found.held_out.mean_rmse
    assert (
        found.judge["m"] == "custom/critic" and found.request["calibrations"] is not None and found.signature
    )
    book = tmp_path / "lamp.md"
    book.write_text(
        "".join(f"# {each.title}\n\n{each.text}\n\n" for each in short_book().chapters), encoding="utf-8"
    )
    done = fabula(
        "evaluate",
        book,
        "--title",
        "The Lamp",
        "--method",
        "summary",
        *asked,
        "--calibration",
        file,
        "--json",
    )
    assert done.returncode == 0, done.stderr
    (stars,) = json.loads(done.stdout)["books"]
    assert stars["not_calibrated"] is None and 1 <= stars["calibrated"]["stars"] <= 5
    assert set(stars["calibrated"]["aspects"]) == {each["id"] for each in stars["aspects"]}
