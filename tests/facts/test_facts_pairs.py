"""Summaries of several systems in one file: scores by system, and paired tests."""

from __future__ import annotations

import json
from pathlib import Path

from commands import fabula
from facts.keyed import ERRORS, EXAMPLES, synopsis


def written(folder: Path, rows: list[dict[str, str]]) -> Path:
    path = folder / "pairs.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def several(folder: Path) -> Path:
    story = (EXAMPLES / "the-tide-house.txt").read_text(encoding="utf-8")
    (folder / "tide.txt").write_text(story, encoding="utf-8")
    true = [one.text for one in synopsis("synopsis").sentences]
    false = [f"Zebulon {one['sentence']} Ottoline sells nine camels in Cairo." for one in ERRORS]
    rows = []
    for n, told in enumerate(["tide.txt", story[:20_000], story[8_000:30_000]]):
        rows.append({"story": told, "system": "careful", "summary": " ".join(true[n : n + 6])})
        rows.append({"story": told, "system": "careless", "summary": " ".join(false[n : n + 3])})
    return written(folder, rows)


def test_systems_are_scored_and_compared_story_by_story(tmp_path: Path) -> None:
    done = fabula("facts", "pairs", several(tmp_path), "--json")
    found = json.loads(done.stdout)
    assert [row["system"] for row in found["systems"]] == ["careful", "careless"]
    (test,) = found["tests"]
    assert test["n"] == 3 and test["difference"] > 0 and 0 < test["p"] <= 1
    assert len(found["summaries"]) == 6 and found["signature"].startswith("facts-pairs.embedded|pairs:")


def test_the_table_names_systems_and_the_difference(tmp_path: Path) -> None:
    done = fabula("facts", "pairs", several(tmp_path))
    assert done.returncode == 0 and "careful against careless" in done.stdout


def test_a_row_that_lacks_something_is_named(tmp_path: Path) -> None:
    done = fabula("facts", "pairs", written(tmp_path, [{"story": "A.", "system": "x"}]))
    assert done.returncode == 2 and "line 1: a row needs story, system, summary" in done.stderr
    done = fabula("facts", "pairs", written(tmp_path, [{"story": "no.txt", "system": "x", "summary": "A."}]))
    assert done.returncode == 2 and "there is no story no.txt" in done.stderr
