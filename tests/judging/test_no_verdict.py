"""A judge was asked and gave nothing: what the evaluation says of it."""

from __future__ import annotations

from dataclasses import replace

from fabula.judging.evaluation import AspectResult, Estimate, Evaluation
from fabula.judging.judged import PieceVerdict
from fabula.judging.request import EvaluateRequest
from fabula.models.chat import Tally
from fabula.notices import Notice
from fabula.rubrics.files import load
from fabula.rubrics.verdict import AspectVerdict, Verdict
from judging.critics import short_book

REFUSED = Notice.of("models.refusal", why=Notice.of("models.declined"))
EMPTY = Notice.of("models.empty", why=Notice.of("models.answer-empty"))
NO_JSON = Notice.of("models.malformed", why=Notice.of("models.no-json"))
NO_FORM = Notice.of("models.malformed", why=Notice.of("models.answers-differ", n=2))


def verdict(trouble: Notice | None) -> Verdict:
    return Verdict("b", "longstory", "aggregation", "custom/critic", 0, None, "", (), trouble)


def evaluation(
    *troubles: Notice | None,
    pieces: tuple[Notice, ...] = (),
    overall: Estimate | None = None,
    plot: Estimate | None = None,
) -> Evaluation:
    return Evaluation(
        book=short_book(),
        request=EvaluateRequest(book=short_book(), method="aggregation"),
        method="aggregation",
        model="custom/critic",
        rubric=load("longstory"),
        overall=overall,
        assessment="",
        aspects=(AspectResult("plot", "Plot", plot), AspectResult("themes", "Themes", None)),
        signature="",
        usage=Tally(),
        verdicts=tuple(verdict(trouble) for trouble in troubles),
        pieces=tuple(PieceVerdict(1, (1,), 100, verdict(trouble)) for trouble in pieces),
    )


def test_the_commonest_kind_of_trouble_is_why() -> None:
    found = evaluation(NO_FORM, REFUSED, NO_JSON)
    assert found.no_verdict == NO_FORM


def test_segments_speak_for_themselves() -> None:
    joined = Notice.of("judging.segment", n=2, why=REFUSED)
    found = evaluation(joined, pieces=(EMPTY, REFUSED, REFUSED))
    assert found.no_verdict == REFUSED


def test_answers_without_trouble_and_without_a_score_are_no_verdict_either() -> None:
    assert evaluation(None).no_verdict == Notice.of("judging.no-score")


def test_one_score_of_any_kind_is_a_verdict_and_no_judge_is_no_refusal() -> None:
    assert evaluation(REFUSED, overall=Estimate(70)).no_verdict is None
    assert evaluation(REFUSED, plot=Estimate(0)).no_verdict is None
    assert evaluation().no_verdict is None


def test_scores_that_stay_below_ten_of_a_hundred_are_doubted() -> None:
    def judged(*scores: float) -> Evaluation:
        found = tuple(AspectVerdict(str(place), score) for place, score in enumerate(scores))
        whole = Verdict("b", "longstory", "summary", "custom/critic", 0, scores[0], "", found)
        return replace(evaluation(overall=Estimate(scores[0])), verdicts=(whole,))

    (doubt,) = judged(8, 7.5, 9).troubles
    assert (
        doubt.code == "judging.scores-of-another-scale" and "9 of 100" in str(doubt) and "to 10" in str(doubt)
    )
    assert "to 5" in str(judged(4, 3.5).doubts[0])
    assert judged(8, 9, 62).doubts == () == judged(0, 0).doubts


def test_a_judge_that_gives_every_aspect_one_score_is_doubted() -> None:
    def judged(*scores: float) -> Evaluation:
        found = tuple(AspectVerdict(str(place), score) for place, score in enumerate(scores))
        whole = Verdict("b", "longstory", "summary", "custom/critic", 0, scores[0], "", found)
        return replace(evaluation(overall=Estimate(scores[0])), verdicts=(whole,))

    (doubt,) = judged(*[75.0] * 8).doubts
    assert doubt.code == "judging.one-score-for-all-aspects" and "75" in str(doubt)
    assert judged(*[75.0] * 7, 76.0).doubts == () and judged(75.0, 75.0).doubts == ()
