"""The fields that every judging prompt shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fabula.judging.guard_rubric import fenced_aspects
from fabula.models.prompts import fence, fence_line

if TYPE_CHECKING:
    from fabula.judging.settings import JudgeSettings
    from fabula.rubrics.rubric import Aspect, Scale
    from fabula.text.book import Book


BANDS = (0.2, 0.5, 0.7, 0.85, 0.95)
"""Where on the scale the prompts say what a score means."""


def fields(book: Book, settings: JudgeSettings) -> dict[str, Any]:
    """The fields at the start of every judging prompt. The constant part comes first, so that prompt caches can serve it."""
    words = book.words
    unit = "字" if book.language == "zh" else " words"
    return {
        "low": f"{settings.rubric.scale.low:g}",
        "high": f"{settings.rubric.scale.high:g}",
        "integers": settings.rubric.scale.integers,
        "bands": [_mark(share, settings.rubric.scale) for share in BANDS],
        "sub_aspects": settings.sub_aspects,
        "aspects": aspect_list(settings, book.language),
        "title": fence_line(book.title),
        "author": fence_line(book.author),
        "genres": fence_line(", ".join(book.genres)),
        "length": f"{words:,}{unit}" if words else "",
        "premise": fence(book.premise) if book.premise else "",
    }


def aspect_list(settings: JudgeSettings, language: str) -> str:
    """The aspects as a prompt lists them, with their definitions unless the settings leave those out."""
    listed = "\n".join(_entry(aspect, settings, language) for aspect in settings.rubric.scored_aspects)
    return fenced_aspects(listed, settings.rubric, language)


def _entry(aspect: Aspect, settings: JudgeSettings, language: str) -> str:
    wording = aspect.wording(language)
    line = f"- {aspect.id}: {wording.label}"
    if aspect.sub_aspects and (settings.definitions or settings.sub_aspects):
        line += f" [{_parts(aspect, language)}]"
    if not settings.definitions:
        return line
    if wording.look_for:
        look_for = "；".join(wording.look_for) if language == "zh" else "; ".join(wording.look_for)
        return f"{line}. {wording.definition} ({look_for})"
    return f"{line}. {wording.definition}"


def _parts(aspect: Aspect, language: str) -> str:
    """The sub-aspects with the names that an answer uses for them, where they differ from the labels."""
    return ", ".join(
        name if name == each.labelled(language).lower() else f"{name} ({each.labelled(language)})"
        for name, each in aspect.fields.items()
    )


def _mark(share: float, scale: Scale) -> str:
    value = scale.low + share * (scale.high - scale.low)
    return f"{round(value) if scale.integers else round(value, 1):g}"
