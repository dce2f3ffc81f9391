"""A trained critic, served at an endpoint, asked in the form that it learned."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from commands import fabula
from fabula.cli import app
from fabula.errors import UsageError
from fabula.judging.critique import judge_by_critique
from fabula.judging.critique_form import PROMPT, Subject, answer, question
from fabula.judging.judged import Judged
from fabula.judging.settings import JudgeSettings
from fabula.models.prompts import load_prompt
from fabula.reading.reading import Character, Reading
from fabula.rubrics.files import load
from judging.critics import short_book
from judging.test_ways_of_judging import behind_a_door
from loopback import Behaviour, Loopback

LONGSTORY = load("longstory")
READING = Reading(
    "lamp",
    "plan",
    "Mara comes home and reads the letter.",
    (Character("Mara", profile="She tends the lamp."),),
    (),
    (),
)


def headings(body: dict[str, Any]) -> list[str]:
    said: list[str] = re.findall(r"^## (.+)$", body["messages"][1]["content"], re.MULTILINE)
    return said


def begun(body: dict[str, Any]) -> str:
    """The critic's own beginning of its answer, if it is to go on with one."""
    last = body["messages"][-1]
    return str(last["content"]) if last["role"] == "assistant" else ""


def stars_of(label: str) -> float:
    return 1 + len(label) % 9 / 2


def critic(body: dict[str, Any], language: str = "en") -> str:
    """Goes on with what is begun, as a server that continues the last message."""
    labels = headings(body)
    stars = stars_of(labels[0]) if len(labels) == 1 else 4.5
    whole = answer(
        {label: f"{label} holds; a score: none." for label in labels}, "A quiet book.", stars, language
    )
    assert whole.startswith(begun(body)), "the beginning is the critic's own, letter for letter"
    return whole.removeprefix(begun(body))


def judged(loopback: Loopback, language: str = "en", **settings: Any) -> Judged:
    book = short_book(2, language)
    return behind_a_door(
        loopback, lambda door: judge_by_critique(book, READING, JudgeSettings(LONGSTORY, **settings), door)
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_aspects_score_is_the_rating_of_its_own_critique(loopback: Loopback, language: str) -> None:
    """As the paper does it: one review of everything, then each critique again with an assessment and a rating."""
    bodies: list[dict[str, Any]] = []

    def answering(body: dict[str, Any]) -> str:
        bodies.append(body)
        return critic(body, language)

    loopback.answer = answering
    verdict = judged(loopback, language, critique="each").verdicts[0]
    assert loopback.count == 9 and [bool(begun(body)) for body in bodies] == [False] + 8 * [True]
    assert all(body["continue_final_message"] and not body["add_generation_prompt"] for body in bodies[1:])
    assert verdict.overall == 90 and verdict.assessment == "A quiet book." and not verdict.trouble
    for said, aspect in zip(verdict.aspects, LONGSTORY.scored_aspects, strict=True):
        label = aspect.wording(language).label
        assert said.score == pytest.approx(20 * stars_of(label))
        assert said.critique.startswith(f"{label} holds")


def test_asked_at_once_he_rates_the_whole_and_no_aspect(loopback: Loopback) -> None:
    loopback.answer = critic
    verdict = judged(loopback, critique="at once").verdicts[0]
    assert loopback.count == 1
    assert verdict.overall == 90
    assert len(verdict.missing) == 8 and all("holds" in said.critique for said in verdict.aspects)


@pytest.mark.parametrize(
    "spoilt", ["A fine book.", "### Score: 9.5", Behaviour(text="### Score: 4", finish="length")]
)
def test_a_review_without_a_rating_is_missing_and_said_so(
    loopback: Loopback, spoilt: str | Behaviour
) -> None:
    loopback.answer = lambda body: spoilt if headings(body) == ["Characters"] else critic(body)
    verdict = judged(loopback, critique="each").verdicts[0]
    assert verdict.missing == ("characters",)
    assert "1 of 9 reviews" in str(verdict.trouble)


def test_a_server_that_cannot_continue_an_answer_is_asked_without_and_the_signature_says_so(
    loopback: Loopback,
) -> None:
    def answering(body: dict[str, Any]) -> str | Behaviour:
        if "continue_final_message" in body:
            text = "Unrecognized request argument supplied: continue_final_message"
            return Behaviour(status=400, body=json.dumps({"error": {"message": text, "param": None}}))
        labels = headings(body)
        return answer({label: f"{label} holds." for label in labels}, "A book.", stars_of(labels[0]), "en")

    loopback.answer = answering
    verdict = judged(loopback, critique="each").verdicts[0]
    assert not verdict.missing and verdict.aspects[1].score == pytest.approx(20 * stars_of("Characters"))


def test_where_the_critic_left_an_aspect_out_it_is_asked_about_this_aspect(loopback: Loopback) -> None:
    def answering(body: dict[str, Any]) -> str:
        labels = headings(body)
        if len(labels) == 1:
            return critic(body)
        return answer({"Characters": "Characters holds; a score: none."}, "A quiet book.", 4.5, "en")

    loopback.answer = answering
    verdict = judged(loopback, critique="each").verdicts[0]
    assert not verdict.missing and verdict.aspects[0].critique.startswith("Plot and structure holds")


ROW = {
    "id": "lamp",
    "title": "The Lamp",
    "genres": ["Drama", "Sea"],
    "score": "3.4",
    "rating_distribution": ["1 (100%)"] * 5,
    "premise": "She comes home. ",
    "plot_summary": "\nMara comes home and reads the letter.",
    "character_summary": "**Mara**:\n- **Profile**: She tends\n  the lamp.\n- **Overall Experience**: She comes home.\n\n"
    "**Jon**:\n- **Profile**: Her brother.\n",
    "excerpts": ["The storm took the roof."],
}
PLAN = {
    "title": "The Lamp",
    "genres": ["Drama", "Sea"],
    "premise": "She comes home.",
    "plot": "Mara comes home and reads the letter.",
    "cast": [
        {"name": "Mara", "profile": "She tends the lamp. She comes home."},
        {"name": "Jon", "profile": "Her brother."},
    ],
    "excerpts": ["The storm took the roof."],
}


@pytest.mark.parametrize("excerpts", [True, False])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_lesson_and_a_question_about_the_same_book_are_the_same_letter_for_letter(
    loopback: Loopback, tmp_path: Path, at_once: bool, excerpts: bool
) -> None:
    """The whole: one reviewer speaks of every aspect. By aspect: one reviewer speaks of that aspect alone."""
    labels = [aspect.wording("en").label for aspect in LONGSTORY.scored_aspects]
    spoken_of = [
        "Plot",
        "Characters",
        "Writing",
        "World-Building",
        "Themes",
        "Emotional Impact",
        "Enjoyment",
        "Expectations",
    ]
    said = {name: f"{label} holds; a score: none." for name, label in zip(spoken_of, labels, strict=True)}
    reviews = [
        {"book": "lamp", "reviewer": "r", "rating": 5, "aspects": list(own), "reviews": [said[name] for name in own], "conclusion": "A quiet book."}
        for own in (spoken_of, *([name] for name in spoken_of))
    ]  # fmt: skip
    row = ROW if excerpts else {name: value for name, value in ROW.items() if name != "excerpts"}
    (tmp_path / "books.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    (tmp_path / "reviews.jsonl").write_text(
        "".join(json.dumps(one) + "\n" for one in reviews), encoding="utf-8"
    )
    (tmp_path / "plan.json").write_text(json.dumps(PLAN), encoding="utf-8")
    fabula("readers", "export", "--for", "critique", "--books", tmp_path / "books.jsonl", "--reviews", tmp_path / "reviews.jsonl",
           "-o", tmp_path / "lessons.jsonl", "--no-thin", "--no-normalise")  # fmt: skip
    lessons = [
        json.loads(line)["messages"]
        for line in (tmp_path / "lessons.jsonl").read_text("utf-8").split("\n")
        if line
    ]
    bodies: list[dict[str, Any]] = []

    def answering(body: dict[str, Any]) -> str:
        bodies.append(body)
        return critic(body)

    loopback.answer = answering
    words = [
        "--critique-at-once" if at_once else "--critique",
        *(["--critique-excerpts"] if excerpts else []),
    ]
    fabula("evaluate", "--plan", tmp_path / "plan.json", "--model", "custom/critic", "--base-url", loopback.url, "--runs", 1, *words, "--json")  # fmt: skip
    assert len(lessons) == 9 and len(bodies) == (1 if at_once else 9)
    for body in bodies:
        asked_now = body["messages"][:2]
        lesson = next(one for one in lessons if one[:2] == asked_now)
        assert lesson[2]["content"].startswith(begun(body))
        assert ("took the roof" in asked_now[1]["content"]) == excerpts


def test_what_differs_between_reviews_of_a_book_stands_at_the_end_of_the_question() -> None:
    """So that a server's prefix cache and the trainer's packing can share the book."""
    subject = Subject("The Lamp", "She reads the letter. " * 40, genres=("Drama",), premise="Home.")
    asked_of = [
        question(load_prompt(*PROMPT, "en"), subject, [label])[-1].content for label in ("Plot", "World")
    ]
    same = next(at for at, pair in enumerate(zip(*asked_of, strict=False)) if pair[0] != pair[1])
    assert same > 0.7 * len(asked_of[0])


def test_evaluate_asks_a_critic_about_a_plan(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = critic
    plan = tmp_path / "plan.md"
    plan.write_text("# The Lamp\n\n## Plot\nMara comes home and reads the letter.\n", encoding="utf-8")
    words = [
        "--plan",
        str(plan),
        "--model",
        "custom/critic",
        "--base-url",
        loopback.url,
        "--method",
        "summary",
    ]
    done = CliRunner().invoke(app, ["evaluate", *words, "--critique", "--runs", "2", "--json"])
    assert done.exit_code == 0, done.output
    book = json.loads(done.stdout)["books"][0]
    assert book["overall"]["score"] == 90
    assert (
        book["signature"].startswith("longstory.summary|m:custom/critic|n:2|")
        and "|critique:yes|" in book["signature"]
    )
    assert all(aspect["score"] is not None for aspect in book["aspects"])


def test_a_critic_judges_from_a_summary_only(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--critique goes with --method summary"):
        CliRunner().invoke(app, ["evaluate", str(tmp_path), "--critique"], catch_exceptions=False)
