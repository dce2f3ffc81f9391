"""From a summary: the judge sees the plot, the cast and passages of the book in place of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.judging.asking import ask_judges, question
from fabula.judging.brief import Brief, fields
from fabula.judging.judged import Judged
from fabula.models.prompts import fence
from fabula.reading.story import cast_list

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.reading.reading import Reading
    from fabula.text.book import Book


async def judge_from_summary(book: Book, reading: Reading, brief: Brief, door: Door) -> Judged:
    """Judge from a reading of the book, which all replicates share."""
    prompt = door.prompt("judging", "summary", book.language)
    messages = prompt.messages(
        **fields(book, brief),
        plot=fence(told_plot(reading, brief)),
        cast=fence(cast_list(reading.cast)),
        excerpts="\n\n".join(fence(excerpt.text) for excerpt in reading.excerpts),
    )
    request = question("judging from the summary", messages, brief)
    return Judged(await ask_judges(book, request, "summary", brief, door))


def told_plot(reading: Reading, brief: Brief) -> str:
    """The plot as a judge is told it: of the whole, or chapter by chapter."""
    if brief.source == "overall" or not reading.chapter_summaries:
        return reading.plot
    return "\n\n".join(f"{part.chapter}. {part.title}\n{part.text}" for part in reading.chapter_summaries)
