"""fabula rerun: ask the question of a saved result again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.terminal import print_json, stderr, stdout, waited_for
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fabula.questions import Question
    from fabula.request import Option

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.command()
@asks_a_model
def rerun(
    result: Annotated[Path, typer.Argument(help="A report.json, or a saved document of --json.")],
    book: Annotated[
        Path | None, typer.Option("--book", help="Where the book is now, if it is not next to the result.")
    ] = None,
    file: Annotated[
        list[str] | None,
        typer.Option(
            "--file",
            metavar="OPTION=PATH",
            help="Where another file of the question is now, such as old=draft.epub; may be repeated.",
        ),
    ] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Ask the question of a saved result again, and say whether the signature is the same."""
    from fabula.questions import question as question_of
    from fabula.result import read_document

    earlier = read_document(result)
    question = question_of(str(earlier.get("kind")))
    if question is None:
        raise UsageError(
            f"{result.name} answers {earlier.get('kind')!r}, which this version of fabula does not know"
        )
    if asking.model is None and earlier.get("model"):
        asking = _as_before(asking, earlier["model"])
    request = _request(question, earlier["request"], result, _given(file or (), book)).for_model(asking.model)
    again = answered(question, request, asking, as_json)
    if as_json:
        print_json(again)
    else:
        _compare(earlier, again)


def _as_before(asking: Asking, used: Mapping[str, Any]) -> Asking:
    """The model of the saved result, at its server."""
    from fabula.models.addresses import typed_again
    from fabula.models.config import load_config

    config, label = load_config(), str(used.get("label"))
    model = label if label in config.models else used["name"]
    if used.get("settings") and model != label:
        decided = ", ".join(f"{name} {value}" for name, value in used["settings"].items())
        raise UsageError(
            f"{model} was asked with {decided}: define [models.{label}] in fabula.toml again, or give --model"
        )
    base_url = asking.base_url or typed_again(model, used["base_url"], config)
    reader = asking.reading_model or used.get("reading")
    return replace(asking, model=model, base_url=base_url, reading_model=reader)


def _request(
    question: Question, earlier: Mapping[str, Any], result: Path, given: Mapping[str, list[str]]
) -> Any:
    """The saved request, with each file where it was said to be, or where it is found."""
    from fabula.request import from_document, options

    found = dict(earlier)
    inputs = [each for each in options(question.request_type) if each.takes_path and each.changes_result]
    named = [each.name for each in options(question.request_type) if each in inputs or each.may_name_file]
    if strange := next((name for name in given if name not in named), None):
        raise UsageError(
            f"`fabula {question.command}` takes no file as {strange}; it takes {', '.join(named)}"
        )
    saved = Counter(
        name for each in inputs if each.name not in given for name in _listed(found.get(each.name))
    )
    for name, paths in given.items():
        found[name] = paths if isinstance(found.get(name), list) else paths[-1]
    for each in inputs:
        value = found.get(each.name)
        if value is not None and each.name not in given:
            places = [str(_found(name, each, saved[name] > 1, result)) for name in _listed(value)]
            found[each.name] = places if isinstance(value, list) else places[0]
    return from_document(question.request_type, found)


def _listed(value: Any) -> list[str]:
    return [] if value is None else [str(each) for each in value] if isinstance(value, list) else [str(value)]


def _found(name: str, each: Option, several: bool, result: Path) -> Path:
    """A file by its saved name: in this folder, next to the result, or in the folder above. Of an absolute path a result
    keeps only the name, so two files of one name cannot be earlier apart."""
    flag = "--book PATH" if each.name == "book" else f"--file {each.name}=PATH"
    if several and "/" not in name:
        raise UsageError(f"{result.name} names two files {name}: say where {each.name} is with {flag}")
    folders = (Path(), result.parent, result.resolve().parent.parent)
    place = next((folder / name for folder in folders if (folder / name).exists()), None)
    if place is None:
        raise UsageError(
            f"{name} is neither in this folder nor next to {result.name}: say where it is with {flag}"
        )
    return place


def _given(files: Sequence[str], book: Path | None) -> dict[str, list[str]]:
    """What was typed: the paths by the name of the option."""
    given: dict[str, list[str]] = {"book": [str(book)]} if book is not None else {}
    for each in files:
        name, equals, path = each.partition("=")
        if not equals or not path:
            raise UsageError(f"--file {each}: write OPTION=PATH, such as --file old=draft.epub")
        given.setdefault(name.strip().replace("-", "_"), []).append(path)
    for path in (path for paths in given.values() for path in paths):
        if not Path(path).exists():
            raise UsageError(f"{path}: there is no such file or folder")
    return given


def answered(question: Question, request: Any, asking: Asking, as_json: bool) -> dict[str, Any]:
    """The document that answers any question, asked as it needs: of a model, of several or of none."""
    from fabula.request import document

    about = {"request": document(request)}
    if question.asks == "several models":
        answer = asking.run_several(
            request, lambda doors: question.runner(request, doors), as_json=as_json, about=about
        )
    elif question.asks == "none" or not request.asks_model or asking.model is None:
        answer = waited_for(question.runner(request, None))
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
