"""A trained critic, served at an endpoint, asked in the form that it learned."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fabula.cli import app
from fabula.errors import UsageError
from fabula.judging.critique import judge_by_critique
from fabula.judging.critique_form import PROMPT, Subject, answer, question
from fabula.judging.judged import Judged
from fabula.judging.settings import JudgeSettings
from fabula.models.prompts import load_prompt
from fabula.reading.reading import Character, Reading
from fabula.rubrics.files import load
from judging.critics import asked, short_book
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
    said: list[str] = re.findall(r"^## (.+)$", asked(body), re.MULTILINE)
    return said


def stars_of(label: str) -> float:
    return 1 + len(label) % 9 / 2


def critic(body: dict[str, Any], language: str = "en") -> str:
    labels = headings(body)
    stars = stars_of(labels[0]) if len(labels) == 1 else 4.5
    return answer(
        {label: f"{label} holds; a score: none." for label in labels}, "A quiet book.", stars, language
    )


def judged(loopback: Loopback, language: str = "en", **settings: Any) -> Judged:
    book = short_book(2, language)
    return behind_a_door(
        loopback, lambda door: judge_by_critique(book, READING, JudgeSettings(LONGSTORY, **settings), door)
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_aspects_score_is_the_rating_of_its_own_review(loopback: Loopback, language: str) -> None:
    loopback.answer = lambda body: critic(body, language)
    verdict = judged(loopback, language, critique="each").verdicts[0]
    assert loopback.count == 9
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
