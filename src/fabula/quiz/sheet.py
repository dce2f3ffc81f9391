"""The first sheet of an XLSX file as rows of text, parsed without a library and within the archive's limits."""

from __future__ import annotations

import re
from typing import Any

from fabula.errors import FabulaError
from fabula.text.formats.archive import Archive, resolve
from fabula.text.formats.markup import parse_xml

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_MOST_COLUMNS = 256


def sheet_rows(raw: bytes, name: str) -> list[list[str]]:
    """Every non-empty row, up to its last filled cell."""
    archive = Archive(raw, name)
    if "xl/workbook.xml" not in archive:
        raise FabulaError(f"{name} is a ZIP archive without a workbook: give XLSX, CSV or JSONL")
    shared = _shared(archive)
    rows = []
    for row in parse_xml(archive.read(_first_sheet(archive)), name).iter(f"{_MAIN}row"):
        cells: dict[int, str] = {}
        for number, cell in enumerate(row.iter(f"{_MAIN}c")):
            place = _column(cell.get("r") or "", number)
            if place < _MOST_COLUMNS:
                cells[place] = _value(cell, shared)
        if any(cells.values()):
            rows.append([cells.get(place, "") for place in range(max(cells) + 1)])
    return rows


def _first_sheet(archive: Archive) -> str:
    book = parse_xml(archive.read("xl/workbook.xml"), archive.name)
    first = next(book.iter(f"{_MAIN}sheet"), None)
    if first is not None and "xl/_rels/workbook.xml.rels" in archive:
        for relation in parse_xml(archive.read("xl/_rels/workbook.xml.rels"), archive.name):
            if relation.get("Id") == first.get(_RELATION):
                target = relation.get("Target") or ""
                member = (
                    target[1:] if target.startswith("/") else resolve("xl/workbook.xml", target, archive.name)
                )
                if member in archive:
                    return member
    if "xl/worksheets/sheet1.xml" not in archive:
        raise FabulaError(f"{archive.name} is a workbook without a sheet")
    return "xl/worksheets/sheet1.xml"


def _shared(archive: Archive) -> list[str]:
    if "xl/sharedStrings.xml" not in archive:
        return []
    whole = parse_xml(archive.read("xl/sharedStrings.xml"), archive.name)
    return [_text(item) for item in whole.iter(f"{_MAIN}si")]


def _text(item: Any) -> str:
    """The text runs of a string, without phonetic runs."""
    return "".join(
        each.text or "" for each in item.iter(f"{_MAIN}t") if each.getparent().tag != f"{_MAIN}rPh"
    )


def _value(cell: Any, shared: list[str]) -> str:
    kind = cell.get("t")
    if kind == "inlineStr":
        return _text(cell)
    found = cell.find(f"{_MAIN}v")
    text = (found.text or "") if found is not None else ""
    if kind == "s":
        return shared[int(text)] if text.isdecimal() and int(text) < len(shared) else ""
    return re.sub(r"\.0+$", "", text) if kind in (None, "n") else text


def _column(reference: str, fallback: int) -> int:
    letters = re.match(r"[A-Z]{1,3}", reference)
    if not letters:
        return fallback
    place = 0
    for letter in letters[0]:
        place = place * 26 + ord(letter) - 64
    return place - 1
