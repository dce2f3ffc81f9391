"""Saved results have a published schema, and the schema is the one that the code follows."""

from __future__ import annotations

import json
from pathlib import Path

import fabula
from fabula.cli.schemas import schemas
from fabula.request import options

DOCS = Path(__file__).parents[1] / "docs" / "schemas"


def test_the_published_schemas_are_those_of_the_code() -> None:
    published = {path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.json")}
    assert published == schemas(), "run: python -m fabula.cli.schemas docs/schemas"


def test_every_result_says_what_made_it() -> None:
    for name, text in schemas().items():
        properties = json.loads(text)["properties"]
        assert {
            "kind",
            "schema_version",
            "fabula_version",
            "packages",
            "made_at",
            "request",
            "signature",
        } <= set(properties), name


def test_python_has_a_function_for_every_question_with_the_options_of_the_command() -> None:
    from inspect import signature

    from fabula.api import QUESTIONS, python_name
    from fabula.models.options import ModelOptions

    for kind, question in QUESTIONS.items():
        function = getattr(fabula, python_name(kind))
        wanted = {each.name for each in (*options(question.request_type), *options(ModelOptions))}
        assert set(signature(function).parameters) == wanted
        assert all(each.help in function.__doc__ for each in options(question.request_type))
        assert callable(getattr(fabula, f"{python_name(kind)}_async"))
