"""Every question's request: each field is marked, has its help, and another value that matters gives another signature."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from fabula.errors import UsageError
from fabula.judging.request import EvaluateRequest
from fabula.models.options import ModelOptions
from fabula.questions import QUESTIONS, Question
from fabula.request import Option, Request, document, from_document, options, signed
from fabula.signature import sign
from fabula.text.book import Book, Chapter

ALL = sorted(QUESTIONS.values(), key=lambda question: question.kind)
TYPES: list[type[Request]] = [ModelOptions, *(question.request_type for question in ALL)]


def subclasses(kind: type[Request]) -> set[type[Request]]:
    return {kind}.union(*(subclasses(each) for each in kind.__subclasses__()))


@pytest.mark.parametrize("question", ALL, ids=lambda question: question.kind)
def test_a_question_names_parts_that_are_there(question: Question) -> None:
    assert dataclasses.is_dataclass(question.request_type) and question.request_type.__doc__
    assert callable(question.runner)
    assert question.kind == question.result_type.KIND


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_every_field_says_what_it_is_and_whether_it_changes_the_result(kind: type[Request]) -> None:
    for each in options(kind):
        assert isinstance(each.changes_result, bool), f"{kind.__name__}.{each.name} is not marked"
        assert each.help[:1].isupper() or each.help[:1] in "0123456789" or each.help.split()[0].islower(), (
            each.help
        )
        assert each.help.rstrip().endswith((".", ")")), f"{kind.__name__}.{each.name}: {each.help!r}"


def test_no_request_is_left_out_of_the_list_of_questions() -> None:
    for question in ALL:
        _ = question.runner, question.result_type
    ours = {
        (kind.__module__, kind.__name__)
        for kind in subclasses(Request)
        if kind.__module__.startswith("fabula.") and kind.__name__.endswith("Request")
    }
    listed = {kind for question in ALL for kind in question.request_type.__mro__}
    assert ours - {(kind.__module__, kind.__name__) for kind in listed} == set()


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_another_value_of_a_field_that_matters_gives_another_signature(
    kind: type[Request], tmp_path: Path
) -> None:
    required = {each.name: other_values(each, tmp_path)[0] for each in options(kind) if each.required}
    base = kind(**required)
    before = sign(base, "method")
    for each in options(kind):
        others = [value for value in other_values(each, tmp_path) if value != getattr(base, each.name)]
        assert others, f"{kind.__name__}.{each.name}: the test knows no other value of {each.kind}"
        changed = base.but(**{each.name: others[0]})
        if each.changes_result:
            assert sign(changed, "method") != before, f"{kind.__name__}.{each.name} is not in the signature"
        else:
            assert signed(changed) == signed(base), (
                f"{kind.__name__}.{each.name} is marked as changing nothing"
            )


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_a_request_comes_back_from_its_document(kind: type[Request], tmp_path: Path) -> None:
    required = {each.name: other_values(each, tmp_path)[0] for each in options(kind) if each.required}
    again = from_document(kind, document(kind(**required)))
    assert document(again) == document(kind(**required))


def test_a_document_with_a_strange_name_is_refused() -> None:
    with pytest.raises(UsageError, match="has no option colour"):
        from_document(EvaluateRequest, {"colour": "red"})


def other_values(each: Option, folder: Path) -> list[Any]:
    """Values that the field can take, at least one unlike its default."""
    if each.choices:
        return [value for value in each.choices if value != each.default] or list(each.choices)
    named = str(each.kind)
    low = each.minimum if each.minimum is not None else 0
    if "tuple" in named and "Path" in named:
        return [(folder / "one.txt",), (folder / "two.txt",)]
    if "tuple" in named and "str" in named:
        return [("one",), ("two",)]
    if "tuple" in named:
        return [(1,), (2,)]
    if "Book" in named:
        return [Book("A", None, "en", (Chapter(1, "", "a"),)), Book("B", None, "en", (Chapter(1, "", "b"),))]
    if "bool" in named:
        return [not each.default]
    if "int" in named:
        return [int(low) + 1, int(low) + 2]
    if "float" in named:
        return [low + 0.25, low + 0.5]
    if "Path" in named:
        return [folder / "one.txt", folder / "two.txt"]
    return ["one", "two"]
