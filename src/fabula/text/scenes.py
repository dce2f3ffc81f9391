"""Where a new scene begins within a chapter."""

from __future__ import annotations

import re

from fabula.text.numerals import number

_PARAGRAPH = re.compile(r"[^\n]+")
_BREAK = re.compile(
    r"(?:[*＊※☆★◇◆○●◎■□▲△▼▽✱✶❖♦❦❧⁂#§~～]\s*){1,80}|(?:[-—–―─=_]\s*){3,200}|(?:[·•・]\s*){3,80}|(?:\.\s+){2,80}\."
)
_SECTION = re.compile(
    r"[（(]?\s*([0-9０-９]{1,3}|[ivxlcIVXLC]{1,8}|[一二三四五六七八九十]{1,3})\s*[.、)）．]?"
)


def is_break(line: str) -> bool:
    """A line of nothing but ornaments: ***, * * *, #, ———, ⁂."""
    return len(line) <= 200 and _BREAK.fullmatch(line.strip()) is not None


def scene_breaks(text: str) -> tuple[int, ...]:
    """Offsets into a tidy text at which a scene begins: after an ornament, or at a section's bare number."""
    breaks: list[int] = []
    pending, seen_prose, section = False, False, 1
    for paragraph in _PARAGRAPH.finditer(text):
        line = paragraph.group()
        if is_break(line):
            pending = seen_prose
            continue
        if _numbers_section(line, section):
            section += 1
            pending = seen_prose
        if pending:
            breaks.append(paragraph.start())
            pending = False
        seen_prose = True
    return tuple(breaks)


def _numbers_section(line: str, expected: int) -> bool:
    """The first bare number may be 1 or, where the first section has none, 2."""
    match = _SECTION.fullmatch(line) if len(line) <= 16 else None
    if match is None:
        return False
    value = number(match[1])
    return value == expected
