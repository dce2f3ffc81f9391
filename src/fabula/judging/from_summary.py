"""Judge from a summary: the judge sees the plot, the cast and excerpts instead of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.judging.judged import Judged
from fabula.judging.prompt_fields import fields
from fabula.judging.question import ask_judges, question
from fabula.judging.settings import JudgeSettings
from fabula.models.prompts import fence
from fabula.reading.excerpts import fitting
from fabula.reading.notes import theme_list, thread_list
from fabula.reading.story import cast_list

if TYPE_CHECKING:
    from fabula.models.door import Door
    from fabula.reading.reading import Reading
    from fabula.text.book import Book


async def judge_from_summary(book: Book, reading: Reading, settings: JudgeSettings, door: Door) -> Judged:
    """Judge from one reading of the book, shared by all replicates."""
    prompt = door.prompt("judging", "summary", book.language)
    pages = fitting(reading.excerpts, settings.context_tokens or door.context, book.language)
    messages = prompt.messages(
        **fields(book, settings),
        plot=fence(shown_plot(reading, settings)),
        cast=fence(cast_list(reading.cast)),
        themes=fence(theme_list(reading.themes)) if reading.themes else "",
        threads=fence(thread_list(reading.threads)) if reading.threads else "",
        excerpts="\n\n".join(fence(excerpt.text) for excerpt in pages),
    )
    request = question("judging from the summary", messages, settings)
    return Judged(await ask_judges(book, request, "summary", settings, door))


def shown_plot(reading: Reading, settings: JudgeSettings) -> str:
    """The plot as the judge sees it: of the whole book, or chapter by chapter."""
    if settings.source == "overall" or not reading.chapter_summaries:
        return reading.plot
    return "\n\n".join(f"{part.chapter}. {part.title}\n{part.text}" for part in reading.chapter_summaries)
