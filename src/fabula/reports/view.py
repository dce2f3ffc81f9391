"""What a report says about a book, in one language, as plain data: the page, the studio and any other face show this.

It is plain so that it can be saved: the studio keeps it as JSON and shows it with its own templates, in the language of
whoever looks, and no HTML of a file gets into its pages.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fabula.readermodel.rating import ReaderRating
from fabula.reading.findings import ORDER
from fabula.reports.cost import cost_words
from fabula.reports.figures import figures
from fabula.reports.judged_figures import aspect_labels
from fabula.reports.labels import label_files, labels_for, plain
from fabula.reports.places import Places
from fabula.reports.sureness import abstained, how_sure, limits
from fabula.reports.synopsis import synopsis
from fabula.reports.tables import cast_rows, chapter_rows, craft_rows
from fabula.rubrics.rubric import Scale

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabula.judging.evaluation import AspectResult, Evaluation
    from fabula.reading.findings import Finding
    from fabula.reports.first_look import FirstLook
    from fabula.reports.labels import Labels
    from fabula.text.guard.finding import Instruction

STARS = Scale(low=0, high=5)
HEARD = 10
"""How many reviews must mention an aspect before their opinion of it is shown."""
PRAISED = 3
"""How many aspects are named for a comparable book."""


def report_view(
    evaluation: Evaluation, look: FirstLook | None = None, say: Labels | None = None
) -> dict[str, Any]:
    """Everything that a report says. `look` leads into the manuscript. The words are those of the book's language, or with
    `Later` as labels those of whoever reads it."""
    say = say or labels_for(evaluation.book)
    places, measured = Places(evaluation.book), evaluation.measured
    judged = bool(evaluation.verdicts)
    aspects = [_aspect(aspect, evaluation, places, say) for aspect in evaluation.aspects]
    findings = measured.findings if measured else None
    found = synopsis(evaluation, say)
    return {
        "language": str(evaluation.book.language),
        "labels": label_files(evaluation.book),
        **_book(evaluation),
        "judged": judged,
        "unjudged": look is not None and not judged,
        "verdict": [asdict(score) for score in verdict(evaluation, say)],
        "assessment": evaluation.assessment,
        "sure": how_sure(evaluation, say),
        "limits": limits(evaluation, say),
        "aspects": aspects if judged or any(one.estimate for one in evaluation.aspects) else [],
        "best": _best(evaluation, say),
        "synopsis": [(key, [asdict(one) for one in told]) for key, told in found.parts] if found else [],
        "measured": measured is not None,
        "findings": list(_findings(findings.shown, places, say)) if findings else [],
        "findings_rest": list(_findings(findings.rest, places, say)) if findings else [],
        "findings_shown": len(findings.shown) if findings else 0,
        "findings_more": len(findings.rest) if findings else 0,
        "instructions": [_instruction(one, places, say) for one in evaluation.instructions],
        "instructions_kept": evaluation.instructions_kept,
        "comparables": comparable_rows(evaluation, say),
        "missing": list(missing(evaluation, say)),
        "troubles": [
            (one.replicate + 1, say.notice(one.trouble)) for one in evaluation.verdicts if one.trouble
        ],
        "craft": craft_rows(measured.craft, say) if measured else [],
        "chapters": chapter_rows(evaluation, say),
        "has_flesch": measured is not None and measured.language == "en",
        "has_telling": bool(measured and measured.telling),
        "cast": [asdict(row) for row in cast_rows(evaluation, say)],
        "cast_in_all": len(measured.cast.characters) if measured else 0,
        "ambiguous": list(measured.cast.ambiguous[:8]) if measured else [],
        "mood_method": mood_method(evaluation, say),
        "made": {
            "method": evaluation.method,
            "model": evaluation.model,
            "rubric": say.or_else(f"rubric.{evaluation.rubric.id}", evaluation.rubric.title),
            "signature": evaluation.signature,
            "cost": cost_words(evaluation, say),
        },
        "look": asdict(look) if look else None,
        "figures": [
            {"name": one.name, "title": one.title, "alt": one.alt, "chart": asdict(one.chart)}
            for one in figures(evaluation, say)
        ],
        "places": [asdict(spot) for spot in places.listed()],
    }


def _book(evaluation: Evaluation) -> dict[str, Any]:
    book, measured = evaluation.book, evaluation.measured
    return {
        "key": shelf_key(evaluation),
        "title": book.title,
        "author": book.author,
        "of_plan": evaluation.of_plan,
        "words": book.words,
        "chapter_count": len(book.chapters),
        "stories": measured.stories if measured else None,
        "genres": list(book.genres[:6]),
        "source": book.source or book.id,
    }


def shelf_key(evaluation: Evaluation) -> str:
    """The key under which the browser stores the author's marks: title and author, so that they are kept for a
    new draft."""
    return "fabula:" + _digest(f"{evaluation.book.title}\0{evaluation.book.author or ''}")


@dataclass(frozen=True, slots=True)
class Score:
    """One of the two figures at the top."""

    who: str
    by: str
    value: str | None
    out_of: str
    low: str | None
    high: str | None
    notes: tuple[str, ...]
    instead: str = ""
    """What is said where there is no value."""


def verdict(evaluation: Evaluation, say: Labels) -> list[Score]:
    """The judge's score and the readers' rating, each with its interval or the reason why there is none."""
    return [*_judge(evaluation, say), _readers(evaluation, say)]


def _judge(evaluation: Evaluation, say: Labels) -> Iterator[Score]:
    if not evaluation.verdicts:
        return
    by = say("verdict.judge_by", model=evaluation.model or "?", method=say(f"method.{evaluation.method}"))
    overall, scale = evaluation.overall, evaluation.rubric.scale
    if overall is None:
        why = (say("verdict.no_overall"),)
        yield Score(say("verdict.judge"), by, None, "", None, None, why, say("verdict.no_score"))
        return
    on_five = say("stars", value=f"{scale.to(overall.score, STARS):.2f}")
    bounded = overall.low is not None and overall.low != overall.high
    yield Score(
        say("verdict.judge"),
        by,
        plain(overall.score),
        f"{scale.high:g}",
        plain(overall.low) if bounded and overall.low is not None else None,
        plain(overall.high) if bounded and overall.high is not None else None,
        () if (scale.low, scale.high) == (STARS.low, STARS.high) else (on_five,),
    )


def _together(evaluation: Evaluation, say: Labels) -> tuple[str, ...]:
    """The stars of judge and readers' model together, and what is to be known of them."""
    found = evaluation.together
    if found is None:
        return ()
    stars = () if found.stars is None else (say("verdict.together", value=f"{found.stars:.1f}"),)
    return (*stars, *((say.notice(found.about),) if found.about else ()))


def _readers(evaluation: Evaluation, say: Labels) -> Score:
    """The expected rating, with no more said than its interval bears: a value to a tenth of a star if it tells the book
    from most of the shelf, else that it cannot."""
    who, by, rating = say("verdict.readers"), say("verdict.readers_by"), evaluation.rating
    if not isinstance(rating, ReaderRating):
        why = abstained(evaluation.book, rating, say) if rating else say("verdict.readers_not_asked")
        return Score(who, by, None, "", None, None, (why,), say("verdict.no_rating"))
    bounds = f"{rating.low:.1f}", f"{rating.high:.1f}"
    both = _together(evaluation, say)
    if rating.place == "unknown":
        inside = say("verdict.covers", n=_tens(100 * rating.covers))
        return Score(who, by, None, "5", *bounds, (inside, *both), say("verdict.place_unknown"))
    place = say(f"verdict.place_{rating.place}", n=_tens(rating.percentile))
    return Score(who, by, f"{rating.value:.1f}", "5", *bounds, (place, *both))


def _tens(percent: float) -> int:
    """A share that is known only roughly, to the nearest ten."""
    return min(90, max(10, 10 * round(percent / 10)))


def _aspect(aspect: AspectResult, evaluation: Evaluation, places: Places, say: Labels) -> dict[str, Any]:
    label = aspect_labels(evaluation, say)[aspect.id]
    source = (f"aspect-{aspect.id}", label)
    rating = evaluation.rating
    from_readers = not evaluation.verdicts and isinstance(rating, ReaderRating)
    return {
        "id": aspect.id,
        "label": label,
        "estimate": asdict(aspect.estimate) if aspect.estimate else None,
        "critique": aspect.critique,
        "evidence": [
            {
                "quote": one.quote, "chapter": one.chapter, "verified": one.verified,
                "anchor": places.link(one.quote, one.chapter, one.offset, source) if one.verified else None,
            }
            for one in aspect.evidence
        ],
        "parts": list(aspect.parts.items()),
        "replicates": list(aspect.replicates),
        "by_length": evaluation.by_length.get(aspect.id),
        "kendall": rating.aspects[aspect.id].kendall
        if from_readers and isinstance(rating, ReaderRating) and aspect.id in rating.aspects
        else None,
    }  # fmt: skip


def _best(evaluation: Evaluation, say: Labels) -> tuple[str, str] | None:
    """The two highest and the two lowest aspects, if a judge scored enough of them."""
    scored = sorted(
        (aspect for aspect in evaluation.aspects if aspect.estimate), key=lambda aspect: -(aspect.estimate.score if aspect.estimate else 0)
    )  # fmt: skip
    if len(scored) < 5 or not evaluation.verdicts:
        return None
    named = [aspect_labels(evaluation, say)[one.id] for one in scored]
    return say.listed(named[:2]), say.listed(named[:-3:-1])


def _findings(
    found: Sequence[Finding], places: Places, say: Labels
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for severity in ORDER:
        rows = [_finding(one, places, say) for one in found if one.severity == severity]
        if rows:
            yield severity, rows


def _finding(finding: Finding, places: Places, say: Labels) -> dict[str, Any]:
    name = _digest(f"{finding.kind}\0{finding.quote}")
    kind = say.known("finding", finding.kind)
    link = places.link(finding.quote, finding.chapter, finding.offset, (f"finding-{name}", kind))
    meaning = say.or_else(f"finding_meaning.{finding.kind}", "")
    return {
        "name": name,
        "kind": kind,
        "said": say.notice(finding.notice),
        "quote": finding.quote,
        "chapter": finding.chapter,
        "anchor": link,
        "meaning": meaning,
    }


def _instruction(one: Instruction, places: Places, say: Labels) -> dict[str, Any]:
    source = ("instructions", say("nav.instructions"))
    link = places.link(one.quote, one.chapter, one.offset, source) if one.part == "text" else None
    return {"quote": one.quote, "chapter": one.chapter, "part": one.part, "why": one.why, "anchor": link}


def comparable_rows(evaluation: Evaluation, say: Labels) -> list[dict[str, Any]]:
    """Similar books, with what readers liked and disliked in them."""
    labels = aspect_labels(evaluation, say)
    rows = []
    for book in evaluation.comparables:
        ranked = sorted(
            (name for name, figures in book.aspects.items() if name in labels and figures.reviews >= HEARD),
            key=lambda name: -book.aspects[name].kindness,
        )
        praised = [labels[name] for name in ranked if book.aspects[name].kindness > 0][:PRAISED]
        blamed = [labels[name] for name in reversed(ranked) if book.aspects[name].kindness < 0][:PRAISED]
        rows.append(
            {
                "title": book.title,
                "author": book.author,
                "rating": book.rating,
                "likeness": book.likeness,
                "rewarded": say.separator.join(praised),
                "blamed": say.separator.join(blamed),
            }
        )
    return rows


def mood_method(evaluation: Evaluation, say: Labels) -> str:
    """The method behind the mood figures, in the report's language."""
    if evaluation.measured is None or evaluation.measured.mood.method == "VADER":
        return "VADER"
    return say("course.own_list")


def missing(evaluation: Evaluation, say: Labels, parts_listed: int | None = None) -> Iterator[str]:
    """What is missing or could not be used, one sentence each. More parts than `parts_listed` are only counted."""
    labels = aspect_labels(evaluation, say) | {"overall": say("verdict.overall")}
    if evaluation.verdicts and evaluation.missing:
        yield say("honesty.missing", labels=say.listed([labels[name] for name in evaluation.missing]))
    quotes = [quote for aspect in evaluation.aspects for quote in aspect.evidence]
    if lost := sum(not quote.verified for quote in quotes):
        yield say("honesty.unverified", n=lost, all=len(quotes))
    if evaluation.measured is None:
        yield say("honesty.no_measures")
    elif not evaluation.measured.mood.method:
        yield say("honesty.no_mood")
    if isinstance(evaluation.rating, ReaderRating):
        for unused in evaluation.rating.unused:
            yield say("honesty.unused", what=say.notice(unused))
    yield from map(say.notice, (*evaluation.renaming, *evaluation.reading_troubles))
    parts = [
        say(
            "honesty.left_out_part", what=say.notice(left.what), n=f"{left.words:,}", why=say.notice(left.why)
        )
        for left in evaluation.book.left_out
    ]
    if parts_listed is not None and len(parts) > parts_listed:
        words = sum(left.words for left in evaluation.book.left_out)
        yield say("honesty.left_out_many", parts=len(parts), n=f"{words:,}")
    elif parts:
        yield say("honesty.left_out", parts=say.listed(parts))
    for warning in evaluation.book.warnings:
        yield say("honesty.warning", text=say.notice(warning))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
