"""A summary checked by a model: found, named, quoted; and replies that break other checkers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from fabula.facts.by_model import ModelChecker
from fabula.facts.check import Check, check, score_of
from fabula.facts.check_result import checked_facts, checked_sentences
from fabula.facts.evidence import Evidence
from fabula.facts.facts import Fact, JudgedFact, Ruling, Verdict
from fabula.facts.refine import Refinement, refine
from fabula.facts.summaries import Summary, of_text
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.reading.graph import Notes, build
from fabula.reading.quotations import QuoteFinder
from fabula.reading.scenelist import scenes
from fabula.text.book import Book, Chapter
from facts.keyed import ERRORS, Key, fenced, novella, synopsis, told, wanted
from loopback import Behaviour, Loopback, null_content, refusal

BOOK = novella()
EVIDENCE = Evidence(BOOK, None)


def behind_a_door(loopback: Loopback, work: Callable[[Door], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with open_door("custom/judge", DoorSettings(base_url=loopback.url)) as door:
            return await work(door)

    return asyncio.run(run())


def checker(door: Door, runs: int = 1) -> ModelChecker:
    return ModelChecker(door, EVIDENCE, QuoteFinder(BOOK), runs)


def checked(loopback: Loopback, summary: Summary, runs: int = 1) -> Check:
    return behind_a_door(loopback, lambda door: check(summary, checker(door, runs)))


def refined(loopback: Loopback, summary: Summary, rounds: int = 3) -> Refinement:
    return behind_a_door(loopback, lambda door: refine(summary, checker(door), door, rounds))


ONE = of_text("Nell rang the bell.", "en")
LINE = " ".join(BOOK.chapters[0].text.split()[:9])


def test_each_planted_error_is_found_and_its_sentence_named(loopback: Loopback) -> None:
    loopback.answer = Key()
    done = checked(loopback, synopsis())
    found = {fact.sentence: fact for fact in checked_facts(done) if fact.verdict == "contradicted"}
    assert set(found) == {error["sentence"] for error in ERRORS}
    for error in ERRORS:
        fact = found[error["sentence"]]
        assert fact.correction == error["truth"]
        assert fact.evidence[0].model_dump() == {
            "chapter": error["chapter"],
            "quote": error["quotation"],
            "verified": True,
        }
    score = done.score
    assert score.value == pytest.approx(15 / 23)
    assert score.low is not None and score.high is not None and score.low < 15 / 23 < score.high
    assert [row.score for row in checked_sentences(done)].count(0.0) == 8


def test_the_errors_are_refined_away_and_nothing_true_is_altered(loopback: Loopback) -> None:
    loopback.answer = Key()
    made = refined(loopback, synopsis())
    assert made.best.number == 1 and len(made.rounds) == 2 and made.best.check.score.value == 1.0
    assert made.best.check.summary.text == synopsis("synopsis").text
    assert {change.number for change in made.rounds[1].changes} == set(made.rounds[0].check.faulty_sentences)


def test_a_round_that_lowers_the_score_is_shown_and_not_taken(loopback: Loopback) -> None:
    key = Key()

    def spoils(body: dict[str, Any]) -> Behaviour:
        asked = body["messages"][-1]["content"]
        if "sentence" in wanted(body):
            return told({"sentence": f"{fenced(body)[1]} Nobody came"})
        if "facts" in wanted(body) and "Nobody came" in fenced(body)[-1]:
            return told({"facts": [fenced(body)[-1], f"{fenced(body)[-1]} ever"]})
        if "verdict" in wanted(body) and "Nobody came" in asked:
            return told({"reason": "No.", "verdict": "contradicted", "quotation": "", "correction": ""})
        return key(body)

    loopback.answer = spoils
    made = refined(loopback, synopsis(), rounds=2)
    assert [one.taken for one in made.rounds] == [True, False, False]
    assert made.best.check.summary.text == synopsis().text
    assert "Nobody came" in made.rounds[1].check.summary.text


@pytest.mark.parametrize(
    ("rewriting", "why"),
    [
        ("No.", "the new sentence has"),
        (
            "The clock said ten to five and the pen stood where it had stood for forty years and more. " * 3,
            "the new sentence has",
        ),
        (BOOK.chapters[0].text[200:330].replace("\n", " "), "copies"),
    ],
)
def test_a_rewriting_of_another_length_or_copied_from_the_story_is_not_taken(
    loopback: Loopback, rewriting: str, why: str
) -> None:
    key = Key()
    loopback.answer = lambda body: told({"sentence": rewriting}) if "sentence" in wanted(body) else key(body)
    made = refined(loopback, of_text(ERRORS[4]["sentence"], "en"), rounds=1)
    assert why in str(made.rounds[1].changes[0].why_not)
    assert made.best.check.summary.text == ERRORS[4]["sentence"]


def test_a_reason_that_holds_the_digit_1_supports_nothing(loopback: Loopback) -> None:
    ruling = {
        "reason": "1. In chapter 11, on 1 March, she did not.",
        "verdict": "contradicted",
        "quotation": "",
        "correction": "",
    }
    loopback.answer = lambda body: told(ruling) if "verdict" in wanted(body) else Key()(body)
    assert checked(loopback, ONE).score.value == 0.0


@pytest.mark.parametrize(
    "reply", ["", "  \n", "1", '{"reason": ', "The answer is 1.", "[]", '{"verdict": "maybe", "reason": ""}']
)
def test_a_reply_that_is_no_verdict_is_unjudged_and_counted_apart(loopback: Loopback, reply: str) -> None:
    loopback.answer = lambda body: reply if "verdict" in wanted(body) else Key()(body)
    found = checked(loopback, ONE)
    assert found.count("unjudged") == 1 and found.score.value is None
    assert found.faulty_sentences == ()


@pytest.mark.parametrize(
    "reply", [refusal(), null_content(), Behaviour("I'm sorry, but I can't help with that.")]
)
def test_a_refusal_is_unjudged(loopback: Loopback, reply: Behaviour) -> None:
    loopback.answer = lambda body: reply if "verdict" in wanted(body) else Key()(body)
    assert checked(loopback, ONE).facts[0].ruling.verdict == "unjudged"


def test_one_unjudged_fact_leaves_the_others_their_score(loopback: Loopback) -> None:
    key = Key()
    loopback.answer = lambda body: refusal() if "verdict" in wanted(body) and "rang the bell" in body["messages"][-1]["content"].rpartition("statement to check")[2] else key(body)  # fmt: skip
    found = checked(loopback, of_text("Nell rang the bell. Kit came.", "en"))
    assert found.count("unjudged") == 1 and found.score.value == 1.0


def test_facts_are_never_blank_and_never_twice(loopback: Loopback) -> None:
    loopback.answer = Key()
    assert [one.fact.text for one in checked(loopback, ONE).facts] == ["Nell rang the bell."]


def test_a_sentence_that_cannot_be_taken_apart_is_judged_whole(loopback: Loopback) -> None:
    loopback.answer = lambda body: refusal() if "facts" in wanted(body) else Key()(body)
    assert [one.fact.text for one in checked(loopback, ONE).facts] == ["Nell rang the bell."]


def test_an_invented_quotation_is_shown_as_unverified(loopback: Loopback) -> None:
    ruling = {
        "reason": "So it is.",
        "verdict": "supported",
        "quotation": "The bell was made of green cheese.",
        "correction": "",
    }
    # Asked again for a line of the story, the checker insists.
    loopback.answer = lambda body: (
        told({name: ruling[name] for name in ruling.keys() & wanted(body)})
        if "quotation" in wanted(body)
        else Key()(body)
    )
    quoted = checked(loopback, ONE).facts[0].ruling.evidence[0]
    assert not quoted.verified and quoted.chapter is None


def test_repeats_give_a_range(loopback: Loopback) -> None:
    verdicts = iter(["supported", "contradicted", "supported"] * 2)
    loopback.answer = lambda body: (
        told({"reason": "", "verdict": next(verdicts), "quotation": LINE, "correction": ""})
        if "verdict" in wanted(body)
        else Key()(body)
    )
    score = checked(loopback, ONE, runs=3).score
    assert (score.low, score.high, score.over) == (0.0, 1.0, "repeats") and score.value == pytest.approx(
        2 / 3
    )


def ruled(*verdicts: Verdict) -> JudgedFact:
    return JudgedFact(Fact("A.", 1), tuple(Ruling(verdict, "") for verdict in verdicts))


def test_even_repeats_go_to_the_verdict_that_makes_a_reader_look() -> None:
    assert ruled("supported", "contradicted").ruling.verdict == "contradicted"
    assert ruled("unjudged", "unjudged", "supported").ruling.verdict == "supported"
    assert score_of([ruled("unjudged")], 1).value is None


def test_a_few_facts_that_all_stand_are_not_certain() -> None:
    score = score_of([ruled("supported")] * 5, 1)
    assert (score.value, score.high, score.over) == (1.0, 1.0, "facts")
    assert score.low == pytest.approx(0.566, abs=0.001)


def test_evidence_comes_from_the_whole_book() -> None:
    facts = [Fact(error["truth"], 1) for error in ERRORS]
    shown = EVIDENCE.scenes_for(facts)
    found = [
        error["chapter"] in {one.scene.chapter for one in three}
        for error, three in zip(ERRORS, shown, strict=True)
    ]
    assert sum(found) >= 5 and all(len(three) == 3 for three in shown)


def test_relations_touch_somebody_the_fact_names_and_keep_their_time() -> None:
    told_of = [
        Notes(1, (("Nell",), ("Ruth",)), (("Nell", "distrusts", "Ruth"),)),
        Notes(
            20, (("Nell",), ("Ruth",), ("Kit",)), (("Nell", "is a friend of", "Ruth"), ("Kit", "winds", ""))
        ),
    ]
    evidence = Evidence(BOOK, None, build(BOOK, scenes(BOOK), told_of, None, 1))
    (near,) = evidence.relations_for([Fact("In the end Nell and Ruth are friends.", 1)])
    assert {str(one) for one in near} == {
        "Nell | is a friend of | Ruth [ch. 11]",
        "Nell | distrusts | Ruth [ch. 1]",
    }
    assert evidence.relations_for([Fact("It rained.", 1)]) == [[]]


def test_a_long_scene_is_shown_by_its_passages_and_a_short_one_whole() -> None:
    filler = "The rain went on over the roofs of the town and nobody came. " * 20
    long = "\n\n".join([filler] * 8 + ["At noon the heron stole the silver key."] + [filler] * 8)
    book = Book("B", None, "en", (Chapter(1, "", long), Chapter(2, "", "The heron slept.")))
    (shown,) = Evidence(book, None).scenes_for([Fact("A heron stole the key.", 1)])
    assert "stole the silver key" in shown[0].text and len(shown[0].text) < 4_000
    assert shown[1].text == "The heron slept."


def test_a_summary_keeps_its_paragraphs_when_a_sentence_changes() -> None:
    summary = of_text("One came. Two left.\n\nThree slept.", "en")
    assert summary.with_sentences({2: "Two stayed."}).text == "One came. Two stayed.\n\nThree slept."
    assert replace(summary, source="x").with_sentences({}).text == summary.text


def test_a_line_of_marks_is_no_sentence_of_a_summary() -> None:
    cut = of_text("Ruth comes to the island.\n\n***\n\nShe finds the rolls.\n\n———", "en").sentences
    assert [(one.number, one.text) for one in cut] == [
        (1, "Ruth comes to the island."),
        (2, "She finds the rolls."),
    ]
