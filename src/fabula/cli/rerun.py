"""fabula rerun: ask the question of a saved result again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.questions import Question

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.command()
@asks_a_model
def rerun(
    result: Annotated[Path, typer.Argument(help="A report.json, or a saved document of --json.")],
    book: Annotated[
        Path | None, typer.Option("--book", help="Where the book is now, if it is not next to the result.")
    ] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Ask the question of a saved result again, and say whether the signature is the same."""
    from fabula.questions import QUESTIONS
    from fabula.result import read_document

    told = read_document(result)
    question = QUESTIONS.get(str(told.get("kind")))
    if question is None:
        raise UsageError(
            f"{result.name} answers {told.get('kind')!r}, which this version of fabula does not know"
        )
    if asking.model is None and told.get("model"):
        asking = _as_before(asking, told["model"])
    request = _request(question, told["request"], result, book).for_model(asking.model)
    again = _answer(question, request, asking, as_json)
    if as_json:
        print_json(again)
    else:
        _compare(told, again)


def _as_before(asking: Asking, used: Mapping[str, Any]) -> Asking:
    """The model of the saved result, at its server."""
    from fabula.models.addresses import typed_again
    from fabula.models.config import load_config

    base_url = asking.base_url or typed_again(used["name"], used["base_url"], load_config())
    return replace(asking, model=used["name"], base_url=base_url)


def _request(question: Question, told: Mapping[str, Any], result: Path, book: Path | None) -> Any:
    """The saved request with its files located: at the given path, next to the result, or in the folder above."""
    from fabula.request import from_document, options

    found = dict(told)
    if book is not None:
        found["book"] = str(book)
    for each in options(question.request_type):
        value = found.get(each.name)
        if each.takes_path and isinstance(value, str):
            found[each.name] = str(_found(Path(value), result))
    return from_document(question.request_type, found)


def _found(path: Path, result: Path) -> Path:
    folders = (Path(), result.parent, result.resolve().parent.parent)
    places = [folder / path for folder in folders if (folder / path).exists()]
    return places[0] if places else path


def _answer(question: Question, request: Any, asking: Asking, as_json: bool) -> dict[str, Any]:
    import asyncio

    from fabula.request import document

    about = {"request": document(request)}
    if question.asks == "several models":
        answer = asking.run_several(
            request, lambda doors: question.runner(request, doors), as_json=as_json, about=about
        )
    elif question.asks == "none" or not request.asks_model or asking.model is None:
        answer = asyncio.run(question.runner(request, None))
    else:
        answer = asking.run(lambda door: question.runner(request, door), as_json=as_json, about=about)
    return dict(answer.result.json_document)


def _compare(before: Mapping[str, Any], again: Mapping[str, Any]) -> None:
    stdout().print(again["signature"], markup=False, soft_wrap=True)
    if before["signature"] == again["signature"]:
        stdout().print("The signature is the same: every figure was made the same way.")
        return
    stderr().print("The signature differs from the saved one:", markup=False)
    stderr().print(before["signature"], markup=False, soft_wrap=True)
