"""Prints the results of `fabula persona`: predicted scores, and choices between two stories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from fabula.cli.terminal import stdout

if TYPE_CHECKING:
    from fabula.personas.results import (
        AudienceChoice,
        GroupAnswer,
        PersonaCompareResult,
        PersonaRateResult,
        Portion,
        ReaderChoice,
    )

_BAR = 24


def show_ratings(result: PersonaRateResult) -> None:
    """Print each story, group by group."""
    for story in result.stories:
        for group in story.groups:
            _show_group(story.story, group, result)
    if result.method == "model":
        stdout().print(result.signature, style="dim", markup=False, soft_wrap=True)
        return
    errors = ", ".join(f"{name} {error:.2f}" for name, error in result.errors.items())
    stdout().print(
        f"No model was asked: {result.method}. Error on {result.tested_on} known ratings (1 to 10): {errors or 'not known'}.",
        markup=False,
    )


def _show_group(story: str, group: GroupAnswer, result: PersonaRateResult) -> None:
    out = stdout()
    out.print(Text(f"{story}, as judged by {group.name}", style="bold"))
    if group.mean is None:
        out.print("  no usable answer")
    if group.readers > 1 and group.mean is not None:
        _show_distribution(group, result)
    out.print(_by_reader(group))
    ends = group.by_reader[:1] + (group.by_reader[-1:] if len(group.by_reader) > 1 else ())
    for reader in ends:
        if reader.review:
            out.print(Text(f"\n  {reader.reader}: {reader.review}\n"))
    for reader in group.by_reader:
        for line in (*reader.troubles, *reader.notes):
            out.print(Text(f"  {reader.reader}: {line}", style="dim"))


def _show_distribution(group: GroupAnswer, result: PersonaRateResult) -> None:
    out = stdout()
    out.print(
        f"  {group.readers} readers, mean {group.mean:.1f} of {result.scale.high:g}; {100 * (group.would_love or 0):.0f}% would love it "
        f"({result.loved_from:g} or more), {100 * (group.would_not or 0):.0f}% would not ({result.cold_to:g} or less)",
        markup=False,
    )
    top = max(step.share for step in group.shares)
    for step in reversed(group.shares):
        bar = "█" * round(_BAR * step.share / top)
        out.print(f"  {step.score:5.3g} {bar} {100 * step.share:.0f}%", markup=False)


def _by_reader(group: GroupAnswer) -> Table:
    table = _names_and_figures("reader", "usually", "would give", "spread")
    for reader in group.by_reader:
        table.add_row(
            Text(reader.reader), *(_number(value) for value in (reader.usual, reader.score, reader.spread))
        )
    return table


def show_choices(result: PersonaCompareResult) -> None:
    """Print the choices of each reader by aspect, with ties."""
    stdout().print(Text(f"A: {result.A}\nB: {result.B}"))
    for audience in result.audiences:
        _show_audience(audience)
    if not result.audiences:
        for reader in result.readers:
            _show_choice(reader)
    stdout().print(result.signature, style="dim", markup=False, soft_wrap=True)


def _show_audience(audience: AudienceChoice) -> None:
    out = stdout()
    out.print(Text(f"\n{audience.readers} readers: {audience.name}", style="bold"))
    table = _names_and_figures("aspect", "prefer A", "prefer B", "undecided", "n")
    for each in audience.aspects:
        table.add_row(
            each.label, _share(each.A), _share(each.B), _share(each.undecided, False), f"{each.readers}"
        )
    out.print(table)
    for each in audience.aspects:
        found = f"{each.favours} is preferred" if each.favours else "no draft is clearly preferred"
        out.print(Text(f"  {each.label}: {found} (p {each.p:.3f})"))
        for reason in each.reasons:
            words = ", ".join(reason.words)
            out.print(
                Text(f"    for {reason.side}, {len(reason.readers)} readers say {words}: “{reason.example}”")
            )
    out.print(
        "  A choice that flips with the order counts as undecided. Intervals are for such readers, p for all aspects\n"
        "  together. Reasons are grouped by the words they share; no model groups them."
    )


def _names_and_figures(name: str, *figures: str) -> Table:
    """In a narrow terminal names are folded, and no figure is cut."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    table.add_column(name, overflow="fold")
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _share(portion: Portion | None, interval: bool = True) -> str:
    if portion is None:
        return ""
    between = f" ({100 * portion.low:.0f} to {100 * portion.high:.0f})" if interval else ""
    return f"{100 * portion.share:.0f}%{between}"


def _show_choice(reader: ReaderChoice) -> None:
    out = stdout()
    out.print(Text(f"\n{reader.reader} would choose", style="bold"))
    table = _names_and_figures("aspect", "choice", "A", "B", "flips with the order", "unusable")
    for each in reader.aspects:
        counts = map(str, (each.A, each.B, each.flipped, each.unusable))
        table.add_row(each.label, each.choice or "no answer", *counts)
    out.print(table)
    out.print(f"  {reader.flipped} of {reader.asked} choices flipped with the order: they count as ties.")
    for note in reader.notes:
        out.print(Text(f"  {note}", style="dim"))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
