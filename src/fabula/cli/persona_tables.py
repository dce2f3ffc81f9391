"""How `fabula persona` prints: who would give what, and which of two would be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from fabula.cli.terminal import stdout

_BAR = 24


def show_ratings(document: Mapping[str, Any]) -> None:
    """Each story, group by group."""
    for story in document["stories"]:
        for group in story["groups"]:
            _show_group(story["story"], group, document)
    if document["method"] == "model":
        stdout().print(document["signature"], style="dim", markup=False, soft_wrap=True)
        return
    errors = ", ".join(f"{name} {error:.2f}" for name, error in document["errors"].items())
    stdout().print(
        f"No model was asked: {document['method']}. Off by, on {document['tested_on']} known ratings (1 to 10): {errors or 'not known'}.",
        markup=False,
    )


def _show_group(story: str, group: Mapping[str, Any], document: Mapping[str, Any]) -> None:
    out = stdout()
    scale = document["scale"]
    out.print(Text(f"{story}, as {group['name']} would take it", style="bold"))
    if group["mean"] is None:
        out.print("  no usable answer")
    if group["readers"] > 1 and group["mean"] is not None:
        out.print(
            f"  {group['readers']} readers, mean {group['mean']:.1f} of {scale['high']:g}; {100 * group['would_love']:.0f} % would love it "
            f"({document['loved_from']:g} or more), {100 * group['would_not']:.0f} % would not ({document['cold_to']:g} or less)",
            markup=False,
        )
        top = max(step["share"] for step in group["shares"])
        for step in reversed(group["shares"]):
            bar = "█" * round(_BAR * step["share"] / top)
            out.print(f"  {step['score']:5.3g} {bar} {100 * step['share']:.0f} %", markup=False)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2))
    for heading in ("reader", "usually", "would give", "spread"):
        table.add_column(heading, justify="left" if heading == "reader" else "right")
    for reader in group["by_reader"]:
        table.add_row(
            Text(reader["reader"]), *(_number(reader[name]) for name in ("usual", "score", "spread"))
        )
    out.print(table)
    for reader in group["by_reader"][:1] + (group["by_reader"][-1:] if len(group["by_reader"]) > 1 else []):
        if reader.get("review"):
            out.print(Text(f"\n  {reader['reader']}: {reader['review']}\n"))
    for reader in group["by_reader"]:
        for line in (*reader.get("troubles", ()), *((reader["note"],) if reader.get("note") else ())):
            out.print(Text(f"  {reader['reader']}: {line}", style="dim"))


def show_choices(document: Mapping[str, Any]) -> None:
    """Aspect by aspect for each reader, ties counted."""
    out = stdout()
    out.print(Text(f"A: {document['A']}\nB: {document['B']}"))
    for reader in document["readers"]:
        out.print(Text(f"\n{reader['reader']} would choose", style="bold"))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2))
        for heading in ("aspect", "choice", "A", "B", "flips with the order", "unusable"):
            table.add_column(heading, justify="left" if heading in ("aspect", "choice") else "right")
        for each in reader["aspects"]:
            counts = (str(each[name]) for name in ("A", "B", "flipped", "unusable"))
            table.add_row(each["label"], each["choice"] or "no answer", *counts)
        out.print(table)
        out.print(
            f"  {reader['flipped']} of {reader['asked']} choices flipped with the order: they count as ties."
        )
        if reader["note"]:
            out.print(Text(f"  {reader['note']}", style="dim"))
    out.print(document["signature"], style="dim", markup=False, soft_wrap=True)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
