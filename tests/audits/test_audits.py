"""Each audit, put to a judge with the bias and to one that has none."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.judges import READER, audited, effect, honest, material, subject, verdicts
from fabula.audits import (
    appearance,
    copying,
    injection,
    length,
    memory,
    order,
    own_prose,
    position,
    reading,
    repeat,
)
from fabula.audits.design import Asked
from fabula.audits.material import AskedPair, Material, Written, gather
from fabula.audits.neutral import padded, shortened_by_half
from fabula.languages import Language
from fabula.measures.figure import share, shift
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.personas.pairwise import Pair
from fabula.personas.personal import Story
from fabula.rubrics.files import load
from fabula.text.words import count_words
from loopback import Loopback, refusal
from personas.scripted_readers import (
    Scripted,
    chance,
    choice,
    fenced,
    is_choice,
    knows,
    obeys,
    prefers_the_first,
    review,
    stories,
    unsteady,
)

QUESTIONS = load("plot-preference")
ENDING = QUESTIONS.model_copy(update={"aspects": QUESTIONS.aspects[-1:]})
HONEST = Scripted(honest)
MEAN = Scripted(
    lambda body, time: (
        choice("A" if chance(str(body), time) < 0.5 else "B") if is_choice(body) else review(6.5)
    )
)
"""Returns the profile's mean whatever the story says."""


def dressed(points: Callable[[str], float]) -> Scripted:
    """Honest, but for points that depend on what else stands in the text."""

    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        given = honest(body, time)
        if not is_choice(body):
            given["score"] = round(min(10.0, max(1.0, given["score"] + points(fenced(body)[-1]))), 1)
        return given

    return Scripted(answer)


ENGLISH = Language("en").audits
WOMAN = dressed(lambda text: -2.0 if any(name in text for name in ENGLISH.women) else 0.0)
BOLD = dressed(lambda text: 2.0 if "**" in text else 0.0)
LATE = dressed(lambda text: -2.0 if ENGLISH.flaw in text[len(text) // 3 :] else 0.0)
LONG = dressed(lambda text: len(text) / 60)


@pytest.mark.parametrize(
    ("audit", "bias", "judge"),
    [
        (appearance.audit_author, "woman", WOMAN),
        (appearance.audit_formatting, "formatting", BOLD),
        (position.audit_position, "early", LATE),
    ],
)
def test_a_judge_moved_by_looks_is_found_and_one_that_reads_is_not(
    loopback: Loopback, audit: Callable[..., Any], bias: str, judge: Scripted
) -> None:
    what = material(20), subject()
    assert verdicts(audited(loopback, judge, audit, *what))[bias] == "bias"
    assert verdicts(audited(loopback, HONEST, audit, *what))[bias] != "bias"


def test_a_judge_that_pays_for_length_is_found_in_both_directions(loopback: Loopback) -> None:
    what = material(16), subject(1, READER), ENDING
    assert verdicts(audited(loopback, LONG, length.audit_length, *what))["length"] == "bias"
    assert "bias" not in verdicts(audited(loopback, HONEST, length.audit_length, *what)).values()


def test_a_judge_that_dislikes_any_change_of_a_story_has_no_preference_for_length(loopback: Loopback) -> None:
    whole = {story.text for story in stories(12)}

    def answer(body: dict[str, Any], _: int) -> dict[str, Any]:
        texts = fenced(body)
        if is_choice(body):
            return choice("A" if texts[-2] in whole else "B")
        return review(8 if texts[-1] in whole else 6)

    found = verdicts(
        audited(loopback, Scripted(answer), length.audit_length, material(12), subject(), ENDING)
    )
    assert found["length"] != "bias" and found["longer"] != "bias"


@pytest.mark.parametrize("story", [*stories(2), stories(1, "zh")[0]])
def test_padding_adds_new_neutral_sentences_and_cutting_leaves_some_out(story: Story) -> None:
    long, short = padded(story.text), shortened_by_half(story.text)
    words = [count_words(text, story.language) for text in (short, story.text, long)]
    assert words[0] < words[1] < words[2] and words[2] >= 2 * words[1]
    assert "That is to say" not in long
    added = padded("It rained. " * 60, words=600).replace("It rained.", "").split(".")
    own = [one.strip() for one in added if one.strip()]
    assert len(set(own)) == len(own), "no added sentence occurs twice"


@pytest.mark.parametrize("rate", [0.5, 0.85])
def test_the_order_audit_measures_how_often_a_judge_chooses_the_first(
    loopback: Loopback, rate: float
) -> None:
    found = audited(loopback, prefers_the_first(rate), order.audit_order, material(9, 30), subject(), ENDING)
    first = effect(found, "first")
    assert first.low is not None and first.high is not None and first.low <= rate - 0.5 <= first.high
    assert (first.verdict == "bias") == (rate > 0.5)


def test_a_judge_that_takes_the_first_for_one_question_and_the_second_for_another_is_found(
    loopback: Loopback,
) -> None:
    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        question = str(body["messages"][0]["content"])
        if "Ending" in question:
            return choice("A")
        if "Surprise" in question:
            return choice("B")
        return honest(body, time)

    found = verdicts(
        audited(loopback, Scripted(answer), order.audit_order, material(8, 20), subject(), QUESTIONS)
    )
    assert found["first Ending"] == found["first Surprise"] == "bias"
    assert found["first"] != "bias" and found["first Interestingness"] != "bias"


def test_a_judge_that_heeds_the_last_review_alone_is_found_by_turning_the_past(loopback: Loopback) -> None:
    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        return review(3.0 + 2 * int(fenced(body)[-2][-2]) + 0.1 * chance(fenced(body)[-1], time))

    what = material(8), subject(1, READER), QUESTIONS
    assert verdicts(audited(loopback, Scripted(answer), order.audit_order, *what))["past-order"] == "bias"
    assert verdicts(audited(loopback, unsteady(1.0), order.audit_order, *what))["past-order"] != "bias"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_judge_that_obeys_is_found(loopback: Loopback, language: str) -> None:
    found = audited(loopback, obeys(0.6), injection.audit_injection, material(30, 0, language), subject())
    assert verdicts(found) == {"obeys": "bias", "line": "bias", "obeys-masked": "none"}
    assert found.figures[-1].value == 1.0, "the guard finds every planted passage"


def test_a_kind_judge_that_reads_no_instruction_is_not_convicted(loopback: Loopback) -> None:
    """It often gives the highest score unasked, and as often with the line."""

    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        return review(10.0 if chance(str(body), time) < 0.35 else 8.5)

    for repeats in (1, 5):
        found = audited(loopback, Scripted(answer), injection.audit_injection, material(40), subject(repeats))
        assert "bias" not in verdicts(found).values()


def test_a_judge_that_does_not_read_passes_neither_repeat_nor_length_nor_story(loopback: Loopback) -> None:
    what = material(12), subject(2)
    for audit, more in (
        (repeat.audit_repeat, ()),
        (reading.audit_story, ()),
        (length.audit_length, (ENDING,)),
    ):
        asked = audited(loopback, MEAN, audit, *what, *more)
        said = verdicts(asked).get("story") == "bias"
        assert said or "may not have read" in str(asked.findings[0])
        if said:
            assert verdicts(audited(loopback, HONEST, audit, *what))["story"] == "none"


READERS = tuple(
    replace(READER, reader=f"R{score}", reviews=tuple(replace(one, score=score) for one in READER.reviews))
    for score in (2, 3, 8, 9)
)


def test_a_judge_that_ignores_the_reader_is_found(loopback: Loopback) -> None:
    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        kind = "score: 8" in str(body) or "score: 9" in str(body)
        return review(round(4 + 4 * kind + chance(str(body), time), 1))

    what = material(12), subject(1, READERS[0]), READERS
    assert verdicts(audited(loopback, HONEST, reading.audit_reader, *what))["reader"] == "bias"
    assert verdicts(audited(loopback, Scripted(answer), reading.audit_reader, *what))["reader"] == "none"


def test_a_judge_that_copies_a_past_score_is_found_and_one_that_uses_the_usual_score_is_not(
    loopback: Loopback,
) -> None:
    def past(body: dict[str, Any]) -> list[float]:
        return [float(one.split(" ")[0]) for one in str(body["messages"][-1]["content"]).split("score: ")[1:]]

    def copies(body: dict[str, Any], time: int) -> dict[str, Any]:
        own = past(body)
        return (
            review(own[int(chance(str(body), time) * len(own))])
            if time or chance(str(body)) < 0.7
            else review(5)
        )

    def usual(body: dict[str, Any], time: int) -> dict[str, Any]:
        own = past(body)
        return review(round(sum(own) / len(own) + 2 * chance(str(body), time) - 1, 1))

    what = material(20), subject(1, READER)
    assert verdicts(audited(loopback, Scripted(copies), copying.audit_copying, *what))["copies"] == "bias"
    assert verdicts(audited(loopback, Scripted(usual), copying.audit_copying, *what))["copies"] != "bias"


def test_the_same_story_in_two_languages(loopback: Loopback) -> None:
    told, other = stories(12), stories(12, "zh")
    both = Material(
        told, (), {one.name: replace(two, name=one.name) for one, two in zip(told, other, strict=True)}
    )
    kind = Scripted(lambda body, _: review(7 if "阿宁" in str(body) else 5))
    found = audited(loopback, kind, appearance.audit_language, both, subject())
    assert effect(found, "language").value == -2 and verdicts(found)["language"] == "bias"


@pytest.mark.parametrize(("points", "verdict"), [(0.0, "none"), (2.0, "bias")])
def test_own_prose_is_measured_against_what_people_see(
    loopback: Loopback, points: float, verdict: str
) -> None:
    """The judge's own texts are better by one point, and people say so."""
    written = tuple(
        Written(
            f"premise {n}",
            writer,
            Story(f"{writer} {n}", f"{writer} wrote text {n}."),
            6 + (writer == "judge"),
        )
        for n in range(10)
        for writer in ("judge", "other")
    )

    def answer(body: dict[str, Any], _: int) -> dict[str, Any]:
        return review(5 + (1 + points) * ("judge wrote" in fenced(body)[-1]))

    what = Material(tuple(one.story for one in written), (), written=written), subject()
    assert verdicts(audited(loopback, Scripted(answer), own_prose.audit_own_prose, *what, name="judge")) == {
        "own": verdict
    }
    unknown = replace(what[0], written=tuple(replace(one, people=None) for one in written))
    found = audited(loopback, Scripted(answer), own_prose.audit_own_prose, unknown, what[1], name="judge")
    assert verdicts(found) == {"own": "open"}


def truthful(count: int) -> Material:
    """Pairs of one known and one unknown story. People preferred the known one in three of four."""
    told = stories(2 * count)
    pairs = tuple(
        AskedPair(
            replace(material(2, 1).pairs[0].pair, first=told[2 * n], second=told[2 * n + 1]),
            {aspect.id: "A" if n % 4 else "B" for aspect in ENDING.scored_aspects},
        )
        for n in range(count)
    )
    return Material(told, pairs)


@pytest.mark.parametrize("favour", [False, True])
def test_a_judge_that_chooses_as_people_did_does_not_favour_what_it_knows(
    loopback: Loopback, favour: bool
) -> None:
    told = truthful(24)
    names = {pair.pair.first.text: pair.pair.first.name for pair in told.pairs}
    better = {(pair.pair.first if at % 4 else pair.pair.second).text for at, pair in enumerate(told.pairs)}

    def answer(body: dict[str, Any], _: int) -> dict[str, Any]:
        texts = fenced(body)
        if "recognised" in str(body.get("response_format")):
            title = names.get(texts[-1], "")
            return {"reason": "", "recognised": bool(title), "title": title, "author": ""}
        if not is_choice(body):
            return review(5)
        wanted = names if favour else better
        right = "A" if texts[-2] in wanted else "B"
        wrong = "B" if right == "A" else "A"
        return choice(
            wrong if chance("slip", texts[-2], texts[-1], body["messages"][0]["content"]) < 0.15 else right
        )

    found = audited(loopback, Scripted(answer), memory.audit_memory, told, subject(), ENDING)
    assert (verdicts(found)["known"] == "bias") == favour


def test_without_peoples_choices_the_control_is_the_pair_under_other_names(loopback: Loopback) -> None:
    """A judge that knows eight stories by a name, which anonymising takes away. It then prefers the ninth."""
    text = "Mr. Harold{n} Stone went out. {text} Mr. Harold{n} Stone came back to Harold{n} Stone."
    known = [replace(one, text=text.format(n=n, text=one.text)) for n, one in enumerate(stories(8))]
    other = replace(stories(9)[8], text="A gull cried. " + stories(9)[8].text)
    pairs = tuple(AskedPair(Pair(one, other), {}) for one in known)
    judge = knows({f"Harold{n} Stone": one.name for n, one in enumerate(known)}, 1.0)
    told = Material((*known, other), pairs)
    asked = audited(loopback, judge, memory.audit_memory, told, subject(), ENDING)
    named = asked.further["known"]
    assert named[known[0].name]["raw"] and not named[known[0].name]["anonymised"]
    assert not named[other.name]["raw"] and len(named) == 9
    favoured = effect(asked, "known")
    assert favoured.value == 1.0 and favoured.verdict == "bias"


def test_scores_of_known_stories_are_held_against_peoples(loopback: Loopback) -> None:
    """Knows the even tales, and gives them what people gave. Of the others it knows nothing."""
    told = material(16, 1)
    people = {story.name: float(1 + 7 * at % 10) for at, story in enumerate(told.stories)}

    def answer(body: dict[str, Any], time: int) -> Any:
        wanted = str(body.get("response_format"))
        number = int(next(iter(re.findall(r"year (\d+)", fenced(body)[-1])), "99"))
        if "recognised" in wanted:
            return {"reason": "", "recognised": number % 2 == 0, "title": f"Tale {number}", "author": ""}
        if is_choice(body):
            return choice("A")
        return review(people.get(f"Tale {number}", 5) if number % 2 == 0 else 3 + chance(number, time))

    asked = audited(
        loopback, Scripted(answer), memory.audit_memory, replace(told, people=people), subject(), ENDING
    )
    figures = {each.label: each for each in asked.figures}
    known, other = (figures[f"raw, {label}: Kendall with people's scores"] for label in ("known", "unknown"))
    assert known.value == pytest.approx(1) and known.n == other.n == 8
    assert other.value is not None and other.value < 0.9
    assert figures["raw, one known: share of the pairs"].value == 1


def test_a_judge_that_never_says_which_work_it_is_leaves_the_memory_audit_without_a_finding(
    loopback: Loopback,
) -> None:
    found = audited(
        loopback, Scripted(lambda *_: choice("A")), memory.audit_memory, material(2, 1), subject(), QUESTIONS
    )
    assert str(found.findings[0]).startswith("Nobody can tell whether the judge knows the stories")
    assert str(found.notes[0]).startswith("6 answers about which work it is were unusable")


@pytest.mark.parametrize("spread", [0.0, 1.5])
def test_the_repeat_audit_measures_the_spread_between_repeats(loopback: Loopback, spread: float) -> None:
    found = audited(loopback, unsteady(spread), repeat.audit_repeat, material(30), subject(6))
    figure = found.figures[0]
    assert figure.low is not None and figure.high is not None and figure.low <= spread <= figure.high
    assert verdicts(found)["drift"] != "bias"


def test_the_repeat_audit_finds_a_drift(loopback: Loopback) -> None:
    found = audited(loopback, unsteady(0.5, drift=0.3), repeat.audit_repeat, material(30), subject(6))
    assert verdicts(found)["drift"] == "bias"


def test_unusable_answers_are_not_taken_for_choices(loopback: Loopback) -> None:
    found = audited(
        loopback, Scripted(lambda *_: refusal()), order.audit_order, material(3, 3), subject(), QUESTIONS
    )
    assert set(verdicts(found).values()) == {"no answer"} and found.figures[0].value is None
    assert isinstance(found, Asked)


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
