"""Do the chapters count from one upwards? What repeats, strays or is missing is told, and nothing is dropped unsaid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fabula.text.heading_lines import PART
from fabula.text.heading_places import Found


@dataclass(slots=True)
class Order:
    """The headings that begin chapters, those that repeat the one they stand under, and what looked wrong."""

    kept: list[Found] = field(default_factory=list)
    repeats: list[Found] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def in_order(chosen: Sequence[Found], parts: Sequence[Found]) -> Order:
    """Check the numbers kind by kind: letters count for themselves, and parts may start again from one."""
    order = Order()
    sequences: dict[str, list[Found]] = {}
    for each in chosen:
        if each.heading.number is None:
            order.kept.append(each)
        else:
            sequences.setdefault(each.heading.kind, []).append(each)
    borders = _borders(chosen, parts)
    for sequence in sequences.values():
        _check(sequence, borders, order)
    order.kept.sort(key=lambda each: each.line)
    return order


def _borders(chosen: Sequence[Found], parts: Sequence[Found]) -> list[int]:
    """Lines at which a new part begins, and with it perhaps a new count."""
    borders = [(each.line, _name(each)) for each in parts]
    borders += [
        (each.line, "/".join(part.printed for part in each.heading.parts))
        for each in chosen
        if each.heading.parts
    ]
    lines: list[int] = []
    last = ""
    for line, name in sorted(borders):
        if name != last:
            lines.append(line)
        last = name
    return lines


def _name(found: Found) -> str:
    return f"{found.heading.kind} {found.heading.number}"


def _check(sequence: list[Found], borders: list[int], order: Order) -> None:
    last: Found | None = None
    for place, each in enumerate(sequence):
        following = sequence[place + 1] if place + 1 < len(sequence) else None
        fresh = last is None or any(last.line < border <= each.line for border in borders)
        if last is not None and not fresh and _repeats(each, last, following):
            order.repeats.append(each)
        elif _strays(each, last, following, fresh):
            order.warnings.append(
                f"“{each.heading.printed}” (line {each.line + 1}) is out of order: taken as text, not as a chapter"
            )
        else:
            told = _doubt(each, last, fresh)
            order.warnings.extend([told] if told else [])
            order.kept.append(each)
            last = each


def _repeats(each: Found, last: Found, following: Found | None) -> bool:
    """A running head or a closing line: the same number and title again, and no sign that the number is a slip."""
    slip = following is not None and following.heading.number == _number(each) + 2
    same_title = _bare_title(each) == _bare_title(last) or not each.heading.title or not last.heading.title
    return _number(each) == _number(last) and same_title and not slip


def _strays(each: Found, last: Found | None, following: Found | None, fresh: bool) -> bool:
    """A mention on a line of its own: without it, the count goes on unbroken."""
    if following is None:
        return last is not None and not fresh and _number(each) < _number(last) and each.heading.level != PART
    if last is None or fresh:
        return _number(each) > 1 and _number(following) == 1 and last is None
    return _number(each) != _number(last) + 1 and _number(following) == _number(last) + 1


def _doubt(each: Found, last: Found | None, fresh: bool) -> str | None:
    printed, number = each.heading.printed, _number(each)
    if last is None or fresh:
        before = 0 if last is None else _number(last)
        return (
            None
            if number in (0, 1, before + 1)
            else f"the first chapter found is numbered {number}: “{printed}”"
        )
    before = _number(last)
    if number == before + 1:
        return None
    if number == before + 2:
        return f"chapter {before + 1} is missing before “{printed}”"
    if number > before:
        return f"chapters {before + 1} to {number - 1} are missing before “{printed}”"
    if number == before:
        return f"number {number} stands twice: “{last.heading.printed}” and “{printed}”"
    if number == 1:
        return f"the numbering starts again at “{printed}” (line {each.line + 1})"
    return f"“{printed}” (line {each.line + 1}) comes after “{last.heading.printed}”"


def _number(found: Found) -> int:
    return found.heading.number or 0


def _bare_title(found: Found) -> str:
    return "".join(letter for letter in found.heading.title.casefold() if letter.isalnum())
