"""The page: one HTML file with a whole evaluation, including figures, styles and script."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from fabula.languages import Language
from fabula.notices import worded
from fabula.readermodel.rating import ReaderRating
from fabula.reading.findings import ORDER
from fabula.reports.cost import cost_words
from fabula.reports.drawing import inlined
from fabula.reports.glossary import glossary
from fabula.reports.labels import labels_for, plain, share
from fabula.reports.palette import DAY, NIGHT
from fabula.reports.places import Places
from fabula.reports.prose import as_html
from fabula.reports.sureness import abstained, how_sure, limits
from fabula.reports.synopsis import synopsis
from fabula.reports.tables import cast_rows, chapter_rows, craft_rows
from fabula.rubrics.rubric import Scale
from fabula.text.words import count_words
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fabula.judging.evaluation import AspectResult, Evaluation
    from fabula.reading.findings import Finding
    from fabula.reports.drawing import Drawn
    from fabula.reports.first_look import FirstLook
    from fabula.reports.labels import Labels

MANUSCRIPT = "manuscript.html"
"""The file beside the report that holds the text with its notes."""
STARS = Scale(low=0, high=5)
HEARD = 10
"""How many reviews must mention an aspect before their opinion of it is shown."""
PRAISED = 3
"""How many aspects are named for a comparable book."""


def page(
    evaluation: Evaluation, drawn: Sequence[Drawn], look: FirstLook | None = None, language: str = ""
) -> str:
    """The report as one HTML document that needs no network. `look` leads into the manuscript beside it. `language` is
    the reader's; without one it is the book's."""
    say = labels_for(evaluation.book, language)
    places = Places(evaluation.book)
    aspects = [_aspect(aspect, evaluation, places) for aspect in evaluation.aspects]
    measured = evaluation.measured
    findings = list(_findings(measured.findings.shown, places, say)) if measured else []
    findings_rest = list(_findings(measured.findings.rest, places, say)) if measured else []
    instructions = [
        {
            "said": one,
            "anchor": places.link(
                one.quote, one.chapter, one.offset, ("instructions", say("nav.instructions"))
            )
            if one.part == "text"
            else None,
        }
        for one in evaluation.instructions
    ]
    return environment().get_template("report.html.j2").render(
        say=say,
        version=__version__,
        **dress(),
        evaluation=evaluation,
        book=evaluation.book,
        book_words=sum(count_words(chapter.text, evaluation.book.language) for chapter in evaluation.book.chapters),
        key=shelf_key(evaluation),
        verdict=verdict(evaluation, say),
        assessment=as_html(evaluation.assessment),
        sure=how_sure(evaluation, say),
        limits=limits(evaluation, say),
        aspects=aspects if evaluation.verdicts or any(one.estimate for one in evaluation.aspects) else [],
        best=_best(evaluation, say),
        synopsis=synopsis(evaluation, say),
        findings=findings,
        findings_rest=findings_rest,
        instructions=instructions,
        comparables=comparable_rows(evaluation, say),
        missing=list(missing(evaluation, say)),
        craft=craft_rows(evaluation.measured, say) if evaluation.measured else [],
        chapters=chapter_rows(evaluation, say),
        cast=cast_rows(evaluation, say),
        mood_method=mood_method(evaluation, say),
        cost=cost_words(evaluation, say),
        figures={one.figure.name: shown(one) for one in drawn},
        places=places.listed(),
        look=look,
        words=glossary(say.language),
        manuscript=MANUSCRIPT,
    )  # fmt: skip


@cache
def environment() -> Environment:
    """The templates of the reports. Everything is escaped unless it is Markup, and a missing name is an error."""
    made = Environment(
        loader=PackageLoader("fabula.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"plain": plain, "share": share}
    return made


def dress() -> dict[str, Markup]:
    """Style and script of a page, with the light and dark colours as CSS variables."""
    folder = files("fabula.reports") / "templates"
    colours = {
        name: ";".join(f"--{role}:{colour}" for role, colour in palette.items())
        for name, palette in (("day", DAY), ("night", NIGHT))
    }
    style = (folder / "page.css").read_text(encoding="utf-8")
    for name, variables in colours.items():
        style = style.replace(f"/* {name} */", variables)
    return {"style": Markup(style), "script": Markup((folder / "page.js").read_text(encoding="utf-8"))}


def script_hash(script: str | None = None) -> str:
    """The hash of the page's script, or of another, for a Content-Security-Policy: a server can allow this script and
    no other."""
    digest = hashlib.sha256((script or dress()["script"]).encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def shown(drawn: Drawn) -> dict[str, Any]:
    """A figure in both widths, ready for the page."""
    name = drawn.figure.name
    return {
        "name": name,
        "title": drawn.figure.title,
        "alt": drawn.figure.alt,
        "page": Markup(inlined(drawn.page, f"{name}-page")),
        "phone": Markup(inlined(drawn.phone, f"{name}-phone")),
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


def _readers(evaluation: Evaluation, say: Labels) -> Score:
    """The expected rating, with no more said than its interval bears: a value to a tenth of a star if it tells the book
    from most of the shelf, else that it cannot."""
    who, by, rating = say("verdict.readers"), say("verdict.readers_by"), evaluation.rating
    if not isinstance(rating, ReaderRating):
        why = abstained(evaluation.book, rating, say) if rating else say("verdict.readers_not_asked")
        return Score(who, by, None, "", None, None, (why,), say("verdict.no_rating"))
    bounds = f"{rating.low:.1f}", f"{rating.high:.1f}"
    both = (
        () if evaluation.together is None else (say("verdict.together", value=f"{evaluation.together:.1f}"),)
    )
    if rating.place == "unknown":
        inside = say("verdict.covers", n=_tens(100 * rating.covers))
        return Score(who, by, None, "5", *bounds, (inside, *both), say("verdict.place_unknown"))
    place = say(f"verdict.place_{rating.place}", n=_tens(rating.percentile))
    return Score(who, by, f"{rating.value:.1f}", "5", *bounds, (place, *both))


def _tens(percent: float) -> int:
    """A share that is known only roughly, to the nearest ten."""
    return min(90, max(10, 10 * round(percent / 10)))


def _aspect(aspect: AspectResult, evaluation: Evaluation, places: Places) -> dict[str, Any]:
    source = (f"aspect-{aspect.id}", aspect.label)
    rating = evaluation.rating
    from_readers = not evaluation.verdicts and isinstance(rating, ReaderRating)
    return {
        "result": aspect,
        "critique": as_html(aspect.critique),
        "evidence": [
            (one, places.link(one.quote, one.chapter, one.offset, source) if one.verified else None) for one in aspect.evidence
        ],
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
    return say.listed([one.label for one in scored[:2]]), say.listed([one.label for one in scored[:-3:-1]])


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
    meaning = say.texts.get(f"finding_meaning.{finding.kind}", "")
    return {"found": finding, "name": name, "kind": kind, "meaning": meaning, "anchor": link}


def comparable_rows(evaluation: Evaluation, say: Labels) -> list[dict[str, Any]]:
    """Similar books, with what readers liked and disliked in them."""
    labels = {aspect.id: aspect.label for aspect in evaluation.aspects}
    rows = []
    for book in evaluation.comparables:
        ranked = sorted(
            (name for name, figures in book.aspects.items() if name in labels and figures.reviews >= HEARD),
            key=lambda name: -book.aspects[name].kindness,
        )
        praised = [labels[name] for name in ranked if book.aspects[name].kindness > 0][:PRAISED]
        blamed = [labels[name] for name in reversed(ranked) if book.aspects[name].kindness < 0][:PRAISED]
        rows.append({"book": book, "rewarded": say.listed(praised), "blamed": say.listed(blamed)})
    return rows


def mood_method(evaluation: Evaluation, say: Labels) -> str:
    """The method behind the mood figures, in the report's language."""
    if evaluation.measured is None or evaluation.measured.mood.method == "VADER":
        return "VADER"
    return say("course.own_list")


def missing(evaluation: Evaluation, say: Labels) -> Iterator[str]:
    """What is missing or could not be used, one sentence each."""
    labels = {aspect.id: aspect.label for aspect in evaluation.aspects} | {"overall": say("verdict.overall")}
    if evaluation.verdicts and evaluation.missing:
        yield say("honesty.missing", labels=say.listed([labels[name] for name in evaluation.missing]))
    quotes = [quote for aspect in evaluation.aspects for quote in aspect.evidence]
    if lost := sum(not quote.verified for quote in quotes):
        yield say("honesty.unverified", n=lost, all=len(quotes))
    if evaluation.measured is None:
        yield say("honesty.no_measures")
    elif not evaluation.measured.mood.method:
        yield say("honesty.no_mood")
    elif evaluation.measured.mood.method != "VADER":
        yield say("honesty.mood_own_list")
    if isinstance(evaluation.rating, ReaderRating):
        for unused in evaluation.rating.unused:
            yield say("honesty.unused", what=worded(unused, Language(say.language)))
    yield from map(say.notice, (*evaluation.renaming, *evaluation.reading_troubles))
    for left in evaluation.book.left_out:
        what, why = say.notice(left.what), say.notice(left.why)
        yield say("honesty.left_out", what=what, n=f"{left.words:,}", why=why)
    for warning in evaluation.book.warnings:
        yield say("honesty.warning", text=say.notice(warning))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
