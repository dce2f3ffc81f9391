"""Where a command writes: checked before a model is asked, so that nothing is paid for and then lost.

A report that a model was paid for is replaced by the same question's alone, unless the user says --overwrite.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.errors import FabulaError, UsageError

if TYPE_CHECKING:
    from fabula.request import Option, Request

Overwrite = Annotated[
    bool,
    typer.Option("--overwrite", help="Also replace a report that answers another question and was paid for."),
]


def check_folder(folder: Path) -> None:
    """A folder that is there and can be written, or can be made."""
    place = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not place.is_dir() or not os.access(place, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write a report to {folder}: choose another folder with --out")


def check_pdf(*, wanted: bool) -> None:
    """Refuse --pdf before anything is asked, if nothing here can print it."""
    if wanted:
        from fabula.reports.pdf import browser

        browser()


def check_report(
    file: Path,
    request: Request,
    model: str | None,
    *,
    overwrite: bool,
    same_text: Callable[[Mapping[str, Any]], bool] = lambda _: True,
) -> None:
    """Refuse to replace a report that a model was paid for by one of another question.

    `same_text` says whether the saved document is about the same text; it is asked only where all else is the same.
    """
    check_folder(file.parent)
    if overwrite or not file.is_file():
        return
    what = _difference(file, request, model)
    if what is None:
        return
    if not what:
        what = "" if same_text(_saved(file)) else "the text has changed"
    if what:
        raise UsageError(
            f"{file.parent} holds a report that a model was paid for, and this is another question ({what}):"
            " name another folder with --out, or replace it with --overwrite"
        )


def _difference(file: Path, request: Request, model: str | None) -> str | None:
    """What differs from the saved question; empty if nothing does, None if no model was paid for its report."""
    try:
        told = _saved(file)
    except FabulaError:
        return "it was saved by another version of fabula"
    used = told.get("model")
    if not isinstance(used, dict) or str(used.get("name")).startswith("replay:"):
        return None
    if used.get("name") != _by_provider(model):
        return f"{used.get('name')} was asked"
    return ", ".join(_other_options(told.get("request") or {}, request))


def _saved(file: Path) -> Mapping[str, Any]:
    from fabula.result import read_document

    return read_document(file)


def _by_provider(model: str | None) -> str | None:
    """PROVIDER/NAME of a model that fabula.toml names; a file's own name with its digest."""
    from fabula.models.addresses import name_of
    from fabula.models.config import load_config

    return name_of(model, load_config()) if model else None


def _other_options(saved: Mapping[str, Any], request: Request) -> list[str]:
    """The options with another value that can change the result. Of a file only the name counts."""
    from fabula.request import document, options

    now = document(request)
    return [
        _was(each, saved.get(each.name))
        for each in options(type(request))
        if each.changes_result and _named(saved.get(each.name)) != _named(now[each.name])
    ]


def _was(option: Option, value: Any) -> str:
    """What the saved question had for an option, as it is typed."""
    if option.argument:
        return f"it was of {value}"
    if value in (None, False, []):
        return f"no {option.flag}"
    return option.flag if value is True else f"{option.flag} {value}"


def _named(value: Any) -> Any:
    if isinstance(value, str):
        return PurePath(value).name
    return list(value) if isinstance(value, tuple) else value
