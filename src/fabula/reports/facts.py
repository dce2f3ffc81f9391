"""The checked summary as a page: sentences in colour, with what was found on hover or focus and below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabula.facts.checker import CheckerKind
from fabula.facts.facts import CAUTIOUS, Verdict
from fabula.reports.labels import Labels, labels, share
from fabula.reports.page import dress, environment
from fabula.version import __version__

if TYPE_CHECKING:
    from fabula.facts.check import Check
    from fabula.facts.facts import JudgedFact, Ruling, Score
    from fabula.facts.run import FactCheckAnswer, RefineAnswer


def facts_labels(language: str) -> Labels:
    """The labels of a checked summary. Those of `by_words` if the checker sees only words."""
    return labels(language, "facts")


def ruled_by(checker: CheckerKind) -> str:
    """Whether a checker judges by words or by meaning. Its verdicts are named accordingly."""
    return "by_words" if checker is CheckerKind.EMBEDDED else "by_meaning"


def reason_of(ruling: Ruling, say: Labels) -> str:
    """The model's own words, or fabula's notices in the reader's language."""
    return ruling.reason or say.notices(ruling.notices)


def headline(found: Check, checker: CheckerKind, say: Labels) -> tuple[str, str]:
    """The figure and what it means."""
    value, by, judged = found.score.value, ruled_by(checker), len(found.facts) - found.count("unjudged")
    if value is None:
        return say("no_score"), ""
    figure = say(f"{by}.value", share=share(value), right=found.count("supported"), n=judged)
    if more := found.count("unverified"):
        return figure, say(f"{by}.said_with_unverified", n=judged, more=more)
    return figure, say(f"{by}.said", n=judged)


def facts_page(answer: FactCheckAnswer | RefineAnswer, say: Labels | None = None) -> str:
    """One HTML document that loads nothing from any network, in the book's language unless other labels are given."""
    found, book, checker = answer.check, answer.book, answer.result.checker
    say = say or facts_labels(book.language)
    score, figure = found.score, headline(found, checker, say)
    return (
        environment()
        .get_template("facts.html.j2")
        .render(
            say=say,
            version=__version__,
            **dress(),
            spoken=book.language,
            title=book.title,
            author=book.author,
            by=ruled_by(checker),
            reason_of=reason_of,
            notices=answer.result.notices,
            scored=score.value is not None,
            figure=figure,
            interval=interval(score, say),
            over=say(f"over.{score.over}", n=found.runs) if score.over else "",
            counts=[(verdict, found.count(verdict)) for verdict in CAUTIOUS if found.count(verdict)],
            pieces=pieces(found),
            signature=answer.result.signature,
        )
    )


def interval(score: Score, say: Labels) -> str:
    """Between which shares the score lies, if known."""
    if score.low is None or score.high is None:
        return ""
    return say("range", low=share(score.low), high=share(score.high))


def pieces(found: Check) -> list[dict[str, Any]]:
    """The summary unchanged: each sentence, with the text before it."""
    cut, end = [], 0
    for sentence in found.summary.sentences:
        facts = found.of_sentence(sentence.number)
        cut.append(
            {
                "before": found.summary.text[end : sentence.start],
                "text": sentence.text,
                "number": sentence.number,
                "verdict": worst(facts),
                "facts": facts,
                "faulty": [one for one in facts if one.ruling.verdict != "supported"],
            }
        )
        end = sentence.start + len(sentence.text)
    return cut


def worst(facts: tuple[JudgedFact, ...]) -> Verdict | None:
    """The verdict that colours a sentence: the worst of its facts, unjudged only if there is no other."""
    verdicts = {one.ruling.verdict for one in facts}
    ranked: tuple[Verdict, ...] = ("contradicted", "not_found", "unverified", "unjudged", "supported")
    return next((verdict for verdict in ranked if verdict in verdicts), None)
