"""Evaluations to draw reports from, made once for all tests of this room."""

from __future__ import annotations

from dataclasses import replace

import pytest
from reports_samples import chinese_story, embedded, judged, rating, story

from fabula.judging.evaluation import Evaluation
from fabula.readermodel.comparable import Comparable
from fabula.readermodel.rating import Gain
from fabula.rubrics.verdict import Evidence
from fabula.text.guard.finding import Instruction


@pytest.fixture(scope="session")
def judged_book() -> Evaluation:
    return judged()


@pytest.fixture(scope="session")
def hostile_book() -> Evaluation:
    """Markup wherever a file or a model can put some."""
    script = "<script>alert('x')</script>"
    book = replace(story(), title=f"Lamp {script}", author=script)
    first = replace(book.chapters[0], title=script, text=f"{script} said Anna Bell. " + book.chapters[0].text)
    found = judged(replace(book, chapters=(first, *book.chapters[1:])))
    aspect = replace(
        found.aspects[0],
        critique=f"**{script}** and [a link](javascript:alert(1))",
        evidence=(Evidence(script, 1, 0, True), Evidence(script)),
    )
    return replace(
        found,
        aspects=(aspect, *found.aspects[1:]),
        assessment=script,
        signature=script,
        model=script,
        instructions=(Instruction(script, 1, 0, "control-marks"),),
        comparables=(Comparable(script, script, 3.0, 0.1, (), {}),),
    )  # fmt: skip


@pytest.fixture(scope="session")
def unjudged_chinese_book() -> Evaluation:
    return embedded(chinese_story())


@pytest.fixture(scope="session")
def long_headed_book() -> Evaluation:
    """Chapters with long headings instead of numbers: the first screen names a place by its heading."""
    book, heading = (
        story(),
        "In Which Anna Bell and Tom Reed Look at the Sea, and Neither of Them Says Why Nobody Goes",
    )
    return embedded(
        replace(book, chapters=tuple(replace(one, title=f"{heading}, {one.number}") for one in book.chapters))
    )


@pytest.fixture(scope="session")
def bare_book() -> Evaluation:
    """A book of which the reader model knows only the length."""
    known = replace(
        rating(), inputs=(), would_help=(Gain("premise", 62), Gain("reading", 59), Gain("genres", 55))
    )
    return replace(embedded(story()), rating=known)
