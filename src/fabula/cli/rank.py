"""`fabula rank`: books in the order in which a judge prefers them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Asking, asks_a_model
from fabula.errors import FabulaError
from fabula.ranking.request import RankRequest

if TYPE_CHECKING:
    from fabula.ranking.result import RankResult

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
@asks_a_model
def rank(
    request: RankRequest,
    page_file: Annotated[
        Path | None,
        typer.Option(
            "--page", dir_okay=False, help="Also write an HTML page: the order, how sure, every pair."
        ),
    ] = None,
    as_json: AsJson = False,
    *,
    asking: Asking,
) -> None:
    """Order books by comparing pairs in both orders, with as few pairs as possible."""
    from fabula.cli.terminal import print_result, stderr
    from fabula.jsonl import check_writable
    from fabula.ranking.run import run

    request = _of_shelves(request)
    request.validate()
    if page_file is not None:
        check_writable(page_file)
    about = {"books": [Path(str(each)).name for each in request.books], "pairs": request.most_pairs}
    answer = asking.run(lambda door: run(request, door), as_json=as_json, about=about)
    print_result(answer.result, lambda: _show(answer.result), as_json=as_json)
    if page_file is not None:
        from fabula.reports.ranking import write_ranking

        write_ranking(answer.result, page_file)
        stderr().print(f"page: {page_file}", markup=False, soft_wrap=True)


def _of_shelves(request: RankRequest) -> RankRequest:
    """A folder of books stands for its books, as in every command that takes a shelf. How it was taken is said."""
    from fabula.cli.terminal import stderr
    from fabula.judging.sources import sources

    given = [each for each in request.books if isinstance(each, Path)]
    shelf = sources(given)
    paths = [source.path for source, _ in shelf.sources]
    no_books = {path: why for path in paths if path not in given and (why := _why_no_book(path))}
    for said in [*map(str, shelf.notices), *(f"left out: {why}" for why in no_books.values())]:
        stderr().print(said, markup=False, soft_wrap=True)
    return request.but(books=tuple(path for path in paths if path not in no_books))


def _why_no_book(path: Path) -> str | None:
    """Why a file of a folder cannot be ranked. Nobody asked for this file by name, so it need not stop the others."""
    from fabula.text.files import read

    try:
        read(path)
    except FabulaError as error:
        return str(error) if path.name in str(error) else f"{path.name}: {error}"
    return None


def _show(result: RankResult) -> None:
    from rich.text import Text

    from fabula.cli.terminal import plain_table, stdout

    console = stdout()
    table = plain_table(None, "#  Book", "rating", "95%", "above next", "won-lost-=", "score")
    for each in result.books:
        table.add_row(
            Text(f"{each.rank:>2} {each.title}", overflow="ellipsis", no_wrap=True),
            f"{each.rating:.0f}",
            f"{each.low:.0f}-{each.high:.0f}",
            "" if each.above_next is None else f"{each.above_next:.0%}",
            f"{each.won}-{each.lost}-{each.undecided}",
            "" if each.score is None else f"{each.score:.0f}",
        )
    console.print(table)
    stopped = {
        "sure": "the order is sure",
        "pairs": "the limit of pairs was reached",
        "all": "every pair was compared",
    }
    console.print(
        f"\n{len(result.pairs)} pairs in both orders: {result.questions} questions of"
        f" {result.questions_of_all_pairs} for all pairs; {stopped[result.stopped]}."
    )
    console.print(
        f"{result.flips} choices flipped with the order. Of two equal books the first is chosen with"
        f" {result.first_chosen:.0%} ({result.first_chosen_low:.0%} to {result.first_chosen_high:.0%})."
    )
    if result.score_agreement is not None:
        console.print(
            f"Scores of single books ({result.score_questions} questions) agree with this order at a Kendall's"
            f" tau of {result.score_agreement:.2f}."
        )
    for trouble in dict.fromkeys(map(str, result.troubles)):
        console.print(Text(f"Lost: {trouble}"))
    for notice in result.notices:
        console.print(Text(f"Note: {notice}"))
    console.print(Text(f"\n{result.signature}", style="dim"))
