"""`fabula draft`: the drafts of one book, what changed between them, and what became of the notes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fabula.cli.options import AsJson, spread_options
from fabula.cli.terminal import waited_for
from fabula.comparison.request import DraftCompareRequest, DraftListRequest

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="A book's drafts: what changed between them, and what became of the notes.",
)


@app.command()
def add(
    book: Annotated[Path, typer.Argument(help="The book, by its file or folder.")],
    file: Annotated[
        Path | None,
        typer.Argument(help="The new draft, if it is another file. Default: the book as it is now."),
    ] = None,
    notes: Annotated[
        Path | None,
        typer.Option(
            "--notes", help="The edit.json of `fabula edit --model` on this draft, to follow its notes."
        ),
    ] = None,
    label: Annotated[
        str, typer.Option("--label", help="What you call it, such as “after the workshop”.")
    ] = "",
) -> None:
    """Keep a book's text as its next draft, in BOOK.drafts beside it. The same text is added only once."""
    from fabula.cli.draft_tables import show_added
    from fabula.comparison.history import add_draft, folder_of, history_of

    before = len(history_of(book).drafts)
    draft = add_draft(book, file, notes, label)
    show_added(draft, book, folder_of(book), is_new=draft.number > before)


@app.command("list")
@spread_options
def list_(*, request: DraftListRequest, as_json: AsJson = False) -> None:
    """List a book's drafts, with their length, their notes and the measures of their craft."""
    from fabula.cli.draft_tables import show
    from fabula.cli.terminal import print_result
    from fabula.comparison.drafts import run_list

    result = waited_for(run_list(request)).result
    print_result(result, lambda: show(result), as_json=as_json)


@app.command()
@spread_options
def compare(
    *,
    request: DraftCompareRequest,
    out: Annotated[
        Path | None, typer.Option("--out", help="A folder for compare.html and compare.json.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare two drafts, by default the last two: the text by chapter, the notes dealt with, the measures."""
    from fabula.cli.draft_tables import show_comparison
    from fabula.cli.terminal import print_result, stdout
    from fabula.comparison.drafts import run_compare
    from fabula.editing.decisions import decisions_about
    from fabula.reports.comparison_views import write_comparison

    result = waited_for(run_compare(request)).result
    if out is not None:
        write_comparison(result, out)
    print_result(result, lambda: show_comparison(result, decisions_about(request.book)), as_json=as_json)
    if out is not None and not as_json:
        stdout().print(f"  → {out / 'compare.html'}", soft_wrap=True)
