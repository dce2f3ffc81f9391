"""Prints a reading in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from fabula.cli.terminal import stdout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from fabula.reading.reading import Reading, Thread
    from fabula.reading.saved import ReadingCheck, ReadResult

_NAMED = 12


def show(result: ReadResult) -> None:
    """The synopsis, who is who, what the story keeps returning to, what it leaves open, and what does not hold."""
    console, reading = stdout(), result.reading
    heading = Text(result.book.title, style="bold")
    if result.book.author:
        heading.append(f"  {result.book.author}", style="default")
    console.print(heading)
    console.print(Text(_facts(result), style="dim"))
    for statement in reading.statements:
        console.print(Padding(Text(f"{statement.text} {_chapters(statement.chapters)}"), (1, 0, 0, 0)))
    _part(console, "Who is who", _people(reading))
    _part(
        console,
        "Themes",
        (f"{each.name}: {each.shown} {_chapters(each.chapters)}" for each in reading.themes),
    )
    _part(console, "Left open", (_opened(each) for each in reading.threads if each.closed is None))
    if result.check is not None:
        _check(console, result.check)
    console.print(Text(f"\n{result.signature}", style="dim"))


def _facts(result: ReadResult) -> str:
    reading = result.reading
    told = len(reading.chapter_summaries)
    facts = [
        f"{told} of {result.book.chapters} chapters summarised",
        f"{len(reading.scenes)} scenes",
        f"{len(reading.cast)} people",
        f"{len(reading.threads)} threads",
    ]
    if reading.kept:
        facts.append(f"{reading.kept} steps gave nothing usable")
    return " · ".join(facts)


def _people(reading: Reading) -> Iterator[str]:
    for person in reading.cast[:_NAMED]:
        others = f" ({', '.join(person.aliases[:3])})" if person.aliases else ""
        yield f"{person.name}{others}: {person.profile}"


def _opened(thread: Thread) -> str:
    return f"{thread.what} {_chapters((thread.opened,) if thread.opened else ())}"


def _check(console: Console, check: ReadingCheck) -> None:
    score = "no fact could be judged" if check.score is None else f"{check.score:.0%} of the facts hold"
    if check.low is not None and check.high is not None:
        score += f" (95% interval {check.low:.0%} to {check.high:.0%})"
    console.print(Text(f"\nChecked by {check.checker}: {score}", style="bold"))
    for statement in check.statements:
        for fault in statement.faults:
            verdict = fault.verdict.replace("_", " ")
            console.print(
                Padding(Text(f"{_chapters(statement.chapters)} {verdict}: {fault.fact}"), (0, 0, 0, 1))
            )
            if fault.correction:
                console.print(Padding(Text(f"Instead: {fault.correction}", style="dim"), (0, 0, 0, 3)))


def _part(console: Console, title: str, lines: Iterator[str]) -> None:
    listed = list(lines)
    if not listed:
        return
    console.print(Text(f"\n{title}", style="bold"))
    for line in listed:
        console.print(Padding(Text(line.strip()), (0, 0, 0, 1)))


def _chapters(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return ""
    return f"[{numbers[0]}]" if len(numbers) == 1 else f"[{numbers[0]}-{numbers[-1]}]"
