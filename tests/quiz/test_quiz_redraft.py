"""Questions that reviewers sent back, drafted again from the reviewers' words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from commands import fabula
from fabula.quiz.files import jsonl_text, read_set
from fabula.quiz.questions import Question
from fabula.quiz.review import Review, keep, read_reviews, review_states, reviews_file
from loopback import Answer, Loopback

BOOK = "Chapter 1\n\nMara carried the blue lamp to the ferry. Old Finn refused her coin.\n\nChapter 2\n\nThe river rose in March. Finn lost his boat and his dog.\n"
OPTIONS = ("the blue lamp", "a coin", "a dog", "a boat")
YES = dict.fromkeys(("clear", "kind", "answer", "options"), True)


def question(row: int, text: str, answer: str = "A", **more: Any) -> Question:
    options = [*OPTIONS[1:]]
    options.insert("ABCD".index(answer), OPTIONS[0])
    return Question(row, "The Ferry", f"In “The Ferry”, {text}", tuple(options), answer, **more)


SET = (
    question(0, "what does Mara carry?", category="role-behaviour", passage="Mara carried the blue lamp to the ferry."),
    question(1, "what happened in March?", "C", passage="The river rose in March."),
    question(2, "who is Finn?", "D"),
)  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "set.jsonl"
    place.write_text(jsonl_text(SET), encoding="utf-8")
    (tmp_path / "The Ferry.txt").write_text(BOOK, encoding="utf-8")
    for who in ("ann", "ben"):
        keep(reviews_file(place), Review(who, SET[0].digest, YES))
    keep(
        reviews_file(place), Review("ann", SET[1].digest, YES | {"answer": False}, "the dog is true as well")
    )
    keep(reviews_file(place), Review("ben", SET[2].digest, YES | {"clear": False}, "which Finn"))
    return place


def drafter(asked: list[str]) -> Any:
    """Drafts a good question where told of the dog, and one without a proof otherwise."""

    def answer(body: dict[str, Any]) -> Answer:
        text = str(body["messages"][-1]["content"])
        asked.append(text)
        told = "the dog is true as well" in text
        return {
            "question": "What rose in March?", "right": "the river", "wrong_1": "the price", "wrong_2": "the moon",
            "wrong_3": "the crew", "proof": "The river rose in March." if told else "Nobody wrote this sentence here.",
        }  # fmt: skip

    return answer


def test_a_new_draft_takes_the_place_of_the_old_and_the_other_reviews_hold(
    file: Path, loopback: Loopback
) -> None:
    asked: list[str] = []
    loopback.answer = drafter(asked)
    words = ("--model", "custom/m", "--base-url", loopback.url, "--rounds", "0")
    done = fabula("quiz", "redraft", file, file.with_name("The Ferry.txt"), *words, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    (new,), (left,) = found["redrafted"], found["left"]
    assert (new["row"], left["row"]) == (1, 2) and "proof" in str(left["why"])
    whole = read_set(Path(found["output"]))
    assert whole.questions[0] == SET[0] and whole.questions[2] == SET[2]
    assert whole.questions[1].answer == "C" and whole.questions[1].options[2] == "the river"
    assert whole.questions[1].passage == "The river rose in March." and whole.questions[1].chapter == 2
    first = next(text for text in asked if "the dog is true as well" in text)
    assert "what happened in March?" in first and "Does the book prove the answer" in first
    assert "The river rose in March. Finn lost" in first, "the passage of its proof"
    states = review_states(whole.questions, read_reviews(reviews_file(Path(found["output"]))))
    assert (states.passed, states.waiting) == ((0,), (1,)) and [each.row for each in states.sent_back] == [2]
    printed = fabula("quiz", "redraft", file, file.with_name("The Ferry.txt"), *words).stdout
    assert "question 3 stays" in printed and "What rose in March?" in printed.replace(
        "what rose", "What rose"
    )


def test_a_draft_that_asks_what_another_question_asks_is_not_taken(file: Path, loopback: Loopback) -> None:
    loopback.answer = lambda _: {
        "question": "In “The Ferry”, what does Mara carry?", "right": "the blue lamp", "wrong_1": "a coin",
        "wrong_2": "a dog", "wrong_3": "a boat", "proof": "The river rose in March.",
    }  # fmt: skip
    words = ("--model", "custom/m", "--base-url", loopback.url, "--rounds", "0", "--json")
    found = json.loads(fabula("quiz", "redraft", file, file.with_name("The Ferry.txt"), *words).stdout)
    assert found["redrafted"] == [] and [each["row"] for each in found["left"]] == [1, 2]
    assert all(each["why"]["code"] == "quiz.draft-asked-already" for each in found["left"])
