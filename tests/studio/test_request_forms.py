"""A form made from a request takes what the request takes, within its limits, and never a path of this machine."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import ValidationError

from fabula.request import Request, option, options
from fabula.studio.labels import studio_labels
from fabula.studio.pages import (
    audit,
    calibrate,
    compare,
    evaluate,
    facts,
    novelists,
    pitch,
    quiz,
    rank,
    readers,
)
from fabula.studio.pages.option_fields import option_fields
from fabula.studio.tasks import KINDS, task
from fabula.studio.tasks.form import from_form
from fabula.studio.tasks.request_form import RequestForm, form_for
from fabula.text.book import Book

PLACED = {
    "audit": audit.PLACED,
    "calibrate": calibrate.PLACED,
    "evaluate": evaluate.PLACED,
    "compare": compare.PLACED,
    "rank": rank.PLACED,
    "novelists": novelists.PLACED,
    "pitch": pitch.PLACED,
    "quiz": quiz.PLACED,
    "webnovel": novelists.LINE_PLACED,
    "readers": readers.PLACED,
    **dict.fromkeys(("graph", "summary", "check", "refine"), facts.PLACED),
}


@dataclass(frozen=True, slots=True)
class Asking(Request):
    book: Path | Book = option(help="The story.", changes_result=True, argument=True)
    runs: int = option(3, help="Times to ask.", changes_result=True, minimum=1, maximum=9)
    definitions: bool = option(True, help="Tell what each aspect means.", changes_result=True)
    genres: tuple[str, ...] = option((), help="Genres, with commas.", changes_result=True, comma=True)
    rubric: str = option("longstory", help="longstory, or your own TOML file.", changes_result=True)
    table: Path | None = option(None, help="A table of ratings.", changes_result=True)


FORM = form_for(
    Asking,
    __name__,
    files={"book": "books"},
    choices={"rubric": ("longstory", "webnovel")},
    limits={"runs": 5},
)


def test_every_option_but_paths_has_a_field() -> None:
    assert set(FORM.model_fields) == {"model", "max_cost", "book", "runs", "definitions", "genres", "rubric"}


def test_a_form_reads_what_a_browser_sends() -> None:
    form = from_form(
        FORM, {"book": "0" * 16, "runs": "2", "definitions": ["off"], "genres": "Fantasy, 玄幻", "rubric": ""}
    )
    assert form.model_dump(exclude_defaults=True) == {
        "book": "0" * 16, "runs": 2, "definitions": False, "genres": ("Fantasy", "玄幻"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [{"runs": "6"}, {"runs": "0"}, {"book": "/etc/passwd"}, {"rubric": "/etc/passwd"}, {"table": "x"}],
)
def test_what_is_out_of_bounds_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        from_form(FORM, {"book": "0" * 16, **wrong})


def test_a_text_that_may_name_a_file_must_be_settled() -> None:
    with pytest.raises(TypeError, match="rubric may name a file"):
        form_for(Asking, __name__, files={"book": "books"})


def test_fields_come_from_the_options() -> None:
    fields = {each.name: each for each in option_fields(FORM, studio_labels("en"), placed=("genres",))}
    assert set(fields) == {"runs", "definitions", "rubric"}
    assert (fields["runs"].label, fields["runs"].input, fields["runs"].maximum) == (
        "Times to ask",
        "number",
        9,
    )
    assert (fields["rubric"].input, fields["rubric"].choices) == ("choice", ("longstory", "webnovel"))
    assert (fields["definitions"].input, fields["definitions"].value) == ("check", True)


@pytest.mark.parametrize("kind", KINDS)
def test_every_option_of_a_request_is_in_its_form_or_left_out_with_a_reason(kind: str) -> None:
    form = task(kind).Form
    assert issubclass(form, RequestForm)
    names = {each.name for each in options(form.REQUEST)}
    on_form = names & set(form.model_fields)
    assert on_form | set(form.LEFT_OUT) == names and not on_form & set(form.LEFT_OUT)
    assert all(len(reason.split()) > 3 for reason in form.LEFT_OUT.values())


@pytest.mark.parametrize("kind", KINDS)
def test_every_option_that_a_form_shows_has_a_chinese_label(kind: str) -> None:
    fields = option_fields(task(kind).Form, studio_labels("zh"), PLACED.get(kind, ()))
    assert [each.name for each in fields if not re.search("[\u4e00-\u9fff]", each.label)] == []
