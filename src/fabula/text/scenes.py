"""Where a new scene begins within a chapter."""

from __future__ import annotations

import re

from fabula.languages.numerals import number
from fabula.languages.patterns import fragments
from fabula.text.paragraphs import ended

_PARAGRAPH = re.compile(r"[^\n]+")
_BREAK = re.compile(
    r"(?:[*＊※☆★◇◆○●◎■□▲△▼▽✱✶❖♦❦❧⁂#§~～]\s*){1,80}|(?:[-—–―─=_]\s*){3,200}|(?:[·•・]\s*){3,80}|(?:\.\s+){2,80}\."
)
_SECTION = re.compile(
    rf"[（(]?\s*([0-9０-９]{{1,3}}|[ivxlcIVXLC]{{1,8}}|{fragments('numerals', 'small')})\s*[.、)）．]?"
)


def is_break(line: str) -> bool:
    """A line of ornaments only: ***, * * *, #, ———, ⁂."""
    if len(line) > 200:
        return False
    bare = line.strip()
    return bare != "" and not bare[0].isalnum() and _BREAK.fullmatch(bare) is not None


def scene_breaks(text: str) -> tuple[int, ...]:
    """Offsets into a tidy text at which a scene begins: after an ornament, or at a section's bare number."""
    breaks: list[int] = []
    pending, above, section = False, "", 0
    for paragraph in _PARAGRAPH.finditer(text):
        line = paragraph.group()
        if is_break(line):
            pending = above != ""
            continue
        if _numbers_section(line, section, above):
            section = max(section + 1, 2 if above else 1)
            pending = above != ""
        if pending:
            breaks.append(paragraph.start())
            pending = False
        above = line
    return tuple(breaks)


def _numbers_section(line: str, section: int, above: str) -> bool:
    """The next number in turn: 1 opens the chapter, or 2 comes first where the first section has no number."""
    match = _SECTION.fullmatch(line) if len(line) <= 16 else None
    if match is None or (above and not ended(above)):
        return False
    expected = section + 1 if section or not above else 2
    return number(match[1]) == expected
