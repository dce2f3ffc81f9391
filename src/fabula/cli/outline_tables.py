"""Prints an outline in the terminal, in the language of the book as its report is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fabula.cli.terminal import stdout
from fabula.notices import Notice
from fabula.reports.labels import Labels, labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.reading.outline import OutlinedChapter, OutlinedPerson, OutlineResult

_LISTED_IN_FULL = 45
"""Up to this many chapters, each has its own line. A longer book is shown by parts or in rows of ten or more."""
_ROWS = 20
_ROW_SIZES = (10, 20, 50, 100, 200, 500, 1_000, 10_000, 1_000_000_000)
_WIDEST_BAR = 12
_GAPS = 9
"""Spaces between the four columns."""
_NARROWEST_TITLE = 8
_BARS = "▁▂▃▄▅▆▇█"


def show(book: OutlineResult, every: bool) -> None:
    """Print an outline."""
    console, say = stdout(), labels(book.language, "outline")
    lengths = [chapter.words for chapter in book.chapters]
    heading = Text(_printable(book.title), style="bold")
    if book.author:
        heading.append(f"  {_printable(book.author)}", style="default")
    console.print(heading)
    console.print(Text(_facts(book, say), style="dim"))
    console.print()
    if every or len(lengths) <= _LISTED_IN_FULL:
        console.print(_every_chapter(book, say))
    else:
        console.print(_rows_of_chapters(book, say))
        console.print(Text(f"\n{say('lengths')}", style="dim"))
        console.print(Text(_curve(lengths, 76)))
    if book.cast:
        console.print(Text(f"\n{say('cast')}", style="bold"))
        named = " · ".join(_named(person, say) for person in book.cast)
        console.print(Padding(Text(named), (0, 0, 0, 1)))
    if book.left_out:
        console.print(Text(f"\n{say('left_out')}", style="bold"))
        console.print(_left_out(book, say))
    if book.warnings:
        console.print(Text(f"\n{say('check')}", style="bold yellow"))
        for warning in book.warnings:
            console.print(Padding(Text(f"• {_printable(say.notice(warning))}"), (0, 0, 0, 1)))


def _named(person: OutlinedPerson, say: Labels) -> str:
    others = [form for form in person.aliases if form not in person.name][:3]
    return f"{person.name}{say.aside(say.separator.join(others))}" if others else person.name


def _facts(book: OutlineResult, say: Labels) -> str:
    count, kind = len(book.chapters), _unit_of_text(book)
    chapters = say(f"one.{kind}") if count == 1 else say(f"several.{kind}", n=count)
    parts = len({chapter.parts for chapter in book.chapters if chapter.parts})
    facts = [
        say.notice(Notice.of("outline.language", language=book.language)),
        f"{book.words:,} {_unit(book, say)}",
        say("in_parts", chapters=chapters, n=parts) if parts > 1 else chapters,
        *([say("collection", n=book.stories)] if book.stories else []),
        say.known("format", book.format) + (f"{say.comma}{book.encoding}" if book.encoding else ""),
    ]
    return " · ".join(facts)


def _unit_of_text(book: OutlineResult) -> str:
    if book.in_sections:
        return "section"
    return "scene" if book.format == "screenplay" else "chapter"


def _unit(book: OutlineResult, say: Labels) -> str:
    return say(f"counted.{'characters' if book.language.by_character else 'words'}")


def _table(
    unit: str, listed: str, rows: Sequence[tuple[str, Text, int | None]], *, whole_titles: bool
) -> Table:
    """Number, title, length and bar. In a narrow terminal only titles are shortened, never numbers."""
    longest = max((words for _, _, words in rows if words is not None), default=0)
    widest_number = max((len(number) for number, _, _ in rows), default=1)
    widest_count = max(cell_len(unit), len(f"{longest:,}"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    table.add_column("#", justify="right", no_wrap=True, min_width=widest_number)
    room = max(_NARROWEST_TITLE, stdout().width - widest_number - widest_count - _WIDEST_BAR - _GAPS)
    table.add_column(
        listed, overflow="fold" if whole_titles else "ellipsis", no_wrap=not whole_titles, max_width=room
    )
    table.add_column(unit, justify="right", no_wrap=True, min_width=widest_count)
    table.add_column("", no_wrap=True, min_width=_WIDEST_BAR)
    for number, title, words in rows:
        length = ("", "") if words is None else (f"{words:,}", _bar(words, longest))
        table.add_row(number, title, *length)
    return table


def _every_chapter(book: OutlineResult, say: Labels) -> Table:
    rows: list[tuple[str, Text, int | None]] = []
    standing: tuple[str, ...] = ()
    for chapter in book.chapters:
        for depth in _new_parts(standing, chapter.parts):
            name = "  " * depth + _printable(chapter.parts[depth])
            rows.append(("", Text(name, style="bold"), None))
        standing = chapter.parts
        rows.append((str(chapter.number), Text(_name(chapter, say)), chapter.words))
    return _table(_unit(book, say), say(f"listed.{_unit_of_text(book)}"), rows, whole_titles=True)


def _new_parts(standing: tuple[str, ...], parts: tuple[str, ...]) -> range:
    """The depths of the parts that begin here: the first that differs, and all below it."""
    same = 0
    while same < len(parts) and standing[same : same + 1] == parts[same : same + 1]:
        same += 1
    return range(same, len(parts))


def _rows_of_chapters(book: OutlineResult, say: Labels) -> Table:
    rows: list[tuple[str, Text, int | None]] = []
    for group in _groups(book):
        first, last = group[0], group[-1]
        if first.parts and {chapter.parts for chapter in group} == {first.parts}:
            named = Text(_printable(", ".join(first.parts)), style="bold")
        else:
            named = Text(_span(_name(first, say), _name(last, say)))
        numbers = str(first.number) if first is last else f"{first.number}–{last.number}"
        rows.append((numbers, named, sum(chapter.words for chapter in group)))
    return _table(_unit(book, say), say(f"rows.{_unit_of_text(book)}"), rows, whole_titles=False)


def _groups(book: OutlineResult) -> list[list[OutlinedChapter]]:
    """A long book in rows that fit on a screen: one per part if there are enough parts, else one per ten chapters or more."""
    by_part: list[list[OutlinedChapter]] = []
    for chapter in book.chapters:
        if by_part and by_part[-1][0].parts == chapter.parts:
            by_part[-1].append(chapter)
        else:
            by_part.append([chapter])
    if 2 <= len(by_part) <= _LISTED_IN_FULL:
        return by_part
    size = next(size for size in _ROW_SIZES if len(book.chapters) <= size * _ROWS)
    return [list(book.chapters[start : start + size]) for start in range(0, len(book.chapters), size)]


def _name(chapter: OutlinedChapter, say: Labels) -> str:
    return _printable(chapter.title) or say("untitled")


def _printable(line: str) -> str:
    """A title on one line, without control characters that could affect the terminal."""
    return "".join(letter for letter in " ".join(line.split()) if letter.isprintable())


def _span(first: str, last: str) -> str:
    if first == last:
        return first
    return f"{first}{' – ' if len(first) + len(last) <= 36 else chr(10)}{last}"


def _bar(words: int, longest: int) -> str:
    return "━" * max(1 if words else 0, round(_WIDEST_BAR * words / longest)) if longest else ""


def _curve(lengths: list[int], width: int) -> str:
    """One mark per chapter. If there are too many chapters, several share a mark."""
    step = -(-len(lengths) // width)
    means = [
        sum(lengths[at : at + step]) / len(lengths[at : at + step]) for at in range(0, len(lengths), step)
    ]
    longest = max(means, default=0) or 1
    return "".join(_BARS[min(7, int(8 * mean / longest))] for mean in means)


def _left_out(book: OutlineResult, say: Labels) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 1))
    table.add_column(overflow="fold")
    table.add_column(overflow="fold", style="dim")
    table.add_column(justify="right", no_wrap=True)
    for each in book.left_out:
        what = _printable(say.notice(each.what))
        table.add_row(
            Text(what[:1].upper() + what[1:]),
            Text(_printable(say.notice(each.why))),
            f"{each.words:,} {_unit(book, say)}",
        )
    return table
