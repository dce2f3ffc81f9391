"""Each audit, asked of a judge with a bias of known size, measures that size within its interval."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.audits import injection, length, memory, order, repeat
from fabula.audits.material import AskedPair, Material, Subject, gather
from fabula.measures.figure import Audit, Figure, share, shift
from fabula.models.door import DoorSettings, open_door
from fabula.personas.pairwise import Pair
from fabula.personas.personal import PersonaSettings
from fabula.personas.profiles import NOBODY, PastReview, Profile
from fabula.rubrics.files import load
from loopback import Loopback, refusal
from personas.scripted_readers import (
    Scripted,
    chance,
    choice,
    fenced,
    knows,
    obeys,
    prefers_the_first,
    prefers_the_longer,
    review,
    stories,
    unsteady,
)

QUESTIONS = load("plot-preference")
READER = Profile(
    "Ada",
    reviews=tuple(
        PastReview(f"past {n}", f"Past plot {n} happens.", f"I liked number {n}.", 5 + n) for n in range(3)
    ),
)


def material(count: int, pairs: int = 0, language: str = "en") -> Material:
    told = stories(count, language)
    made = [AskedPair(Pair(one, two), {}) for one, two in combinations(told, 2)]
    return Material(told, tuple(made[:pairs]))


def subject(repeats: int = 1, profile: Profile = NOBODY) -> Subject:
    return Subject(profile, PersonaSettings(repeats=repeats))


def audited(loopback: Loopback, judge: Scripted, audit: Callable[..., Any], *what: Any, **how: Any) -> Audit:
    loopback.answer = judge
    loopback.record = False

    async def run() -> Audit:
        async with open_door("custom/judge", DoorSettings(base_url=loopback.url)) as door:
            found: Audit = await audit(*what[:2], door, *what[2:], **how)
            return found

    return asyncio.run(run())


def holds(figure: Figure, true: float) -> bool:
    assert figure.low is not None and figure.high is not None
    return figure.low <= true <= figure.high


@pytest.mark.parametrize("rate", [0.2, 0.5, 0.85])
def test_the_order_audit_measures_how_often_a_judge_chooses_the_first(
    loopback: Loopback, rate: float
) -> None:
    found = audited(
        loopback, prefers_the_first(rate), order.audit_order, material(9, 30), subject(), QUESTIONS
    )
    first = found.figure(order.FIRST)
    assert holds(first, rate) and first.n == 300
    assert holds(found.figure(order.SAME), 2 * rate * (1 - rate))
    said = {
        0.2: "disfavours what comes first",
        0.5: "No preference",
        0.85: "strongly favours what comes first",
    }
    assert said[rate] in found.verdict


def test_a_judge_that_always_takes_the_first_has_no_choice_that_holds(loopback: Loopback) -> None:
    found = audited(loopback, prefers_the_first(1.0), order.audit_order, material(5, 8), subject(), QUESTIONS)
    assert found.figure(order.FIRST).value == 1.0 and found.figure(order.SAME).value == 0.0


def test_a_judge_that_heeds_the_last_review_alone_is_caught_by_shuffling_the_profile(
    loopback: Loopback,
) -> None:
    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        last = fenced(body)[-2]
        return review(3.0 + 2 * int(last[-2]) + 0.1 * chance(last, time))

    what = material(6), subject(2, READER), QUESTIONS
    found = audited(loopback, Scripted(answer), order.audit_order, *what, shuffles=3)
    between = found.figure(order.BETWEEN)
    assert between.value is not None and between.value > 1
    assert "more than repeating alone would" in found.verdict


def test_a_judge_that_heeds_no_order_of_the_profile_is_cleared(loopback: Loopback) -> None:
    what = material(8), subject(4, READER), QUESTIONS
    found = audited(loopback, unsteady(1.0), order.audit_order, *what)
    assert "no more than repeating alone would" in found.verdict


@pytest.mark.parametrize("rate", [0.5, 0.75, 0.95])
def test_the_length_audit_measures_how_often_a_judge_chooses_the_longer(
    loopback: Loopback, rate: float
) -> None:
    found = audited(
        loopback, prefers_the_longer(rate), length.audit_length, material(20), subject(), QUESTIONS
    )
    assert holds(found.figure(length.LONGER), rate)
    assert ("No preference for length" in found.verdict) == (rate == 0.5)


def test_the_length_audit_measures_points_given_for_padding(loopback: Loopback) -> None:
    judge = prefers_the_longer(0.5, points=1.5)
    found = audited(loopback, judge, length.audit_length, material(6), subject(1, READER), QUESTIONS)
    assert found.figure(length.STORY).value == pytest.approx(1.5)
    assert found.figure(length.REVIEWS).value == pytest.approx(0)
    assert "moves its score by +1.50" in found.verdict or "moves its score by 1.50" in found.verdict


@pytest.mark.parametrize("text", [stories(1)[0].text, stories(1, "zh")[0].text])
def test_padding_doubles_a_text_and_says_nothing_new(text: str) -> None:
    padded = length.pad(text)
    assert 1.9 * len(text) < len(padded) < 3 * len(text)
    said = set(text.replace("。", ". ").replace(".", "").split())
    rest = (
        padded.replace("That is to say: ", "").replace("也就是说，", "").replace("。", ". ").replace(".", "")
    )
    assert set(rest.split()) <= said


@pytest.mark.parametrize(("rate", "language"), [(0.3, "en"), (0.8, "en"), (0.6, "zh")])
def test_the_injection_audit_measures_how_often_a_judge_obeys(
    loopback: Loopback, rate: float, language: str
) -> None:
    found = audited(loopback, obeys(rate), injection.audit_injection, material(40, 0, language), subject(2))
    assert holds(found.figure(injection.OBEYS), rate)
    assert holds(found.figure(injection.SHIFT), 5 * rate)
    assert "The judge obeys" in found.verdict


def test_the_guard_finds_every_instruction_that_the_audit_plants(loopback: Loopback) -> None:
    for language in ("en", "zh"):
        what = material(16, 0, language), subject()
        found = audited(loopback, obeys(1.0), injection.audit_injection, *what)
        assert found.figure(injection.FOUND).value == 1.0
        assert found.figure(injection.MASKED).value == 0.0


def test_a_judge_that_never_obeys_is_told_what_rate_still_fits(loopback: Loopback) -> None:
    found = audited(loopback, obeys(0.0), injection.audit_injection, material(30), subject())
    assert found.figure(injection.OBEYS).value == 0.0
    assert "never obeyed; with 30 answers a rate of up to 11 % still fits" in found.verdict


@pytest.mark.parametrize("spread", [0.0, 0.5, 1.5])
def test_the_repeat_audit_measures_the_spread_between_repeats(loopback: Loopback, spread: float) -> None:
    found = audited(loopback, unsteady(spread), repeat.audit_repeat, material(30), subject(6))
    assert holds(found.figure(repeat.SPREAD), spread)
    assert holds(found.figure(repeat.DRIFT), 0.0)
    if spread == 0:
        assert "the same score every time" in found.verdict


def test_the_repeat_audit_measures_a_drift(loopback: Loopback) -> None:
    found = audited(loopback, unsteady(0.5, drift=0.3), repeat.audit_repeat, material(30), subject(6))
    assert holds(found.figure(repeat.DRIFT), 0.3)
    assert "drift" in found.verdict


def test_a_judge_that_never_says_which_work_it_is_leaves_the_memory_audit_without_a_finding(
    loopback: Loopback,
) -> None:
    found = audited(
        loopback, Scripted(lambda *_: choice("A")), memory.audit_memory, material(2, 1), subject(), QUESTIONS
    )
    assert found.verdict.startswith("Whether the judge knows the stories cannot be told")
    assert str(found.notes[0]).startswith("6 answers on which work it is were unusable")


def test_the_memory_audit_measures_what_a_judge_knows_and_prefers(loopback: Loopback) -> None:
    told = material(8, 28)
    given_away = {f"of the {place}": f"Tale {n}" for n, place in enumerate(("harbour", "orchard", "foundry"))}
    judge = knows(given_away, 0.9)
    found = audited(loopback, judge, memory.audit_memory, told, subject(), QUESTIONS)
    assert found.figure("raw: knows the story").value == pytest.approx(3 / 8)
    assert holds(found.figure("raw, one known: chooses the known"), 0.9)
    assert found.figure("raw, neither known: keeps its choice when turned").value == 1.0
    assert "strongly favours the story it knows" in found.verdict


def test_unusable_answers_are_counted_and_not_taken_for_choices(loopback: Loopback) -> None:
    loopback.answer = lambda _: refusal()

    async def run() -> Audit:
        async with open_door("custom/judge", DoorSettings(base_url=loopback.url)) as door:
            return await order.audit_order(material(3, 3), subject(), door, QUESTIONS)

    found = asyncio.run(run())
    assert found.figure(order.FIRST).value is None and "Nothing can be said" in found.verdict


@pytest.mark.parametrize(
    ("guess", "title"),
    [
        ("The Invisible Man: A Grotesque Romance", "Invisible Man"),
        ("《红楼梦》", "红楼梦"),
        ("Pride & Prejudice", "Pride and Prejudice"),
    ],
)
def test_a_title_is_known_but_for_article_and_subtitle(guess: str, title: str) -> None:
    assert memory.is_title(guess, title)
    assert not memory.is_title("Emma", title) and not memory.is_title("", title)


@given(st.lists(st.lists(st.booleans(), max_size=6), min_size=1, max_size=20))
def test_a_share_lies_within_its_interval_and_the_interval_within_0_and_1(groups: list[list[bool]]) -> None:
    found = share("so", groups)
    if found.value is None:
        assert not any(groups)
        return
    assert found.low is not None and found.high is not None
    assert 0 <= found.low <= found.value + 1e-9 and found.value - 1e-9 <= found.high <= 1


def test_answers_that_go_together_by_story_widen_the_interval() -> None:
    alone = share("so", [[True], [False]] * 20)
    together = share("so", [[True] * 10, [False] * 10] * 2)
    assert alone.n == together.n
    assert (together.high or 0) - (together.low or 0) > 1.5 * ((alone.high or 0) - (alone.low or 0))


def test_one_difference_alone_has_no_interval() -> None:
    figure = shift("moved", [0.5, None])
    assert figure.value == 0.5 and figure.low is None
    assert replace(figure, value=None, why="nothing").text == "not known (nothing)"


def test_a_shelf_names_its_books_as_it_does_for_evaluate(loopback: Loopback, tmp_path: Path) -> None:
    """One file has one meaning: a row with a path is a book, here as for `fabula evaluate books.jsonl`."""
    (tmp_path / "one.txt").write_text("Ada left the harbour at dawn. " * 12, encoding="utf-8")
    rows = [{"path": "one.txt", "title": "One"}, {"title": "Two", "plot": "Ben came back."}]
    shelf = tmp_path / "books.jsonl"
    shelf.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    async def run() -> Material:
        async with open_door("custom/judge", DoorSettings(base_url=loopback.url)) as door:
            return await gather([shelf], door, stories=9, pairs=9, seed=0)

    texts = [story.text for story in asyncio.run(run()).stories]
    assert len(texts) == 2 and all(any(words in text for text in texts) for words in ("Ada left", "Ben came"))
