"""A comparison in a terminal and as a page."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fabula.reports.aspect_names import aspect_worded
from fabula.reports.folder import write_folder
from fabula.reports.labels import labels, plain
from fabula.reports.note_changes import NoteGroup, note_groups
from fabula.reports.page import dress, environment
from fabula.reports.word_changes import word_changes
from fabula.rubrics.files import shipped_names
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from rich.console import Console

    from fabula.comparison.result import ChapterPair, CompareResult, FigureChange
    from fabula.reports.labels import Labels

WIDTH = 80
SHOWN = 12
SHOWN_CHANGES = 60
"""Changed paragraphs of one chapter that the page shows. The document has all."""
_STYLES = {"up": "bold green", "down": "bold red", "within": "dim", "unsaid": "dim", "counted": ""}
_SIGNS = {"same": " ", "changed": "~", "moved": "↕", "added": "+", "cut": "−"}
_SHARES = ("dialogue_share",)
_LABELS = {
    "overall": "verdict.overall",
    "rating": "compare.rating",
    "words": "compare.words",
    "chapters": "compare.chapter_count",
    "dialogue_share": "craft.dialogue",
}


def comparison_page(found: CompareResult, language: str = "") -> str:
    """One HTML file in the style of the report, in the book's language or the reader's."""
    say = labels(language or found.new.language)
    return environment().get_template("compare.html.j2").render(
        say=say, found=found, version=__version__, figure=figure, label=label, verdict=verdict,
        counts=counts(found.chapters), text_counts=text_counts(found), shown_changes=SHOWN_CHANGES,
        word_changes=word_changes, groups=note_groups(found.notes, say) if found.notes else (), **dress(),
    )  # fmt: skip


def text_counts(found: CompareResult) -> dict[str, int]:
    """How many paragraphs became what."""
    became = Counter(one.kind for chapter in found.text or () for one in chapter.changes)
    return {kind: became[kind] for kind in ("rewritten", "moved", "added", "cut")}


def write_comparison(found: CompareResult, folder: Path) -> None:
    """The page and the document in a folder."""
    data = json.dumps(found.json_document, ensure_ascii=False, indent=1, allow_nan=False)
    write_folder(folder, {"compare.json": data, "compare.html": comparison_page(found)})


def print_comparison(found: CompareResult, console: Console, settled: Collection[str] = ()) -> None:
    """Changes, chapters and notes, for a screen of eighty columns. `settled` notes are left out."""
    say = labels(found.new.language)
    width = min(WIDTH, console.width)
    console.print()
    console.print(Text(compared(found, say), style="bold"), width=width)
    for heading, changes in ((say("compare.moved"), found.scores), (say("compare.measures"), found.measures)):
        if changes:
            console.print(Text(f"\n  {heading}", style="bold"))
            console.print(Padding(_changes(changes, say), (0, 0, 0, 2)), width=width)
        for why in dict.fromkeys(verdict(change, say) for change in changes if change.moved == "unsaid"):
            console.print(Padding(Text(why, style="dim"), (0, 0, 0, 2)), width=width)
    console.print(Text(f"\n  {say('compare.chapters')}", style="bold"))
    console.print(Padding(say("compare.summary", **counts(found.chapters)), (0, 0, 0, 2)), width=width)
    if found.text:
        console.print(Padding(say("compare.text_summary", **text_counts(found)), (0, 0, 0, 2)), width=width)
    changed = [pair for pair in found.chapters if pair.status != "same"]
    for pair in changed[: 2 * SHOWN]:
        console.print(
            Text(f"  {_SIGNS[pair.status]} {_chapter(pair, say)}"),
            width=width,
            no_wrap=True,
            overflow="ellipsis",
        )
    if len(changed) > 2 * SHOWN:
        console.print(Text(f"    … {len(changed) - 2 * SHOWN}"))
    if found.notes is None:
        _print_findings(found, console, say, width)
    else:
        for group in note_groups(found.notes, say, settled):
            _print_group(group, console, say, width)
        console.print()
    console.print(Padding(Text(say("compare.lead"), style="dim"), (0, 0, 0, 2)), width=width)


def _print_group(group: NoteGroup, console: Console, say: Labels, width: int) -> None:
    console.print(Text(f"\n  {group.title}  {len(group.lines)}", style="bold"))
    for line in group.lines[:SHOWN]:
        text = Text(f"{say('chapter_short', n=line.chapter)} · {line.kind}  ", style="dim")
        text.append(line.what, style="not dim")
        console.print(Padding(text, (0, 0, 0, 2)), width=width)
    if len(group.lines) > SHOWN:
        console.print(Text(f"    … {len(group.lines) - SHOWN}"))


def _print_findings(found: CompareResult, console: Console, say: Labels, width: int) -> None:
    """What reports hold in place of notes."""
    for heading, rows, none in (
        ("gone", found.findings.gone, "none_gone"),
        ("came", found.findings.new, "none_came"),
    ):
        console.print(
            Text(f"\n  {say('compare.findings')} · {say(f'compare.{heading}')}  {len(rows)}", style="bold")
        )
        if not rows:
            console.print(f"  {say(f'compare.{none}')}")
        for row in rows[:SHOWN]:
            text = f"{say.known('finding', row.kind)} · {say.notice(row.notice)}"
            if row.kind in found.findings.only_the_first_are_shown:
                text += say.aside(say("compare.nothing_gone_certain"))
            console.print(Padding(Text(text), (0, 0, 0, 2)), width=width)
        if len(rows) > SHOWN:
            console.print(Text(f"    … {len(rows) - SHOWN}"))
    console.print(
        Padding(Text(say("compare.stayed", n=found.findings.in_both), style="dim"), (1, 0, 1, 2)), width=width
    )


def figure(change: FigureChange, value: float | None) -> str:
    """A figure formatted by its kind."""
    if value is None:
        return "–"
    if change.id in _SHARES:
        return f"{value:.0%}"
    if change.id in ("words", "chapters"):
        return f"{value:,.0f}"
    return f"{value:+.2f}" if change.id == "mood" else plain(value)


def label(change: FigureChange, say: Labels) -> str:
    """The name of a figure in the reader's language: of an aspect as its rubric has it."""
    if change.label:
        return aspect_worded(change.label, shipped_names(), say)
    return say(_LABELS.get(change.id, f"craft.{change.id}"))


def _why(change: FigureChange, say: Labels) -> str:
    return say.notice(change.why) if change.why is not None else ""


def rows(changes: Sequence[FigureChange], say: Labels) -> list[dict[str, str]]:
    """Changes as text, for a table that is laid out elsewhere."""
    return [
        {
            "label": label(change, say), "old": figure(change, change.old), "new": figure(change, change.new),
            "moved": change.moved, "said": verdict(change, say),
        }
        for change in changes
    ]  # fmt: skip


def verdict(change: FigureChange, say: Labels) -> str:
    """Higher, lower, within the noise, or why it cannot be said."""
    if change.moved == "unsaid":
        return say("compare.unsaid_why", why=_why(change, say))
    if change.moved == "counted":
        return _counted(change, say)
    if change.low == change.high == 0:
        return say("compare.equal") if change.old == change.new else _why(change, say)
    words = say(
        {"up": "compare.moved_up", "down": "compare.moved_down", "within": "compare.within"}[change.moved]
    )
    if change.low is None or change.high is None:
        return words + say.aside(_why(change, say)) if change.id == "rating" else words
    return words + say.aside(f"{_signed(change, change.low)} … {_signed(change, change.high)}")


def _counted(change: FigureChange, say: Labels) -> str:
    """`719 words fewer`. A length is neither good nor bad and has no noise."""
    more = (change.new or 0) - (change.old or 0)
    if not more:
        return say("compare.equal")
    one = "one_" if abs(more) == 1 else ""
    return say(f"compare.{one}{change.id}_{'more' if more > 0 else 'fewer'}", n=f"{abs(more):,.0f}")


def _signed(change: FigureChange, value: float) -> str:
    digits = 3 if change.id in _SHARES else 2
    value = round(value, digits) + 0.0
    return f"{value:+.1%}" if change.id in _SHARES else f"{value:+.2f}"


def _changes(changes: Sequence[FigureChange], say: Labels) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="dim")
    table.add_column("", max_width=28)
    table.add_column(say("compare.old"), justify="right", no_wrap=True)
    table.add_column(say("compare.new"), justify="right", no_wrap=True)
    table.add_column(say("compare.change"))
    for change in changes:
        words = say("compare.unsaid") if change.moved == "unsaid" else verdict(change, say)
        line = Text(words, style=_STYLES[change.moved])
        table.add_row(Text(label(change, say)), figure(change, change.old), figure(change, change.new), line)
    return table


def _chapter(pair: ChapterPair, say: Labels) -> str:
    place = (
        f"{pair.old} → {pair.new}"
        if pair.old and pair.new and pair.old != pair.new
        else f"{pair.new or pair.old}"
    )
    status = [say(f"compare.status_{pair.status}")]
    if pair.likeness is not None:
        status.append(say("compare.likeness", n=f"{100 * pair.likeness:.0f}"))
    return f"{place}  {pair.title}  {' · '.join(status)}"


def compared(found: CompareResult, say: Labels) -> str:
    """The two titles; two drafts of one title are named once."""
    old, new = found.old.title, found.new.title
    return say("compare.title", old=old, new=new) if old != new else f"{new} · {say('compare.report')}"


def counts(pairs: Sequence[ChapterPair]) -> dict[str, int]:
    """How many chapters stayed, changed, moved, were added and cut."""
    return {
        status: sum(pair.status == status for pair in pairs)
        for status in ("same", "changed", "moved", "added", "cut")
    }
