"""Holds a reading against its book: every statement of the plot and of the chapters, fact by fact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.facts.check import check
from fabula.facts.checker import CheckerKind
from fabula.facts.checkers import make_checker, search_for
from fabula.facts.facts import CAUTIOUS
from fabula.facts.request import FactCheckRequest
from fabula.facts.summaries import of_parts
from fabula.reading.saved import CheckedStatement, Fault, ReadingCheck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.facts.facts import JudgedFact
    from fabula.models.door import Door
    from fabula.reading.reading import Reading
    from fabula.text.book import Book


async def checked(reading: Reading, book: Book, kind: CheckerKind, door: Door) -> ReadingCheck:
    """Check the reading's statements. Each keeps its chapters and gets the worst verdict on its facts."""
    request = FactCheckRequest(book=book, checker=kind)
    checker = await make_checker(book, request, kind, search_for(None, book, door), door)
    said = [(one.text, one.chapters, False) for one in reading.statements]
    said += [(one.text, (one.chapter,), True) for one in reading.chapter_summaries if one.text.strip()]
    found = await check(of_parts([text for text, _, _ in said], book.language, "reading"), checker)
    score = found.score
    return ReadingCheck(
        checker=kind,
        score=score.value,
        low=score.low,
        high=score.high,
        statements=tuple(
            _statement(text, chapters, of_chapter, found.of_sentence(number))
            for number, (text, chapters, of_chapter) in enumerate(said, 1)
        ),
    )


def _statement(
    text: str, chapters: tuple[int, ...], of_chapter: bool, facts: Sequence[JudgedFact]
) -> CheckedStatement:
    verdicts = {fact.ruling.verdict for fact in facts}
    return CheckedStatement(
        text=text,
        chapters=chapters,
        part="chapter" if of_chapter else "plot",
        verdict=next((each for each in CAUTIOUS if each in verdicts), "unjudged"),
        facts=len(facts),
        faults=tuple(_fault(fact) for fact in facts if fact.faulty),
    )


def _fault(fact: JudgedFact) -> Fault:
    ruling = fact.ruling
    quoted = ruling.evidence[0] if ruling.evidence else None
    return Fault(
        fact=fact.fact.text,
        verdict="contradicted" if ruling.verdict == "contradicted" else "not_found",
        reason=ruling.reason,
        correction=ruling.correction,
        quotation=quoted.quote if quoted else "",
        chapter=quoted.chapter if quoted else None,
    )
