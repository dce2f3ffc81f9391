"""The four ways of judging, asked of a real server on loopback."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from fabula.errors import FabulaError
from fabula.judging.aggregation import judge_by_aggregation
from fabula.judging.from_summary import judge_from_summary
from fabula.judging.incremental import judge_incrementally
from fabula.judging.judged import Judged
from fabula.judging.one_pass import judge_in_one_pass
from fabula.judging.settings import JudgeSettings
from fabula.models.door import Door
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.reading.hierarchy import summarise
from fabula.reading.story import StoryRead, read_story
from fabula.rubrics.files import load
from judging.critics import as_text, asked, critic, judgement, notes, properties, prose_of, short_book
from loopback import Behaviour, Loopback, refusal

LONGSTORY = load("longstory")


def behind_a_door(loopback: Loopback, work: Any, **settings: Any) -> Any:
    async def run() -> Any:
        async with open_door("custom/critic", DoorSettings(base_url=loopback.url, **settings)) as door:
            return await work(door)

    return asyncio.run(run())


def read(loopback: Loopback, segment_tokens: int = 3_000) -> StoryRead:
    return behind_a_door(loopback, lambda door: read_story(short_book(), door, segment_tokens))


def test_a_reading_goes_through_the_book_in_order_and_carries_the_plot_along(loopback: Loopback) -> None:
    loopback.answer = critic
    story = read(loopback)
    assert len(story.steps) == 3
    assert story.steps[0].plot_before == "" and "chapter 2" in story.steps[1].plot_before
    assert [part.chapter for part in story.reading.chapter_summaries] == [1, 2, 3, 4, 5, 6]
    assert story.reading.cast[0].aliases == ("the daughter",)
    assert story.reading.excerpts and story.reading.kept == 0


@pytest.mark.parametrize("lost", ["", "Mara."])
def test_a_step_that_shrinks_to_nothing_leaves_the_former_plot_and_is_counted(
    loopback: Loopback, lost: str
) -> None:
    loopback.answer = lambda body: notes(body, plot=lost if "piece 2 of 3" in asked(body) else None)
    story = read(loopback)
    assert story.reading.kept == 1
    assert story.steps[2].plot_before == story.steps[1].plot_before


def test_a_refused_step_is_counted_and_the_reading_goes_on(loopback: Loopback) -> None:
    loopback.answer = lambda body: refusal() if "piece 2 of 3" in asked(body) else critic(body)
    story = read(loopback)
    assert story.reading.kept == 1
    assert {part.chapter for part in story.reading.chapter_summaries} == {1, 2, 5, 6}


def test_a_model_that_never_summarises_is_an_error_that_names_the_book(loopback: Loopback) -> None:
    loopback.answer = lambda _: refusal()
    with pytest.raises(FabulaError, match="no usable summary of 'The Lamp'"):
        read(loopback)


def test_chapters_that_a_model_numbers_its_own_way_are_matched_by_order(loopback: Loopback) -> None:
    def renumbering(body: dict[str, Any]) -> dict[str, Any]:
        answer = notes(body)
        for place, note in enumerate(answer["chapters"], start=101):
            note["chapter"] = place
        return answer

    loopback.answer = renumbering
    assert [part.chapter for part in read(loopback).reading.chapter_summaries] == [1, 2, 3, 4, 5, 6]


def test_a_hierarchical_summary_merges_upwards_with_what_came_before(loopback: Loopback) -> None:
    loopback.answer = lambda body: (
        "A chunk. " * 150 if "Summarise this piece" in asked(body) else "A merged part. " * 80
    )
    text = behind_a_door(loopback, lambda door: summarise(short_book(12), door, 1_200))
    merges = [
        request.question for request in loopback.requests if "The summaries to join" in request.question
    ]
    assert text.startswith("A merged part.")
    assert sum("What came before" in merge for merge in merges) >= 1


def test_five_replicates_of_a_summary_judgement_share_one_reading_and_one_request(loopback: Loopback) -> None:
    loopback.answer = critic

    async def work(door: Door) -> Judged:
        story = await read_story(short_book(), door, 3_000)
        return await judge_from_summary(short_book(), story.reading, JudgeSettings(LONGSTORY, runs=5), door)

    judged = behind_a_door(loopback, work)
    assert [verdict.replicate for verdict in judged.verdicts] == [0, 1, 2, 3, 4]
    assert loopback.count == 4
    assert loopback.requests[-1].body["n"] == 5 and loopback.requests[-1].body["temperature"] == 0


def test_aggregation_averages_segments_and_reports_the_mean_by_length_too(loopback: Loopback) -> None:
    from fabula.judging.evaluation import scores_by_length

    scores = {1: 60, 2: 70, 3: 95}

    def rising(body: dict[str, Any]) -> dict[str, Any]:
        if "cast" in properties(body):
            return notes(body)
        chapters = re.findall(r"chapter (\d+) \(", asked(body))
        # What needs the whole book is asked once, from the summary.
        return judgement(body, scores[(int(chapters[0]) + 1) // 2] if chapters else 75)

    loopback.answer = rising

    async def work(door: Door) -> Judged:
        story = await read_story(short_book(), door, 3_000)
        return await judge_by_aggregation(short_book(), story, JudgeSettings(LONGSTORY), door)

    judged = behind_a_door(loopback, work)
    assert judged.verdicts[0].overall == 75
    assert [piece.verdict.overall for piece in judged.pieces] == [60, 70, 95]
    assert scores_by_length(judged, LONGSTORY)["overall"] == pytest.approx(75, abs=0.5)


def test_incremental_revises_its_own_former_review(loopback: Loopback) -> None:
    def warming(body: dict[str, Any]) -> dict[str, Any]:
        if "cast" in properties(body):
            return notes(body)
        former = re.findall(r"overall: (\d+)", asked(body))
        return judgement(body, int(former[-1]) + 5 if former else 70)

    loopback.answer = warming

    async def work(door: Door) -> Judged:
        story = await read_story(short_book(), door, 3_000)
        return await judge_incrementally(short_book(), story.steps, JudgeSettings(LONGSTORY, runs=2), door)

    judged = behind_a_door(loopback, work)
    assert [verdict.overall for verdict in judged.verdicts] == [80, 80]
    assert [piece.verdict.overall for piece in judged.pieces if piece.verdict.replicate == 1] == [70, 75, 80]


def test_one_pass_sends_the_whole_book_once(loopback: Loopback) -> None:
    loopback.answer = critic
    judged = behind_a_door(
        loopback, lambda door: judge_in_one_pass(short_book(), JudgeSettings(LONGSTORY), door)
    )
    assert loopback.count == 1 and judged.verdicts[0].overall == 80
    assert all(f"[{number}]" in loopback.requests[0].question for number in range(1, 7))


def test_a_book_too_long_for_the_context_is_refused_with_its_size(loopback: Loopback) -> None:
    settings = JudgeSettings(LONGSTORY, context_tokens=9_000)
    with pytest.raises(FabulaError, match=r"takes about [\d,]+ tokens and the context holds 9,000"):
        behind_a_door(loopback, lambda door: judge_in_one_pass(short_book(), settings, door))
    assert loopback.count == 0


def test_a_judge_that_ignores_the_schema_is_read_as_prose(loopback: Loopback) -> None:
    wanted = {aspect.id: None for aspect in LONGSTORY.scored_aspects} | {
        "overall_assessment": 0,
        "overall_score": 0,
    }
    schema = {"response_format": {"json_schema": {"schema": {"properties": wanted}}}}
    loopback.answer = lambda _: prose_of(judgement(schema, 85))
    judged = behind_a_door(
        loopback, lambda door: judge_in_one_pass(short_book(), JudgeSettings(LONGSTORY), door)
    )
    verdict = judged.verdicts[0]
    assert verdict.missing == () and verdict.overall == 85 and verdict.trouble is None


def test_a_refusal_leaves_every_score_missing_and_says_why(loopback: Loopback) -> None:
    loopback.answer = lambda _: refusal()
    judged = behind_a_door(
        loopback, lambda door: judge_in_one_pass(short_book(), JudgeSettings(LONGSTORY), door)
    )
    verdict = judged.verdicts[0]
    assert (
        len(verdict.missing) == 8 and verdict.overall is None and str(verdict.trouble).startswith("refusal")
    )


def test_a_score_off_the_scale_is_asked_again_and_then_missing_not_clamped(loopback: Loopback) -> None:
    def generous(body: dict[str, Any]) -> dict[str, Any]:
        answer = judgement(body, 80)
        answer["plot"]["score"] = 120
        return answer

    loopback.answer = generous
    judged = behind_a_door(
        loopback, lambda door: judge_in_one_pass(short_book(), JudgeSettings(LONGSTORY), door)
    )
    assert loopback.count == 3
    verdict = judged.verdicts[0]
    assert verdict.missing == ("plot",) and verdict.overall == 80
    assert str(verdict.trouble).startswith("malformed: plot.score")


def test_without_definitions_the_aspects_are_only_named(loopback: Loopback) -> None:
    loopback.answer = critic
    definition = LONGSTORY.aspects[0].en.definition
    for definitions in (True, False):
        settings = JudgeSettings(LONGSTORY, definitions=definitions)
        behind_a_door(
            loopback, lambda door, settings=settings: judge_in_one_pass(short_book(), settings, door)
        )
        assert (definition in asked(loopback.requests[-1].body)) is definitions


def test_a_manuscript_stands_between_fences_it_cannot_close(loopback: Loopback) -> None:
    loopback.answer = critic
    behind_a_door(loopback, lambda door: judge_in_one_pass(short_book(), JudgeSettings(LONGSTORY), door))
    text = loopback.requests[0].question
    mark = re.search(r"<manuscript-(\w+)>", text)
    assert mark and text.count(f"</manuscript-{mark[1]}>") == 1


def test_a_rehearsal_counts_every_call_and_sends_none(loopback: Loopback) -> None:
    seen: list[Any] = []

    async def work(door: Door) -> None:
        seen.append(door.tally)
        story = await read_story(short_book(), door, 3_000)
        await judge_by_aggregation(short_book(), story, JudgeSettings(LONGSTORY, runs=2), door)

    behind_a_door(loopback, work, rehearsal=True)
    assert loopback.count == 0
    assert {name: step.calls for name, step in seen[0].by_step.items()} == {
        "reading": 3,
        "judging segments": 3,
        "judging from the summary": 1,
    }


def test_a_judgement_cut_off_after_some_scores_keeps_those(loopback: Loopback) -> None:
    def breaking_off(body: dict[str, Any]) -> Behaviour:
        text = as_text(judgement(body, 80))
        return Behaviour(text=text[: text.index('"themes"') + 40], finish="length")

    loopback.answer = breaking_off
    judged = behind_a_door(
        loopback, lambda door: judge_in_one_pass(short_book(), JudgeSettings(LONGSTORY), door)
    )
    verdict = judged.verdicts[0]
    assert verdict.missing == ("themes", "emotion", "enjoyment", "expectation") and verdict.overall is None
    assert verdict.aspects[0].critique and str(verdict.trouble).startswith("cut off")


def test_a_cut_off_judgement_is_told_apart(loopback: Loopback) -> None:
    loopback.answer = lambda _: Behaviour(text='{"plot": {"strengths": "It', finish="length")
    judged = behind_a_door(
        loopback, lambda door: judge_in_one_pass(short_book(), JudgeSettings(LONGSTORY), door)
    )
    assert str(judged.verdicts[0].trouble).startswith("cut off")


def incrementally(loopback: Loopback) -> Judged:
    async def work(door: Door) -> Judged:
        story = await read_story(short_book(), door, 3_000)
        return await judge_incrementally(short_book(), story.steps, JudgeSettings(LONGSTORY), door)

    judged: Judged = behind_a_door(loopback, work)
    return judged


def test_a_refused_last_revision_leaves_the_review_that_stood_and_is_named(loopback: Loopback) -> None:
    def refusing(body: dict[str, Any]) -> Any:
        last = "cast" not in properties(body) and "chapter 6 (" in asked(body)
        return refusal() if last else critic(body)

    loopback.answer = refusing
    judged = incrementally(loopback)
    (verdict,) = judged.verdicts
    assert verdict.overall == 80 and verdict.missing == ()
    assert str(verdict.trouble).startswith("segment 3: refusal")
    assert [piece.verdict.overall for piece in judged.pieces] == [80, 80, None]


def test_a_judge_who_never_scores_one_aspect_is_still_revised(loopback: Loopback) -> None:
    def silent_on_one(body: dict[str, Any]) -> Any:
        if "cast" in properties(body):
            return notes(body)
        former = re.findall(r"overall: (\d+)", asked(body))
        answer = judgement(body, int(former[-1]) + 5 if former else 70)
        return {name: said for name, said in answer.items() if name != "world"}

    loopback.answer = silent_on_one
    (verdict,) = incrementally(loopback).verdicts
    assert verdict.missing == ("world",) and verdict.overall == 80
