"""Prints the results of the reader model's commands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table

from fabula.cli.terminal import stdout

if TYPE_CHECKING:
    from fabula.readermodel.comparable import AspectFigures, Comparable
    from fabula.readermodel.model import ReaderModel
    from fabula.readermodel.result import PredictResult


def show_variants(variants: Mapping[str, Mapping[str, Any]]) -> None:
    """Print how well each set of inputs agreed with readers on unseen books."""
    table = Table(title="Agreement with readers in nested validation (Kendall's tau x100)", box=None)
    table.caption = (
        "pairs: of 100 pairs of books, how many in the right order; gain: over genres alone; "
        "author: no training book by the same author; held: within the 80% interval"
    )
    table.add_column("what is known", no_wrap=True)
    for name in ("pairs", "tau", "95%", "gain", "author", "held"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, each in variants.items():
        agreement = each["agreement"]
        table.add_row(
            name,
            str(agreement["of_100_pairs"]),
            f"{100 * agreement['kendall']:.1f}",
            f"{100 * agreement['low']:.0f}-{100 * agreement['high']:.0f}",
            f"{100 * each['above_genres'][0]:+.1f}",
            f"{100 * each['other_authors']:.1f}",
            f"{100 * agreement['coverage']:.0f}%",
        )
    stdout().print(table)


def show_predicted(result: PredictResult, model: ReaderModel) -> None:
    """Print how many books were rated from which inputs, and how well such ratings agreed with readers."""
    for variant, count in result.variants.items():
        figures = model.variants.get(variant)
        agreement = (
            f" (puts {figures['agreement']['of_100_pairs']} of 100 pairs of books in the right order)"
            if figures
            else ""
        )
        stdout().print(f"{count:>6}  {variant}{agreement}", markup=False)


def show_comparable(books: Sequence[Comparable]) -> None:
    """Print the books, then for each aspect the share of reviews that mention it and their stars."""
    shelf = Table(title="Similar published books")
    for name in ("", "book", "rating", "likeness"):
        shelf.add_column(name, justify="left" if name == "book" else "right")
    for place, book in enumerate(books, 1):
        shelf.add_row(
            str(place), f"{book.title}, {book.author}", f"{book.rating:.2f}", f"{book.likeness:.2f}"
        )
    stdout().print(shelf)
    spoken = Table(
        title="What their readers mentioned",
        caption="share of the book's reviews that mention it, and the mean stars of those readers",
    )
    spoken.add_column("aspect", no_wrap=True)
    for place in range(1, len(books) + 1):
        spoken.add_column(str(place), justify="right", no_wrap=True)
    for aspect in dict.fromkeys(aspect for book in books for aspect in book.aspects):
        spoken.add_row(aspect, *(_figures_text(book.aspects.get(aspect)) for book in books))
    stdout().print(spoken)


def _figures_text(figures: AspectFigures | None) -> str:
    return f"{100 * figures.share:.0f}% {figures.stars:.1f}" if figures else "-"
