"""An evaluation in a terminal: the verdict, the aspects as a table, what to look at first and what to keep, and the path of
the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fabula.judging.blend import blend
from fabula.readermodel.rating import ReaderRating
from fabula.reports.cost import cost_words
from fabula.reports.first_look import first_look, notes_of, quoted
from fabula.reports.labels import labels_for, plain
from fabula.reports.sureness import how_sure_in_short
from fabula.reports.view import missing, verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console

    from fabula.editing.result import EditNote
    from fabula.judging.evaluation import Evaluation
    from fabula.reports.labels import Labels
    from fabula.reports.view import Score
    from fabula.text.book import Book

WIDTH = 80
QUOTED = 110
"""The longest quotation in cells: two lines of a screen. A Chinese character takes two cells."""
BAR = 24
_PARTS = 3
"""So many parts that are not of the story are named; of more, only how much they are."""
_DOTS = {"high": "red", "medium": "yellow", "low": "bright_black"}


def print_evaluation(
    evaluation: Evaluation, console: Console, page_file: Path, notes: Sequence[EditNote] | None = None
) -> None:
    """How much fits on a screen. The page has the rest. `notes` saves measuring them again."""
    say = labels_for(evaluation.book)
    book = evaluation.book
    width = min(WIDTH, console.width)
    console.print()
    author = f"  [dim]{escape(say('by', author=book.author))}[/dim]" if book.author else ""
    console.print(f"[bold]{escape(book.title or say('untitled'))}[/bold]{author}", width=width)
    unjudged = evaluation.measured is not None and not evaluation.verdicts
    if unjudged:
        console.print()
        _print_first_look(
            notes_of(evaluation) if notes is None else notes, console, say, width, evaluation.book
        )
        console.print(Text(f"  {say('nav.readers')}", style="bold"))
    for score in verdict(evaluation, say):
        _print_score(score, console, say)
    console.print()
    if any(aspect.estimate for aspect in evaluation.aspects):
        console.print(_aspects(evaluation, say))
    if not unjudged and evaluation.measured is not None:
        _print_first_look(
            notes_of(evaluation) if notes is None else notes, console, say, width, evaluation.book
        )
    lost = list(missing(evaluation, say, parts_listed=_PARTS))
    for line in lost:
        console.print(
            Padding(Text(line, style="yellow" if evaluation.verdicts else "dim"), (0, 0, 0, 2)), width=width
        )
    if lost:
        console.print()
    if sure := how_sure_in_short(evaluation, say):
        console.print(Padding(Text(say.prose(sure), style="dim"), (0, 0, 1, 2)), width=width)
    console.print(Padding(Text(cost_words(evaluation, say), style="dim"), (0, 0, 0, 2)), width=width)
    console.print(Text(f"  {evaluation.signature}", style="dim"), soft_wrap=True)
    console.print(Text(f"  → {page_file}"), soft_wrap=True)


def print_ranking(evaluations: Sequence[Evaluation], console: Console) -> None:
    """The books of one run by judge and readers together, best first. Nothing if fewer than two have both."""
    places = blend(evaluations)
    if not places:
        return
    table = Table(title="Judge and readers' model together", box=None, title_justify="left")
    table.add_column("book", overflow="ellipsis", no_wrap=True)
    for name in ("judge", "readers", "place of 100"):
        table.add_column(name, justify="right")
    ranked = sorted(
        (found for found in evaluations if found.book.id in places), key=lambda found: -places[found.book.id]
    )
    for found in ranked:
        if found.overall and isinstance(found.rating, ReaderRating):
            scores = (
                f"{found.overall.score:.1f}",
                f"{found.rating.value:.2f}",
                f"{places[found.book.id]:.0f}",
            )
            table.add_row(escape(found.book.title), *scores)
    console.print(Padding(table, (1, 0, 0, 2)), width=min(WIDTH, console.width))


def _print_score(score: Score, console: Console, say: Labels) -> None:
    line = Text("\n  ")
    line.append(score.value or score.instead, style="bold cyan" if score.value else "bold")
    if score.value:
        line.append(f" {say('of')} {score.out_of}")
    if score.low and score.high:
        between = say("range" if score.value else "range_of_stars", low=score.low, high=score.high)
        line.append(f"   {between}", style="cyan")
    console.print(line, width=WIDTH)
    about = " · ".join([score.who, score.by, *score.notes])
    console.print(Padding(Text(about, style="dim"), (0, 0, 0, 2)), width=WIDTH)


def _aspects(evaluation: Evaluation, say: Labels) -> Padding:
    scale = evaluation.rubric.scale
    table = Table.grid(padding=(0, 2))
    table.add_column(max_width=28)
    table.add_column(justify="right")
    table.add_column()
    table.add_column(style="dim")
    table.add_row(
        Text(say("nav.aspects"), style="dim"), Text(f"{say('of')} {plain(scale.high)}", style="dim")
    )
    for aspect in evaluation.aspects:
        found = aspect.estimate
        if found is None:
            table.add_row(Text(aspect.label), "–", "", say("aspects.missing"))
            continue
        filled = round(BAR * (found.score - scale.low) / (scale.high - scale.low))
        bar = Text("━" * filled, style="cyan").append("─" * (BAR - filled), style="bright_black")
        bounds = (
            say("range", low=plain(found.low), high=plain(found.high))
            if found.low is not None and found.high is not None
            else ""
        )
        table.add_row(Text(aspect.label), Text(plain(found.score), style="bold"), bar, bounds)
    return Padding(table, (0, 0, 1, 2))


def _print_first_look(
    notes: Sequence[EditNote], console: Console, say: Labels, width: int, book: Book
) -> None:
    look = first_look(notes, say, book)
    if not look.columns:
        console.print(Padding(say("first.nothing"), (0, 0, 1, 2)), width=width)
    for column in look.columns:
        table = Table.grid(padding=(0, 1))
        for _ in range(3):
            table.add_column(overflow="fold")
        for line in column.lines:
            dot = "green" if column.name == "keep" else _DOTS[line.severity]
            text = Text(line.what)
            if line.heading:
                text.append(f"  {line.heading}", style="dim")
            text.append(f"\n{quoted(line.quotation, QUOTED)}", style="italic dim")
            place = Text(f"{say('chapter_short', n=line.chapter)} ", style="dim")
            table.add_row(Text("●", style=dot), place, text)
        heading = Text(f"  {say(f'first.{column.name}')}", style="bold")
        if column.all > len(column.lines):
            heading.append(f"  {say('first.of', n=len(column.lines), all=column.all)}", style="dim")
        console.print(heading)
        console.print(Padding(table, (0, 0, 1, 2)), width=width)
