"""A model whose every answer is useless: the run says so, and its exit code is 1."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from loopback import Behaviour, Loopback, plain, refusal

QUESTION = {
    "id": "1", "title": "Tide", "question": "Who keeps the tower?", "A": "Ruth", "B": "Ann", "C": "Sam", "D": "Lee", "answer": "A",
}  # fmt: skip


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    profile = {"reader": "ann", "text": "A girl finds a whale.", "review": "Loved it.", "score": 8}
    (tmp_path / "reader.jsonl").write_text(json.dumps(profile) + "\n")
    (tmp_path / "plot.txt").write_text("A clerk hides the last map of a city, and his son hunts him for it.")
    (tmp_path / "other.txt").write_text("Two sisters keep a lighthouse in a year of storms, and one leaves.")
    (tmp_path / "quiz.jsonl").write_text(json.dumps(QUESTION) + "\n")
    story = {"model": "a", "story": "s", "chapter": 1, "text": "The tide came in. She counted it. " * 20}
    (tmp_path / "stories.jsonl").write_text(json.dumps(story) + "\n")
    return tmp_path


def commands(where: Path) -> dict[str, list[object]]:
    reader = ["--profile", where / "reader.jsonl", "--model", "custom/m"]
    return {
        "rate": ["persona", "rate", where / "plot.txt", *reader, "--repeats", 3],
        "compare": ["persona", "compare", where / "plot.txt", where / "other.txt", *reader],
        "quiz": ["quiz", "run", where / "quiz.jsonl", "--model", "custom/m"],
        "judge": ["novelist", "judge", where / "stories.jsonl", "-o", where / "s.jsonl", "--judge", "custom/m"],
        "repeat": ["audit", "repeat", where / "plot.txt", where / "other.txt", "--model", "custom/m"],
    }  # fmt: skip


@pytest.mark.parametrize("command", ["rate", "compare", "quiz", "judge", "repeat"])
def test_nothing_but_empty_answers_is_said_once_and_is_a_failure(
    command: str, inputs: Path, loopback: Loopback
) -> None:
    loopback.answer = lambda _: ""
    said = fabula(*commands(inputs)[command], "--base-url", loopback.url, COLUMNS="80")
    assert said.returncode == 1, said.stderr
    line = " ".join(said.stderr.split())
    assert line.count("No answer could be used") == 1 and "empty: the answer was empty" in line
    assert "word for word" not in line, "empty answers are not one answer repeated"
    assert max(map(len, said.stderr.splitlines())) <= 80


def test_a_quiz_without_one_readable_reply_is_a_failure(inputs: Path, loopback: Loopback) -> None:
    loopback.answer = lambda _: "The keeper is somebody else."
    said = fabula(*commands(inputs)["quiz"], "--base-url", loopback.url)
    assert said.returncode == 1 and "no reply names an option" in said.stderr
    loopback.answer = lambda _: "A"
    assert fabula(*commands(inputs)["quiz"], "--prompt", "long", "--base-url", loopback.url).returncode == 0


def test_one_answer_of_use_is_no_failure(inputs: Path, loopback: Loopback) -> None:
    answers = iter(["", "", "", json.dumps({"review": "Dull.", "score": 4})])

    def one_in_four(body: dict[str, Any]) -> Any:
        return next(answers, None) or plain(body)

    loopback.honours_n = False
    loopback.answer = one_in_four
    said = fabula(*commands(inputs)["rate"], "--base-url", loopback.url)
    assert said.returncode == 0 and "could be used" not in said.stderr


@pytest.mark.parametrize("answer", [refusal(), Behaviour(text=None, finish="content_filter")])
def test_a_declined_question_is_not_put_again_with_another_cue(
    answer: Behaviour, inputs: Path, loopback: Loopback
) -> None:
    loopback.answer = lambda _: answer
    assert fabula(*commands(inputs)["quiz"], "--base-url", loopback.url).returncode == 1
    assert loopback.count == 1


@pytest.mark.parametrize("answer", ["<think>\nRuth does.\nA", Behaviour(text="A. Because", finish="length")])
def test_a_reply_that_names_its_option_is_read_though_it_never_ended(
    answer: str | Behaviour, inputs: Path, loopback: Loopback
) -> None:
    loopback.answer = lambda _: answer
    said = fabula(*commands(inputs)["quiz"], "--base-url", loopback.url, "--json")
    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["accuracy"]["value"] == 1 and loopback.count == 1
