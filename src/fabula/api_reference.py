"""docs/api.md, from the questions themselves: `python -m fabula.api_reference > docs/api.md`."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from typing import Any

from fabula.api import function, python_name
from fabula.models.options import ModelOptions
from fabula.questions import QUESTIONS
from fabula.request import options

PREFACE = """# Python

Generated from the questions by `python -m fabula.api_reference > docs/api.md`; a test checks that it is up to date.

    import fabula

    book = fabula.open("novel.epub")
    report = fabula.evaluate(book)
    report.save("report/")

`fabula.open(path)` reads any file that the commands read. Every question is a function with the options of its command. It waits for
the answer; each has an async twin, such as `fabula.evaluate_async`. An answer has `.result`, the document that the command prints
with `--json` ([files](files.md)). `fabula.evaluate` gives a `Report`: `report.overall`, `report["plot"].critique`, `report.to_frame()`,
`report.save(folder)`. In a notebook, a report and every
`.result` show themselves, and `result.to_frame("notes")` gives one of its lists of rows as a data frame of pandas or polars.

What can go wrong and be put right is a `fabula.errors.FabulaError`, with one line that says what would be right.
"""
_ADDRESS = re.compile(r"fabula\.[a-z_.]+\.|pathlib\.(?:_local\.)?|typing\.")


def python_reference() -> str:
    """The whole page."""
    return "\n".join([PREFACE, *_of_models(), *(line for kind in QUESTIONS for line in _of(kind))])


def _of_models() -> Iterator[str]:
    yield "## Options of every function that asks a model\n"
    yield from _table(options(ModelOptions))


def _of(kind: str) -> Iterator[str]:
    name, question = python_name(kind), QUESTIONS[kind]
    first = [each.name for each in options(question.request_type) if each.argument]
    yield f"## fabula.{name}\n"
    yield f"    fabula.{name}({', '.join([*first, '...'])})\n"
    about = inspect.getdoc(function(name)) or ""
    yield f"{about.partition(chr(10) * 2)[0].replace(chr(10), ' ')}\n"
    yield from _table(options(question.request_type))


def _table(found: Any) -> Iterator[str]:
    yield "| option | default | |\n|---|---|---|"
    for each in found:
        default = "required" if each.required else f"`{_plain(each.default)}`"
        yield f"| `{each.name}`: `{_plain(_kind(each.kind))}` | {default} | {_plain(each.help)} |"
    yield ""


def _kind(kind: Any) -> str:
    return _ADDRESS.sub("", kind.__name__ if isinstance(kind, type) else str(kind))


def _plain(value: Any) -> str:
    return str(value).replace("|", "\\|").replace("\n", " ")


if __name__ == "__main__":
    sys.stdout.write(python_reference())
