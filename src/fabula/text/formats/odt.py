"""OpenDocument texts, as LibreOffice saves them: outline levels make chapters; tracked deletions and notes go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from fabula.bad_files import BadFile
from fabula.notices import Notice
from fabula.text.formats import markup
from fabula.text.formats.archive import Archive
from fabula.text.formats.blocks import BREAK, LAYOUT_CELL, Block, fill
from fabula.text.formats.draft import Draft

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
T = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_DRAW = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
_SILENT = frozenset(
    (
        f"{T}tracked-changes",
        f"{T}note",
        f"{T}ruby-text",
        f"{T}sequence-decls",
        f"{T}bookmark-ref",
        f"{T}page-number",
        f"{_OFFICE}annotation",
        f"{_OFFICE}forms",
        f"{_DRAW}frame",
    )
)
_LISTS_OF_PLACES = frozenset(
    f"{T}{name}"
    for name in (
        "table-of-content",
        "illustration-index",
        "table-index",
        "alphabetical-index",
        "bibliography",
        "user-index",
    )
)
_SPACES = {f"{T}tab": " ", f"{T}line-break": "\n", f"{T}soft-page-break": ""}
_SPACE = re.compile(r"[ \t\n\r]+")
_DEEPEST = 6
_HEADING = "Heading_20_"


def read(raw: bytes, name: str) -> Draft:
    draft = Draft(format="odt")
    fill(draft, row(raw, name, draft))
    return draft


def row(raw: bytes, name: str, draft: Draft) -> list[Block]:
    archive = Archive(raw, name)
    if "META-INF/manifest.xml" in archive and b"encryption-data" in archive.read("META-INF/manifest.xml"):
        raise BadFile(Notice.of("text.file-locked", name=name))
    _metadata(archive, draft)
    content = markup.parse_xml(archive.read("content.xml"), name)
    parents = {
        style.get(f"{_STYLE}name") or "": style.get(f"{_STYLE}parent-style-name") or ""
        for style in content.iter(f"{_STYLE}style")
    }
    found: list[Block] = []
    for body in content.iter(f"{_OFFICE}text"):
        _collect(body, parents, found, draft)
    return found


def _metadata(archive: Archive, draft: Draft) -> None:
    if "meta.xml" not in archive:
        return
    stated: dict[str, str] = {}
    for element in markup.parse_xml(archive.read("meta.xml"), archive.name).iter():
        if text := (element.text or "").strip():
            stated.setdefault(markup.local(element), text)
    draft.title, draft.language = stated.get("title"), stated.get("language")
    draft.author = stated.get("initial-creator") or stated.get("creator")


def _collect(parent: Any, parents: dict[str, str], found: list[Block], draft: Draft) -> None:
    for element in parent:
        tag = element.tag
        if tag in (f"{T}p", f"{T}h"):
            _paragraph(element, parents, found, draft)
        elif tag == f"{_TABLE}table":
            _table(element, parents, found, draft)
        elif tag in _LISTS_OF_PLACES:
            draft.leave_out("text.table-of-contents", " ".join(_texts(element)))
        elif isinstance(tag, str) and tag not in _SILENT:
            _collect(element, parents, found, draft)


def _paragraph(element: Any, parents: dict[str, str], found: list[Block], draft: Draft) -> None:
    stated = element.get(f"{T}style-name") or ""
    style = parents.get(stated) or stated
    text = "".join(_texts(element)).translate(markup.STRAY).strip()
    if not text:
        if style == "Horizontal_20_Line":
            found.append(Block(BREAK))
        return
    level = _level(element, style)
    if style == "Title" and not found:
        draft.title = draft.title or " ".join(text.split())
        return
    found.append(Block(" ".join(text.split()), level) if level else Block(text))


def _level(element: Any, style: str) -> int:
    """The level of a heading; 0 for a paragraph."""
    if element.tag == f"{T}h":
        outline = element.get(f"{T}outline-level") or "1"
        return min(int(outline), _DEEPEST) if outline.isdecimal() else 1
    level = style.removeprefix(_HEADING)
    return min(int(level), _DEEPEST) if style.startswith(_HEADING) and level.isdecimal() else 0


def _table(element: Any, parents: dict[str, str], found: list[Block], draft: Draft) -> None:
    cells = list(element.iter(f"{_TABLE}table-cell"))
    if any(sum(len(text) for text in _texts(cell)) > LAYOUT_CELL for cell in cells):
        for cell in cells:
            _collect(cell, parents, found, draft)
        return
    draft.leave_out("text.tables", " ".join(_texts(element)))


def _texts(element: Any) -> Iterator[str]:
    """The text inside an element in order. Several spaces are kept in an element of their own."""
    yield _SPACE.sub(" ", element.text or "")
    for child in element:
        tag = child.tag
        if tag == f"{T}s":
            yield " "
        elif tag in _SPACES:
            yield _SPACES[tag]
        elif isinstance(tag, str) and tag not in _SILENT:
            yield from _texts(child)
        yield _SPACE.sub(" ", child.tail or "")
