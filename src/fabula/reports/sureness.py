"""How certain the report is, and why: by the spread of answers, the method, and the inputs of the reader model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.models.local.worth import SMALL
from fabula.notices import Notice
from fabula.readermodel.rating import ReaderRating
from fabula.reports.cost import reading_cost
from fabula.reports.labels import plain

if TYPE_CHECKING:
    from fabula.judging.evaluation import Evaluation
    from fabula.readermodel.rating import Abstained
    from fabula.reports.labels import Labels
    from fabula.text.book import Book


PAPER_TAU = {"one-pass": 0.055, "aggregation": 0.152, "incremental": 0.109, "summary": 0.134}
"""Kendall's tau of GPT-4o's overall score with readers' ratings, by method: LongStoryEval's Table 2."""
PAPER_CRITIC_TAU = 0.277
"""The same of the critic that the paper trained."""
_PAPER_RUBRIC = "longstory"


def how_sure(evaluation: Evaluation, say: Labels) -> list[str]:
    """The sentences under the verdict."""
    found = _judge(evaluation, say) + _readers(evaluation, say, brief=False)
    has_score = evaluation.overall is not None or isinstance(evaluation.rating, ReaderRating)
    return found if has_score else [say("verdict.neither"), *found]


def how_sure_in_short(evaluation: Evaluation, say: Labels) -> list[str]:
    """The same for a screen that shows everything at once, beside a rating or the reason why there is none."""
    return _judge(evaluation, say) + _readers(evaluation, say, brief=True)


def limits(evaluation: Evaluation, say: Labels) -> list[str]:
    """What the method can and cannot see, and what was hidden from the judge."""
    parts = [say(f"limits.{evaluation.method}")]
    if evaluation.other_names is not None:
        parts.append(say("limits.other_names", n=len(evaluation.other_names)))
    return [say("limits.plan"), *parts] if evaluation.of_plan else parts


def abstained(book: Book, rating: Abstained, say: Labels) -> str:
    """Why there is no rating, in the report's language."""
    return say("verdict.abstain_language") if book.language != "en" else say.notice(rating.reason)


def _judge(evaluation: Evaluation, say: Labels) -> list[str]:
    overall = evaluation.overall
    if overall is None:
        return []
    scores = [verdict.overall for verdict in evaluation.verdicts if verdict.overall is not None]
    bounds = {
        "interval_low": plain(overall.low if overall.low is not None else overall.score),
        "interval_high": plain(overall.high if overall.high is not None else overall.score),
    }
    repeated = evaluation.one_answer_repeated
    if repeated is not None:
        spread = say.notice(repeated)
    elif len(scores) > 1 and min(scores) == max(scores):
        spread = say("verdict.judge_same", n=len(scores), low=plain(scores[0]))
    elif len(scores) > 1:
        spread = say(
            "verdict.judge_runs", n=len(scores), low=plain(min(scores)), high=plain(max(scores)), **bounds
        )
    elif overall.low is not None:
        parts = len({piece.segment for piece in evaluation.pieces})
        spread = say("verdict.judge_segments", n=parts, **bounds)
    else:
        spread = say("verdict.judge_once")
    shown = repeated is None and (len(scores) > 1 or overall.low is not None)
    steady = [say("verdict.judge_steady")] if shown else []
    return [
        *map(say.notice, evaluation.doubts),
        *_calibrated(evaluation, say),
        spread,
        *steady,
        *_in_the_paper(evaluation, say),
        *_small(evaluation, say),
    ]


def _calibrated(evaluation: Evaluation, say: Labels) -> list[str]:
    """The judge's score on the readers' scale, beside its own."""
    found, overall = evaluation.calibrated, evaluation.overall
    if found is None or overall is None:
        return []
    if isinstance(found, Notice):
        return [say.notice(found)]
    stars = {name: f"{getattr(found, name):.1f}" for name in ("stars", "low", "high")}
    own = {"score": plain(overall.score), "top": f"{evaluation.rubric.scale.high:g}"}
    return [say("verdict.judge_calibrated", **stars, **own, n=f"{100 * found.covers:.0f}")]


def _in_the_paper(evaluation: Evaluation, say: Labels) -> list[str]:
    """How well the paper's judge agreed with readers by this method. Its figures say nothing of another rubric."""
    if evaluation.rubric.id != _PAPER_RUBRIC:
        return []
    if evaluation.request.critique or evaluation.request.critique_at_once:
        return [say("verdict.judge_paper_critic", tau=f"{PAPER_CRITIC_TAU:.3f}")]
    tau = PAPER_TAU.get(evaluation.method)
    return [] if tau is None else [say("verdict.judge_paper", tau=f"{tau:.3f}")]


def _small(evaluation: Evaluation, say: Labels) -> list[str]:
    """What a small model on the user's own machine is worth as a judge."""
    size = evaluation.model_used.parameters if evaluation.model_used else None
    return [] if size is None or size >= SMALL else [say("verdict.judge_small", n=f"{size / 1e9:.1f}")]


def _readers(evaluation: Evaluation, say: Labels, *, brief: bool) -> list[str]:
    rating = evaluation.rating
    if not isinstance(rating, ReaderRating):
        return []
    sentences = []
    if rating.inputs:
        told = {"low": f"{rating.low:.1f}", "high": f"{rating.high:.1f}", "n": f"{100 * rating.covers:.0f}"}
        sentences += [say("verdict.reader_interval", **told), _agreement(rating, say)]
        inputs = say.listed([say.known("input", name) for name in rating.inputs])
        sentences.append(say("verdict.reader_inputs", inputs=inputs))
    else:
        sentences.append(say("verdict.reader_bare"))
    if "genres" in rating.inputs and not brief:
        sentences.append(say("verdict.reader_tags"))
    if rating.shares and not brief:
        fives, few = rating.shares[4], sum(each.share for each in rating.shares[:3])
        sentences.append(
            say(
                "verdict.reader_shares",
                five=f"{100 * fives.share:.0f}",
                low=f"{100 * fives.low:.0f}",
                high=f"{100 * fives.high:.0f}",
                few=f"{100 * few:.0f}",
            )
        )
    return [*sentences, *_would_help(evaluation, rating, say)]


def _agreement(rating: ReaderRating, say: Labels) -> str:
    """How far to trust the order of two such ratings, in pairs of books, for the mix of books at hand."""
    agreement = rating.agreement
    low, high = (f"{50 + 50 * bound:.0f}" for bound in (agreement.low, agreement.high))
    return say(
        "verdict.reader_pairs_new" if agreement.mix else "verdict.reader_pairs",
        n=agreement.of_100_pairs,
        low=low,
        high=high,
        books=agreement.books,
    )


def _would_help(evaluation: Evaluation, rating: ReaderRating, say: Labels) -> list[str]:
    """What would raise the confidence, and what it would cost, in one sentence."""
    if evaluation.of_plan or not rating.would_help:
        return []
    cost = reading_cost(evaluation.measured.craft.words if evaluation.measured else 0)
    first = "help_first" if rating.inputs else "help_first_of_chance"
    ways = [
        say(
            f"verdict.{'help_next' if number else first}",
            what=say(f"verdict.help_{gain.input}", cost=cost),
            n=gain.of_100_pairs,
        )
        for number, gain in enumerate(rating.would_help)
    ]
    return [say("verdict.help", ways=say("verdict.help_between").join(ways))]
