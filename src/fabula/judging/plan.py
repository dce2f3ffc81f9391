"""A plan instead of a text: judges an unfinished book by its plot, its cast and some pages."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fabula.errors import UsageError
from fabula.jsonl import read_text
from fabula.languages import Language
from fabula.reading.reading import Character, Excerpt, Reading
from fabula.text.book import Book
from fabula.text.language import detect

if TYPE_CHECKING:
    from pathlib import Path

_SHAPE = (
    "a plan is Markdown with a title (# Title) and sections ## Premise, ## Genres, ## Plot, ## Cast (- Name: who they are), "
    "## Pages; or JSON with title, plot and optionally author, genres, premise, language, cast [{name, profile}], excerpts [...]"
)
_SECTIONS = {
    "author": "author", "作者": "author", "genres": "genres", "genre": "genres", "类型": "genres",
    "premise": "premise", "简介": "premise", "plot": "plot", "plot summary": "plot", "情节": "plot",
    "cast": "cast", "characters": "cast", "人物": "cast", "pages": "excerpts", "excerpts": "excerpts", "选段": "excerpts",
}  # fmt: skip


class PlannedCharacter(BaseModel):
    """One character of a planned book."""

    model_config = ConfigDict(extra="forbid")
    name: str
    profile: str = ""


class PlanFile(BaseModel):
    """The plan that an author gives before the book is written."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)
    title: str = Field(min_length=1)
    plot: str = Field(min_length=1)
    author: str | None = None
    language: str | None = None
    genres: list[str] = []
    premise: str | None = None
    cast: list[PlannedCharacter] = []
    excerpts: list[str] = []


@dataclass(frozen=True, slots=True)
class Plan:
    """A book without chapters, and the reading that replaces them."""

    book: Book
    reading: Reading


def read_plan(path: Path) -> Plan:
    """A plan from Markdown or JSON."""
    text = read_text(path, f"a plan ({_SHAPE})")
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else _from_markdown(text)
        plan = PlanFile.model_validate(data)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path.name} is not valid JSON ({error}): {_SHAPE}") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{path.name}: {place}: {first['msg']}; {_SHAPE}") from None
    return _plan(plan)


def _plan(plan: PlanFile) -> Plan:
    book = Book(
        title=plan.title,
        author=plan.author,
        language=Language(plan.language) if plan.language else detect(plan.plot),
        chapters=(),
        genres=tuple(plan.genres),
        premise=plan.premise,
        format="plan",
    )
    reading = Reading(
        book_id=book.id,
        method="plan",
        plot=plan.plot.strip(),
        cast=tuple(Character(name=person.name, profile=person.profile) for person in plan.cast),
        chapter_summaries=(),
        excerpts=tuple(Excerpt("given", text.strip()) for text in plan.excerpts if text.strip()),
    )
    return Plan(book, reading)


def _from_markdown(text: str) -> dict[str, object]:
    """Title and sections of a Markdown plan. An unknown heading is an error and is not dropped silently."""
    parts = re.split(r"^(#{1,2})[ \t]+(.+?)[ \t]*$", text, flags=re.MULTILINE)
    found: dict[str, object] = {}
    for level, heading, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if level == "#" and "title" not in found:
            found["title"] = heading
            continue
        name = _SECTIONS.get(heading.lower().rstrip(":："))
        if name is None:
            raise UsageError(f"the plan's section {heading!r} is not known: {_SHAPE}")
        found[name] = _section(name, body.strip())
    return found


def _section(name: str, body: str) -> object:
    if name == "genres":
        return [genre.strip() for genre in re.split(r"[,，、;\n]", body) if genre.strip(" -")]
    if name == "excerpts":
        return [part for part in re.split(r"\n\s*(?:\*\*\*|---)\s*\n", body) if part.strip()]
    if name == "cast":
        entries = [line.strip().lstrip("-*• ").strip() for line in body.splitlines() if line.strip()]
        return [_person(entry) for entry in entries]
    return body


def _person(entry: str) -> dict[str, str]:
    name, _, profile = re.sub(r"[:：—]", "\0", entry, count=1).partition("\0")
    return {"name": name.strip(" *"), "profile": profile.strip(" *")}
