"""A whole evaluation, from the request to its numbers: what each part takes from the others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from fabula.errors import FabulaError, UsageError
from fabula.judging.blend import blend, fit_blend, nested_blend
from fabula.judging.combining import _facts, _from_readers
from fabula.judging.evaluate import run
from fabula.judging.evaluation import Estimate, Evaluation, Together, scores_by_length
from fabula.judging.from_summary import shown_plot
from fabula.judging.many import Failed, evaluate_without_model, name_of
from fabula.judging.prose import read_prose, score_at_end
from fabula.judging.request import EvaluateRequest
from fabula.judging.result import EvaluateResult
from fabula.judging.settings import JudgeSettings
from fabula.judging.sources import Asked, sources
from fabula.measures.agreement import kendall
from fabula.measures.calibration import fit
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.readermodel.rating import Agreement, AspectRating, ReaderRating
from fabula.reading.reading import ChapterSummary, Reading
from fabula.reports.markdown import markdown
from fabula.reports.page import page
from fabula.reports.terminal import print_evaluation
from fabula.reports.view import report_view
from fabula.rubrics.files import load
from fabula.rubrics.rubric import Scale
from fabula.workers import place
from judging.critics import critic, judgement, notes, properties, short_book
from loopback import Loopback

LONGSTORY = load("longstory")


def evaluated(loopback: Loopback, **options: Any) -> Evaluation:
    async def through() -> Evaluation:
        async with open_door("custom/critic", DoorSettings(base_url=loopback.url)) as door:
            request = EvaluateRequest(book=short_book(), **options).for_model("custom/critic")
            return (await run(request, door)).evaluation

    return asyncio.run(through())


def without(aspect: str) -> Any:
    def answer(body: dict[str, Any]) -> Any:
        if "cast" in properties(body):
            return notes(body)
        return {name: said for name, said in judgement(body).items() if name != aspect}

    return answer


def test_what_no_replicate_scored_is_listed_and_nothing_else(loopback: Loopback) -> None:
    loopback.answer = critic
    assert evaluated(loopback).missing == ()
    loopback.answer = without("world")
    assert evaluated(loopback, title="Another").missing == ("world",)
    loopback.answer = without("overall_score")
    assert evaluated(loopback, title="A third").missing == ("overall",)


def test_what_the_reading_lost_stands_in_json_and_on_every_page(loopback: Loopback) -> None:
    """One step in two comes back empty: its chapters have no summary, and nothing of the answers shows it."""

    def answer(body: dict[str, Any]) -> Any:
        if "cast" not in properties(body):
            return judgement(body)
        told = notes(body)
        is_lost = any(each["chapter"] == 3 for each in told["chapters"])
        return told | {"plot": "", "chapters": []} if is_lost else told

    loopback.answer = answer
    whole = evaluated(loopback, segment_tokens=2_000)
    assert [one.code for one in whole.reading_troubles] == ["judging.steps-lost"]
    found = evaluated(loopback, segment_tokens=2_000, source="chapters")
    codes = ["judging.steps-lost", "judging.chapters-untold", "judging.one-score-for-all-aspects"]
    assert [one.code for one in EvaluateResult.of(found).troubles] == codes
    told = str(found.troubles[1])
    assert "of 6 chapters have none: " in told and "3" in told
    out = StringIO()
    print_evaluation(found, Console(file=out, width=200), Path("report.html"))
    for shown in (out.getvalue(), page(report_view(found), ()), markdown(report_view(found))):
        assert all(str(one) in " ".join(shown.split()) for one in found.troubles)


def test_the_other_mean_exists_for_segments_alone(loopback: Loopback) -> None:
    loopback.answer = critic
    summary = evaluated(loopback)
    parts = evaluated(loopback, method="aggregation", segment_tokens=3_000)
    incremental = evaluated(loopback, method="incremental", segment_tokens=3_000)
    assert (summary.by_length, summary.pieces, incremental.by_length) == ({}, (), {})
    assert parts.pieces and incremental.pieces
    assert set(parts.by_length) == {
        "overall",
        *(aspect.id for aspect in LONGSTORY.scored_aspects if not aspect.whole),
    }
    assert parts.by_length["overall"] == parts.overall.score  # type: ignore[union-attr]


def test_a_judges_reading_is_what_readers_of_such_books_are_asked_by(loopback: Loopback) -> None:
    loopback.answer = critic
    found = evaluated(loopback)
    assert found.reading is not None and found.reading.plot
    assert found.rating is not None
    alone = asyncio.run(run(EvaluateRequest(book=short_book(), method="embedded"), None)).evaluation
    assert isinstance(found.rating, ReaderRating) and isinstance(alone.rating, ReaderRating)
    assert found.rating.value != alone.rating.value, (
        "the plot and the cast are known to the one and not to the other"
    )
    assert alone.overall is None and found.overall is not None


def test_definitions_are_given_unless_they_are_left_out(loopback: Loopback) -> None:
    assert JudgeSettings(LONGSTORY).definitions
    definition = LONGSTORY.scored_aspects[0].wording("en").definition
    loopback.answer = critic
    for asked, expected in ({}, True), ({"definitions": False}, False):
        evaluated(loopback, **asked)
        assert (definition in loopback.requests[-1].everything) is expected


@pytest.mark.parametrize(("language", "length"), [("en", " words"), ("zh", "字")])
def test_the_judge_is_told_the_length_in_the_units_of_the_language(language: str, length: str) -> None:
    from fabula.judging.prompt_fields import fields

    assert fields(short_book(language=language), JudgeSettings(LONGSTORY))["length"].endswith(length)


def test_the_plot_is_told_whole_or_by_chapters() -> None:
    parts = (ChapterSummary(1, "One", "First."), ChapterSummary(2, "Two", "Then."))
    reading = Reading("b", "incremental", "All of it.", (), parts, ())
    whole, chapters = JudgeSettings(LONGSTORY), JudgeSettings(LONGSTORY, source="chapters")
    assert shown_plot(reading, whole) == "All of it."
    assert shown_plot(reading, chapters) == "1. One\nFirst.\n\n2. Two\nThen."
    assert shown_plot(replace(reading, chapter_summaries=()), chapters) == "All of it."


def test_a_book_that_just_fits_its_context_is_judged_and_one_token_more_is_not(loopback: Loopback) -> None:
    from fabula.judging.question import ANSWER_TOKENS
    from fabula.text.segments import whole_text
    from fabula.tokens import estimate_tokens

    loopback.answer = critic
    room = estimate_tokens(whole_text(short_book())) + 2_000 + ANSWER_TOKENS
    assert evaluated(loopback, method="one-pass", context=room).overall is not None
    with pytest.raises(FabulaError, match=f"takes about {room:,} tokens and the context holds {room - 1:,}"):
        evaluated(loopback, method="one-pass", context=room - 1)


def test_five_stars_of_readers_are_a_hundred_points() -> None:
    rating = readers(4, {"plot": AspectRating(5.0, 2.5, 5.0, 0.2)})
    assert _from_readers(rating, "plot", Scale(low=0, high=100)) == Estimate(100.0, 50.0, 100.0)
    assert _from_readers(rating, "world", Scale(low=0, high=100)) is None


POINTS = Scale(low=0, high=100)


def test_stars_for_one_book_come_from_both_weighted_by_how_far_each_agrees() -> None:
    rng = np.random.default_rng(1)
    stars = rng.normal(3.9, 0.3, 150)
    judge, readers = 80 + 10 * (stars - 3.9) + rng.normal(0, 6, 150), stars + rng.normal(0, 0.4, 150)
    found = fit_blend(judge, readers, stars, POINTS)
    assert 0 < found.weights[0] < found.weights[1] and sum(found.weights) == pytest.approx(1)
    assert found.stars(90, 4.2) > found.stars(80, 4.2) > found.stars(80, 3.8)
    blended = nested_blend(judge, readers, stars, POINTS)
    assert agreed(blended, stars) > max(agreed(judge, stars), agreed(readers, stars))


def test_a_judge_that_disagrees_with_readers_counts_for_nothing() -> None:
    stars = np.linspace(3, 5, 30)
    found = fit_blend(100 - 10 * stars, stars, stars, POINTS)
    assert found.weights == (0, 1) and found.stars(70, 4.5) == pytest.approx(4.5)
    useless = fit_blend(np.ones(30), np.ones(30), stars, POINTS)
    assert useless.weights == (0, 0) and useless.stars(5, 5) == pytest.approx(4)


def test_a_judge_alone_gets_the_stars_of_its_calibration() -> None:
    rng = np.random.default_rng(2)
    stars = rng.normal(3.9, 0.3, 60)
    judge = 70 + 20 * (stars - 3.9) + rng.normal(0, 2, 60)
    found = fit_blend(judge, np.full(60, 4.0), stars, POINTS)
    assert found.weights == (1, 0)
    assert found.stars(judge, np.full(60, 4.0)) == pytest.approx(fit(judge, stars, 0, 100).predict(judge))


def test_one_book_gets_stars_from_both_where_the_judge_is_known(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = critic
    table = tmp_path / "before.csv"
    rows = [f"b{n},{60 + n},{3.5 + n % 5 / 10},{3 + n / 20:.2f}" for n in range(30)]
    table.write_text("\n".join(["id,score,expected,stars", *rows]), encoding="utf-8")
    found, alone = evaluated(loopback, judged_before=table), evaluated(loopback)
    assert found.together is not None and found.together.stars is not None
    assert 3 < found.together.stars < 5
    assert "names no judge" in str(found.together.about)
    assert alone.together is None and alone.signature != found.signature
    table.write_text("\n".join(["id,score,expected,stars", *rows[:19]]), encoding="utf-8")
    with pytest.raises(
        UsageError, match="has 19 books with the numbers score, expected, stars; 20 are needed"
    ):
        evaluated(loopback, judged_before=table)
    table.write_text("\n".join(["id,score,expected,stars", *rows, "b,101,4,4"]), encoding="utf-8")
    with pytest.raises(UsageError, match="a score of 101; the judge's scale runs from 0 to 100"):
        evaluated(loopback, judged_before=table)


def test_books_that_another_judge_scored_give_no_stars_and_that_is_said(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = critic
    own = evaluated(loopback).signature
    table = tmp_path / "before.csv"

    def stars_by(signature: str) -> Together:
        rows = [f'b{n},{60 + n},{3.5 + n % 5 / 10},{3 + n / 20:.2f},"{signature}"' for n in range(30)]
        table.write_text("\n".join(["id,score,expected,stars,signature", *rows]), encoding="utf-8")
        found = evaluated(loopback, judged_before=table).together
        assert found is not None
        return found

    assert stars_by(own).about is None and stars_by(own).stars is not None
    other = stars_by(own.replace("critic", "other"))
    assert other.stars is None and "another judge" in str(other.about) and "differ in: m." in str(other.about)


def agreed(values: np.ndarray, stars: np.ndarray) -> float:
    value = kendall(values, stars)
    assert isinstance(value, float)
    return value


def test_a_blended_place_counts_both_rankings_alike() -> None:
    def found(book: str, score: float, stars: float) -> Evaluation:
        rating = readers(stars)
        return evaluation(book, Estimate(score), rating)

    shelf = [found("a", 90, 4.5), found("b", 80, 3.0), found("c", 70, 4.0), found("d", 60, 2.0)]
    assert list(blend(shelf).values()) == [100.0, 50.0, 50.0, 0.0]
    assert blend(shelf[:1]) == {}


def readers(stars: float, aspects: Mapping[str, AspectRating] | None = None) -> ReaderRating:
    return ReaderRating(
        stars,
        1,
        5,
        50,
        1,
        None,
        None,
        aspects or {},
        (),
        (),
        (),
        "",
        Agreement(0.3, 0.2, 0.4, 65, None, 0.8, 100, 100, "", 0.3),
        (),
    )


def evaluation(book: str, overall: Estimate | None, rating: ReaderRating) -> Evaluation:
    from fabula.models.chat import Tally

    titled = replace(short_book(), title=book, chapters=(replace(short_book().chapters[0], text=book * 50),))
    return Evaluation(
        book=titled, request=EvaluateRequest(book=titled), method="summary", model="m", rubric=LONGSTORY,
        overall=overall, assessment="", aspects=(), signature="", usage=Tally(), rating=rating,
    )  # fmt: skip


def test_a_shelf_is_told_from_a_book_by_its_ending(tmp_path: Path) -> None:
    shelf = tmp_path / "shelf.JSONL"
    shelf.write_text('{"path": "a.txt", "title": "A"}\n{"path": "/b.txt"}\n', encoding="utf-8")
    books = [tmp_path / "a.epub", tmp_path / "z.txt", shelf]
    assert [each.path for each, _ in sources(books).sources] == [
        *books[:2],
        tmp_path / "a.txt",
        Path("/b.txt"),
    ]
    shelf.write_text("\n", encoding="utf-8")
    with pytest.raises(UsageError, match="names no book"):
        sources([shelf])


def test_a_book_is_called_by_its_file_or_by_its_title(tmp_path: Path) -> None:
    assert name_of(EvaluateRequest(book=tmp_path / "a.txt")) == "a.txt"
    assert name_of(EvaluateRequest(book=short_book())) == "The Lamp"
    assert name_of(EvaluateRequest(plan=tmp_path / "plan.md")) == "plan.md"


def test_one_faulty_book_of_several_is_reported_and_a_single_one_raises() -> None:
    good = EvaluateRequest(book=short_book(), method="embedded")
    bad = EvaluateRequest(book=replace(short_book(), chapters=(None,)), method="embedded")  # type: ignore[arg-type]
    done: dict[int, Evaluation | Failed] = {}
    evaluate_without_model([Asked("", bad), Asked("", good)], done.__setitem__)
    assert isinstance(done[0], Failed) and "a fault of fabula" in str(done[0].why)
    assert isinstance(done[1], Evaluation)
    with pytest.raises(AttributeError):
        evaluate_without_model([Asked("", bad)], done.__setitem__)


def test_books_without_a_model_are_judged_in_processes_as_they_are_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(place, "ALONE", -1.0)
    asked = [Asked("", EvaluateRequest(book=short_book(), method="embedded"))] * 2
    here: dict[int, Evaluation | Failed] = {}
    there: dict[int, Evaluation | Failed] = {}
    evaluate_without_model(asked, here.__setitem__)
    with place.elsewhere("pool"):
        evaluate_without_model(asked, there.__setitem__)
    assert list(there) == [0, 1] and there == here


def test_scores_over_another_denominator_are_put_on_the_scale() -> None:
    scale = Scale(low=0, high=100)
    assert score_at_end("### Score: 4.5/5", scale) == 90
    assert score_at_end("### Score: 80/100", scale) == 80
    assert score_at_end("### Score: 7/0", scale) is None
    assert score_at_end("### Score: 130", scale) is None


def test_a_score_under_an_aspect_belongs_to_it_and_one_under_its_own_heading_to_the_whole() -> None:
    text = "## Plot\nStrong.\nOverall Score: 70\n## World\nThin.\n60\n### Overall Score: 65\n"
    found = read_prose(text, LONGSTORY)
    scores = {each.aspect: each.score for each in found.aspects}
    assert (scores["plot"], scores["world"], found.overall) == (70, None, 65)


def test_a_number_alone_counts_after_a_line_that_asks_for_it() -> None:
    assert read_prose("Score:\n65\n## Plot\nScore:\n70\n", LONGSTORY).aspects[0].score == 70
    assert read_prose("## Plot\n70\n", LONGSTORY).aspects[0].score is None


def test_no_segments_have_no_mean_by_length() -> None:
    from fabula.judging.judged import Judged

    assert scores_by_length(Judged(()), LONGSTORY) == {}


def test_a_recording_of_one_book_serves_whatever_the_book_is_called(tmp_path: Path) -> None:
    lines = [
        {"id": title, "outputs": {"plot": "Good.\n### Score: 4.0", "overall": "Fine.\n### Score: 4.5"}}
        for title in ("one", "two")
    ]
    for count, fails in (1, False), (2, True):
        file = tmp_path / f"{count}.jsonl"
        file.write_text("\n".join(json.dumps(each) for each in lines[:count]), encoding="utf-8")
        request = EvaluateRequest(book=short_book()).for_model(f"replay:{file}")
        if fails:
            with pytest.raises(UsageError, match="records 2 books and not one of them is 'The Lamp'"):
                asyncio.run(run(request, None))
        else:
            assert asyncio.run(run(request, None)).evaluation.verdicts


def test_a_heading_that_only_begins_like_a_short_label_is_another_one() -> None:
    assert read_prose("## Plotters and spies\nScore: 70\n", LONGSTORY).aspects[0].score is None
    assert read_prose("## Characterisation\nScore: 70\n", LONGSTORY).aspects[1].score == 70


def test_sentences_taken_from_the_book_are_no_summary_that_readers_could_judge_by() -> None:
    reading = Reading("b", "extractive", "All of it.", (), (), ())
    request = EvaluateRequest(book=short_book())
    assert _facts(short_book(), request, reading).plot is None
    assert _facts(short_book(), request, replace(reading, method="hierarchical")).plot == "All of it."
    assert _facts(short_book(), request, None).plot is None
