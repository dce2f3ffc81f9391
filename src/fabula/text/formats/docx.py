"""Word documents: heading styles make chapters; tracked deletions and notes go, tracked insertions stay.

The document is read as XML within the archive's limits: a library that loads every part, including pictures, would
lose tracked insertions and open an untrusted file without limits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree

from fabula.text.formats import markup
from fabula.text.formats.archive import Archive
from fabula.text.formats.blocks import BREAK, LAYOUT_CELL, STYLE_OF_HEADING, STYLE_OF_TITLE, Block, fill
from fabula.text.formats.draft import Draft

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_SKIPPED = frozenset(
    f"{W}{name}"
    for name in (
        "del",
        "moveFrom",
        "instrText",
        "delText",
        "footnoteReference",
        "endnoteReference",
        "pict",
        "object",
        "drawing",
    )
)
_TITLE = 0
_NO_HEADING = 9


def read(raw: bytes, name: str) -> Draft:
    draft = Draft(format="docx")
    fill(draft, row(raw, name, draft))
    return draft


def row(raw: bytes, name: str, draft: Draft) -> list[Block]:
    archive = Archive(raw, name)
    _metadata(archive, draft)
    levels = _style_levels(archive)
    found: list[Block] = []
    for body in markup.parse_xml(archive.read("word/document.xml"), name).iter(f"{W}body"):
        _collect(body, levels, found, draft)
    return found


def _metadata(archive: Archive, draft: Draft) -> None:
    if "docProps/core.xml" not in archive:
        return
    stated: dict[str, str] = {}
    for element in markup.parse_xml(archive.read("docProps/core.xml"), archive.name):
        if isinstance(element.tag, str) and (text := (element.text or "").strip()):
            stated[etree.QName(element).localname] = text
    draft.title, draft.author, draft.language = (
        stated.get("title"),
        stated.get("creator"),
        stated.get("language"),
    )
    if draft.author == "python-docx":
        draft.author = None


def _style_levels(archive: Archive) -> dict[str, int]:
    """Heading level of each paragraph style, by the style's name, its outline level, or the style that it is
    based on."""
    if "word/styles.xml" not in archive:
        return {}
    own: dict[str, int] = {}
    based: dict[str, str] = {}
    for style in markup.parse_xml(archive.read("word/styles.xml"), archive.name).iter(f"{W}style"):
        key, name = style.get(f"{W}styleId") or "", _value(style.find(f"{W}name"))
        base = _value(style.find(f"{W}basedOn"))
        if base:
            based[key] = base
        if match := STYLE_OF_HEADING.fullmatch(name.strip()):
            own[key] = int(match.group(1))
        elif STYLE_OF_TITLE.fullmatch(name.strip()):
            own[key] = _TITLE
        elif (outline := _value(style.find(f"{W}pPr/{W}outlineLvl"))).isdecimal() and int(outline) < 6:
            own[key] = int(outline) + 1
    return own | {
        key: level for key in based if key not in own and (level := _inherited(key, own, based)) is not None
    }


def _inherited(key: str, own: dict[str, int], based: dict[str, str]) -> int | None:
    for _ in range(10):
        key = based.get(key, "")
        if key in own:
            return own[key]
    return None


def _value(element: Any) -> str:
    return (element.get(f"{W}val") or "") if element is not None else ""


def _collect(parent: Any, levels: dict[str, int], row: list[Block], draft: Draft) -> None:
    for element in parent:
        if element.tag == f"{W}p":
            _paragraph(element, levels, row, draft)
        elif element.tag == f"{W}tbl":
            _table(element, levels, row, draft)
        elif element.tag in (f"{W}sdt", f"{W}sdtContent", f"{W}ins", f"{W}moveTo", f"{W}customXml"):
            if _is_contents_list(element):
                draft.leave_out("text.table-of-contents", " ".join(element.itertext(f"{W}t")))
            else:
                _collect(element, levels, row, draft)


def _paragraph(element: Any, levels: dict[str, int], row: list[Block], draft: Draft) -> None:
    style = _value(element.find(f"{W}pPr/{W}pStyle"))
    if style.lower().startswith("toc"):
        draft.leave_out("text.table-of-contents", _text(element))
        return
    text = _text(element).strip()
    if not text:
        if element.find(f"{W}pPr/{W}pBdr") is not None:
            row.append(Block(BREAK))
        return
    outline = _value(element.find(f"{W}pPr/{W}outlineLvl"))
    level = int(outline) + 1 if outline.isdecimal() and int(outline) < 6 else levels.get(style, _NO_HEADING)
    if level == _TITLE and not row:
        draft.title = draft.title or " ".join(text.split())
        return
    row.append(Block(" ".join(text.split()), max(level, 1)) if level < _NO_HEADING else Block(text))


def _table(element: Any, levels: dict[str, int], row: list[Block], draft: Draft) -> None:
    cells = list(element.iter(f"{W}tc"))
    if any(sum(len(text) for text in cell.itertext(f"{W}t")) > LAYOUT_CELL for cell in cells):
        for cell in cells:
            _collect(cell, levels, row, draft)
        return
    draft.leave_out("text.tables", " ".join(element.itertext(f"{W}t")))


def _is_contents_list(element: Any) -> bool:
    gallery = element.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
    return "table of contents" in _value(gallery).lower()


def texts_of(element: Any) -> Iterator[Any]:
    """The elements that hold the text that is read, in order."""
    for child in element:
        if child.tag == f"{W}t":
            yield child
        elif child.tag not in _SKIPPED and isinstance(child.tag, str) and child.tag != f"{W}pPr":
            yield from texts_of(child)


def _text(paragraph: Any) -> str:
    parts: list[str] = []
    _gather(paragraph, parts)
    return "".join(parts).replace("\xa0", " ").replace("\u00ad", "")


def _gather(element: Any, parts: list[str]) -> None:
    for child in element:
        tag = child.tag
        if tag == f"{W}t":
            parts.append(child.text or "")
        elif tag == f"{W}tab":
            parts.append(" ")
        elif tag == f"{W}noBreakHyphen":
            parts.append("-")
        elif tag in (f"{W}br", f"{W}cr"):
            parts.append(" " if child.get(f"{W}type") else "\n")
        elif tag not in _SKIPPED and isinstance(tag, str) and tag != f"{W}pPr":
            _gather(child, parts)
