"""Rubrics: what judges score. Change the words of one, see the prompt that a judge would get, and save it as one's own."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import FormData

from fabula.errors import FabulaError, UsageError
from fabula.judging.guard_rubric import masked_rubric
from fabula.judging.prompt_fields import fields as prompt_fields
from fabula.judging.settings import JudgeSettings
from fabula.measures.scorefile import number
from fabula.models.prompts import load_prompt
from fabula.reports.labels import Labels
from fabula.rubrics.files import checked, load, parse, shipped_names, toml_of
from fabula.rubrics.rubric import Rubric, worded_in
from fabula.studio.home import StoredFile, all_stored, kept, remove_stored, store_text
from fabula.studio.labels import studio_labels
from fabula.studio.refusals import Refused
from fabula.studio.view import Studio, go, language_of, render, studio_of
from fabula.text.book import Book

router = APIRouter(prefix="/rubrics")
NEW_ROWS = 2
"""Empty rows below the aspects that are there."""
MOST_ASPECTS = 40
_ROW = ("id", "label", "definition", "look_for", "keep")
_NOT_IN_AN_ID = re.compile(r"[^a-z0-9]+")


@router.get("")
def page(request: Request) -> Response:
    """The built-in rubrics, and one's own."""
    own = [(file, load(str(file.file))) for file in all_stored(studio_of(request).home, "rubrics")]
    return render(
        request, "rubrics/front.html.j2", shipped=[(name, load(name)) for name in shipped_names()], own=own
    )


@router.get("/{name}")
def edit(request: Request, name: str) -> Response:
    """One rubric, to be changed."""
    return _page(request, name, rubric_named(studio_of(request), name))


@router.post("/{name}")
async def save(request: Request, name: str) -> Response:
    """Save it as one's own; the one it was made from stays. Or only show the prompt."""
    studio, form = studio_of(request), await request.form()
    base = rubric_named(studio, name)
    try:
        made = _made(form, base, _language(request))
    except FabulaError as error:
        return _page(request, name, base, trouble=str(error), typed=form)
    if form.get("then") == "preview":
        return _page(request, name, made, preview=True, typed=form)
    stored = await asyncio.to_thread(store_text, studio.home, "rubrics", f"{made.title}.toml", toml_of(made))
    return go(f"/rubrics/{stored.id}", "saved")


@router.post("/{identifier}/remove")
def remove(request: Request, identifier: str) -> Response:
    """Forget one's own rubric. Verdicts by it stay."""
    remove_stored(studio_of(request).home, "rubrics", identifier)
    return go("/rubrics", "removed")


def rubric_named(studio: Studio, name: str) -> Rubric:
    """A built-in rubric by its name, or one's own by its id."""
    return load(name if name in shipped_names() else str(kept(studio.home, "rubrics", name).file))


def own_rubrics(studio: Studio) -> list[StoredFile]:
    """One's own rubrics, as forms offer them."""
    return all_stored(studio.home, "rubrics")


def _page(
    request: Request,
    name: str,
    rubric: Rubric,
    *,
    preview: bool = False,
    trouble: str = "",
    typed: FormData | None = None,
) -> Response:
    language = _language(request)
    return render(
        request,
        "rubrics/edit.html.j2",
        400 if trouble else 200,
        name=name,
        rubric=rubric,
        own=name not in shipped_names(),
        rows=_rows(typed) if typed else [_row(rubric, each.id, language) for each in rubric.aspects],
        scale=_scale_typed(typed) if typed else rubric.scale.model_dump(),
        title=str(typed.get("title", "")) if typed else rubric.title,
        new=NEW_ROWS,
        trouble=trouble,
        prompt=_prompt(rubric, studio_labels(language_of(request))) if preview else [],
    )


def _language(request: Request) -> str:
    """The language whose words are edited: that of the page."""
    return language_of(request)


def _row(rubric: Rubric, identifier: str, language: str) -> dict[str, str]:
    aspect = next(each for each in rubric.aspects if each.id == identifier)
    wording = aspect.wording(language)
    look_for = "\n".join(wording.look_for)
    return {
        "id": aspect.id,
        "label": wording.label,
        "definition": wording.definition,
        "look_for": look_for,
        "keep": "on",
    }


def _rows(form: FormData) -> list[dict[str, str]]:
    """What was typed for each aspect; a row that holds nothing is none."""
    columns = {name: [str(each).strip() for each in form.getlist(name)] for name in _ROW}
    told = [dict(zip(_ROW, cells, strict=True)) for cells in zip(*columns.values(), strict=False)]
    return [row for row in told if row["label"] or row["definition"]]


def _scale_typed(form: FormData) -> dict[str, Any]:
    return {
        "low": form.get("low", ""),
        "high": form.get("high", ""),
        "integers": form.get("integers") == "on",
    }


def _made(form: FormData, base: Rubric, language: str) -> Rubric:
    """The rubric that was typed. What the form does not show (parts, anchors, the other language) is the base's."""
    rows = [row for row in _rows(form) if row["keep"] != "off"]
    if len(rows) > MOST_ASPECTS:
        raise UsageError(f"a rubric may have {MOST_ASPECTS} aspects")
    before = {each.id: each.model_dump(exclude_defaults=True) for each in base.aspects}
    low, high = (number(str(form.get(end, ""))) for end in ("low", "high"))
    title = str(form.get("title", "")).strip()
    if low is None or high is None or not title:
        raise Refused("rubric")
    document = {
        "id": _identifier(title) or "own",
        "title": title,
        "scale": {"low": low, "high": high, "integers": form.get("integers") == "on"},
        "aspects": [_aspect(row, before, language, place) for place, row in enumerate(rows, 1)],
    }
    return parse(toml_of(checked(document, title)), title)


def _aspect(
    row: Mapping[str, str], before: Mapping[str, dict[str, Any]], language: str, place: int
) -> dict[str, Any]:
    if not row["label"] or not row["definition"]:
        raise UsageError(f"aspect {place} needs a name and a sentence that says what is judged")
    old = before.get(row["id"], {})
    look_for = [line.strip() for line in row["look_for"].splitlines() if line.strip()]
    words = {"label": row["label"], "definition": row["definition"], "look_for": look_for}
    side = worded_in(language)
    words = {**old.get(side, {}), **words}
    made = {**old, "id": row["id"] or _identifier(row["label"]) or f"aspect_{place}", side: words}
    made.setdefault(worded_in("en"), words)
    return made


def _identifier(label: str) -> str:
    """A name for answers, made of a label; nothing where no letter of it can stand in one."""
    plain = _NOT_IN_AN_ID.sub("_", label.lower()).strip("_")
    return plain if plain[:1].isalpha() else ""


def _prompt(rubric: Rubric, say: Labels) -> list[tuple[str, str]]:
    """What a judge would get with a summary of the book, role by role. The book's own parts are named in brackets."""
    book = Book(say("rubrics.the_title"), None, say.language, ())
    gaps = {
        "plot": say("rubrics.part.plot"),
        "cast": say("rubrics.part.cast"),
        "excerpts": say("rubrics.part.excerpts"),
    }
    said = load_prompt("judging", "summary", say.language).messages(
        **prompt_fields(book, JudgeSettings(masked_rubric(rubric))), **gaps, themes="", threads=""
    )
    return [(each.role, each.content) for each in said]
