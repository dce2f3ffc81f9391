"""A panel of models answers a set: what is easy, middle or hard for it, and what tells its models apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from quizzes import asked, key_of, quiz

from commands import fabula
from fabula.quiz.files import jsonl_text
from loopback import Answer, Loopback

SET = quiz("ABCDABCD")
RIGHT = {"poor": {0, 7}, "fair": {0, 1, 2}, "good": {0, 1, 2, 3}, "best": {0, 1, 2, 3, 4}}
"""The rows that each model knows. Row 7 is known by the poorest alone."""


def panel(body: dict[str, Any]) -> Answer:
    text, options = asked(body)
    row = next(each.row for each in SET.questions if each.text == text)
    knows = row in RIGHT[body["model"]]
    right = key_of(SET)[text]
    return next(letter for letter, option in options.items() if (option == right) == knows)


@pytest.fixture
def file(tmp_path: Path, loopback: Loopback) -> Path:
    loopback.answer = panel
    place = tmp_path / "set.jsonl"
    place.write_text(jsonl_text(SET.questions), encoding="utf-8")
    return place


def weighed(file: Path, loopback: Loopback, *words: str) -> Any:
    models = [word for name in RIGHT for word in ("--model", f"custom/{name}")]
    done = fabula("quiz", "difficulty", file, *models, "--base-url", loopback.url, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_each_question_has_its_share_its_discrimination_and_its_group(file: Path, loopback: Loopback) -> None:
    found = weighed(file, loopback)
    assert found["models"] == {
        "custom/poor": 0.25, "custom/fair": 0.375, "custom/good": 0.5, "custom/best": 0.625,
    }  # fmt: skip
    assert [each["right"]["value"] for each in found["questions"]] == [1, 0.75, 0.75, 0.5, 0.25, 0, 0, 0.25]
    groups = [each["difficulty"] for each in found["questions"]]
    assert groups == ["easy", "easy", "easy", "middle", "hard", "hard", "hard", "hard"]
    assert found["counts"] == {"easy": 3, "middle": 1, "hard": 4}
    first, known, *_, odd = found["questions"]
    assert first["discrimination"] is None and first["right"]["low"] < 0.6 and first["right"]["high"] == 1
    assert known["discrimination"] > 0.5 and odd["discrimination"] < -0.5
    assert loopback.count == 4 * 8 and found["usage"]["calls"] == 4 * 8
    printed = fabula(
        "quiz", "difficulty", file, *(word for name in RIGHT for word in ("--model", f"custom/{name}")),
        "--base-url", loopback.url,
    ).stdout  # fmt: skip
    assert "question 8 (line 8 of the file) (-" in printed


def test_difficulties_lie_beside_the_set_and_choose_questions(
    file: Path, loopback: Loopback, tmp_path: Path
) -> None:
    run = ("quiz", "run", file, "--model", "custom/good", "--base-url", loopback.url)
    without = fabula(*run, "--difficulty", "hard")
    assert without.returncode == 2 and "run `fabula quiz difficulty`" in without.stderr
    weighed(file, loopback)
    found = json.loads(fabula(*run, "--difficulty", "middle,hard", "--json").stdout)
    assert [each["row"] for each in found["answers"]] == [3, 4, 5, 6, 7]
    assert {name: group["n"] for name, group in found["by_difficulty"].items()} == {"middle": 1, "hard": 4}
    whole = json.loads(fabula(*run, "--json").stdout)
    assert whole["signature"] != found["signature"]
    assert whole["by_difficulty"]["easy"]["accuracy"]["value"] == 1
    assert "difficulty: hard" in fabula(*run).stdout
    folder = tmp_path / "task"
    done = fabula("quiz", "export", file, folder, "--to", "lfed", "--difficulty", "easy")
    assert done.returncode == 0, done.stderr
    (written,) = folder.glob("*.csv")
    assert len(written.read_text(encoding="utf-8-sig").splitlines()) == 1 + 3
    corrected = file.read_text(encoding="utf-8").replace("甲0号", "甲零号")
    file.write_text(corrected, encoding="utf-8")
    again = json.loads(fabula(*run, "--difficulty", "easy", "--json").stdout)
    assert [each["row"] for each in again["answers"]] == [1, 2], "a corrected question is a new one"


def test_a_panel_has_two_models(file: Path, loopback: Loopback) -> None:
    alone = fabula("quiz", "difficulty", file, "--model", "custom/good", "--base-url", loopback.url)
    assert alone.returncode == 2 and "at least two models" in alone.stderr
    assert not loopback.count
