"""`fabula read`: a book read once, for every judge of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.cli.outputs import Overwrite
from fabula.synopsis.request import ReadRequest
from fabula.text.files import named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fabula.text.book import Book

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
@asks_a_model
def read(
    request: ReadRequest,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", dir_okay=False, help="The file. Default: BOOK.reading.json next to the book."
        ),
    ] = None,
    overwrite: Overwrite = False,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Read a book once: plot, cast, scenes, themes and threads by chapter. Judges take the file with --reading."""
    from fabula.cli.outputs import check_report
    from fabula.cli.read_tables import show
    from fabula.cli.terminal import print_result, stderr
    from fabula.jsonl import check_writable
    from fabula.synopsis.run import run

    request.validate()
    asking.required()
    file = output or _beside(request.book)
    if not asking.dry_run:
        check_report(file, request, asking.named(), overwrite=overwrite, same_text=_same_text(request.book))
        check_writable(file)
    about = {"book": file.name, "method": request.method}
    answer = asking.run(lambda door: run(request, door), as_json=as_json, about=about)
    answer.result.save(file)
    print_result(answer.result, lambda: show(answer.result), as_json=as_json)
    for notice in answer.notices:
        stderr().print(f"note: {notice}", markup=False)
    stderr().print(f"reading: {file}", markup=False, soft_wrap=True)


def _beside(book: Path | Book) -> Path:
    assert isinstance(book, Path)
    book = named(book)
    return book.absolute().parent / f"{book.name if book.is_dir() else book.stem}.reading.json"


def _same_text(book: Path | Book) -> Any:
    """Whether a saved reading is of the book as it is now."""

    def same(saved: Mapping[str, Any]) -> bool:
        from fabula.text.files import read

        assert isinstance(book, Path)
        return bool(saved.get("book", {}).get("text") == read(book).text_hash)

    return same
