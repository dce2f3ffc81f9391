"""What the reader model's commands print for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table

from fabula.cli.terminal import page

if TYPE_CHECKING:
    from fabula.readers.comparable import Comparable


def show_variants(variants: Mapping[str, Mapping[str, Any]]) -> None:
    """How far each set of inputs agreed with readers, on books that it had not seen."""
    table = Table(title="Agreement with readers in cross-validation (Kendall's tau x100)")
    table.caption = "unseen authors: no book of the same author was learned from; held: ratings within their 80 % interval"
    table.add_column("what is known", no_wrap=True)
    for name in ("tau", "95 %", "in genres", "unseen authors", "held"):
        table.add_column(name, justify="right")
    for name, each in variants.items():
        told = each["agreement"]
        table.add_row(
            name,
            f"{100 * told['kendall']:.1f}",
            f"{100 * told['low']:.0f}-{100 * told['high']:.0f}",
            f"{100 * told['within_genre']:.1f}",
            f"{100 * each['other_authors']:.1f}",
            f"{100 * told['coverage']:.0f} %",
        )
    page().print(table)


def show_comparable(books: Sequence[Comparable]) -> None:
    """Each book, and of each aspect the share of its reviews that speak of it and how kindly."""
    table = Table(
        title="Books like it", caption="share of reviews that speak of an aspect, and their mean stars"
    )
    for name in ("book", "rating", "likeness"):
        table.add_column(name, justify="left" if name == "book" else "right")
    aspects = list(dict.fromkeys(aspect for book in books for aspect in book.aspects))
    for aspect in aspects:
        table.add_column(aspect, justify="right")
    for book in books:
        cells = [
            f"{100 * said.share:.0f} % {said.stars:.1f}" if (said := book.aspects.get(aspect)) else "-"
            for aspect in aspects
        ]
        table.add_row(f"{book.title}, {book.author}", f"{book.rating:.2f}", f"{book.likeness:.2f}", *cells)
    page().print(table)
