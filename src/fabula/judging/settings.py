"""What a judge is asked, whichever way he reads: rubric, repeats, and the words that every judging prompt shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from fabula.reading.story import SEGMENT_TOKENS
from fabula.text.words import count_words

if TYPE_CHECKING:
    from fabula.rubrics.rubric import Aspect, Rubric
    from fabula.text.book import Book

Method = Literal["one-pass", "aggregation", "incremental", "summary", "embedded"]
Source = Literal["overall", "chapters"]
Critique = Literal["each", "at once"]


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How a book is to be judged; together with the book it decides every question that is asked."""

    rubric: Rubric
    runs: int = 1
    temperature: float = 0.0
    definitions: bool = True
    """False leaves the aspects' definitions out, to measure what they are worth."""
    source: Source = "overall"
    """For the summary method: judge from the plot of the whole, or from the summaries of its chapters."""
    critique: Critique | None = None
    """For the summary method: ask a trained critic in the form that he learned, of each aspect by itself or at once."""
    segment_tokens: int = SEGMENT_TOKENS
    context_tokens: int = 128_000


def usual_runs(method: Method) -> int:
    """Five replicates where they share one reading and one prompt, one where each costs as much as the first."""
    return 5 if method == "summary" else 1


def fields(book: Book, settings: JudgeSettings) -> dict[str, Any]:
    """The fields that open every judging prompt: the constant part stands first, so that a prefix cache can serve it."""
    words = sum(count_words(chapter.text, book.language) for chapter in book.chapters)
    unit = "字" if book.language == "zh" else " words"
    return {
        "low": f"{settings.rubric.scale.low:g}",
        "high": f"{settings.rubric.scale.high:g}",
        "integers": settings.rubric.scale.integers,
        "aspects": aspect_list(settings, book.language),
        "title": book.title,
        "author": book.author,
        "genres": ", ".join(book.genres),
        "length": f"{words:,}{unit}" if words else "",
        "premise": book.premise,
    }


def aspect_list(settings: JudgeSettings, language: str) -> str:
    """The aspects as a prompt lists them, with what each means unless the settings leaves that out."""
    return "\n".join(_entry(aspect, settings, language) for aspect in settings.rubric.scored_aspects)


def _entry(aspect: Aspect, settings: JudgeSettings, language: str) -> str:
    wording = aspect.wording(language)
    line = f"- {aspect.id}: {wording.label}"
    if not settings.definitions:
        return line
    if wording.look_for:
        look_for = "；".join(wording.look_for) if language == "zh" else "; ".join(wording.look_for)
        return f"{line}. {wording.definition} ({look_for})"
    return f"{line}. {wording.definition}"
