"""Puts comments into an author's own Word document, at the words that they are about.

Only what comments need is changed: marks around the words, the comments themselves, and that the document has them.
Everything else in the file stays byte for byte.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from lxml import etree

from fabula.text.book import Chapter
from fabula.text.formats import markup
from fabula.text.formats.archive import Archive
from fabula.text.formats.docx import W, texts_of

_DOCUMENT, _COMMENTS = "word/document.xml", "word/comments.xml"
_RELATIONS, _TYPES = "word/_rels/document.xml.rels", "[Content_Types].xml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_LEAD = 120
"""Letters of a chapter by which its beginning is found in the document."""


@dataclass(frozen=True, slots=True)
class Comment:
    """What a margin note says, and the words of a chapter that it stands at."""

    chapter: int
    start: int
    end: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Commented:
    """The document with its comments."""

    content: bytes
    placed: int
    lost: int
    """Comments whose words were not found in the document, such as words within a table."""


def with_comments(
    raw: bytes, name: str, chapters: Sequence[Chapter], comments: Iterable[Comment], author: str
) -> Commented:
    """The document of `raw` with a comment at each place of its chapters."""
    archive = Archive(raw, name)
    document = markup.parse_xml(archive.read(_DOCUMENT), name)
    letters = _Letters(document)
    begins = _beginnings(letters.bare, chapters)
    known = markup.parse_xml(archive.read(_COMMENTS), name) if _COMMENTS in archive else None
    root = etree.Element(f"{W}comments", nsmap={"w": W[1:-1]}) if known is None else known
    number = max((int(each.get(f"{W}id") or 0) for each in root.iter(f"{W}comment")), default=-1) + 1
    marks: list[tuple[int, int, Any]] = []
    lost = 0
    for comment in comments:
        span = letters.span(chapters[comment.chapter - 1].text, comment, begins[comment.chapter - 1])
        if span is None:
            lost += 1
            continue
        root.append(_comment(number, comment.lines, author))
        marks.append((span[0], 1, [_mark("commentRangeStart", number)]))
        marks.append((span[1], 0, [_mark("commentRangeEnd", number), _reference(number)]))
        number += 1
    for at, is_start, elements in sorted(marks, key=lambda mark: (-mark[0], -mark[1])):
        letters.insert(at, elements, before=bool(is_start))
    changed = {_DOCUMENT: _bytes(document), _COMMENTS: _bytes(root)}
    if known is None:
        changed |= _declared(archive, name)
    return Commented(_zipped(raw, archive, changed), len(marks) // 2, lost)


class _Letters:
    """The letters of a document without spaces, each with the text element that holds it."""

    def __init__(self, document: Any) -> None:
        self.bare = ""
        self._nodes: list[Any] = []
        self._offsets: list[tuple[int, int]] = []
        parts: list[str] = []
        for node in texts_of(document):
            self._nodes.append(node)
            for offset, letter in enumerate(node.text or ""):
                if not letter.isspace() and letter != "\u00ad":
                    parts.append(letter)
                    self._offsets.append((len(self._nodes) - 1, offset))
        self.bare = "".join(parts)

    def span(self, text: str, comment: Comment, begin: int | None) -> tuple[int, int] | None:
        """The first letter of the words, and the one behind the last. The words are looked for where the chapter begins."""
        words = _bare(text[comment.start : comment.end])
        if begin is None or not words:
            return None
        at = begin + len(_bare(text[: comment.start]))
        if self.bare[at : at + len(words)] != words:
            at = self.bare.find(words, begin)
        return (at, at + len(words)) if at >= 0 else None

    def insert(self, at: int, elements: Sequence[Any], *, before: bool) -> None:
        """Put marks before the letter at `at`, or behind the one before it. Called from the end of the document."""
        index, offset = self._offsets[at if before else at - 1]
        node = self._nodes[index]
        run = node.getparent()
        cut = offset if before else offset + 1
        if cut and _is_within(node, cut):
            _split(run, node, cut)
            place = run.getparent().index(run) + 1
        else:
            place = run.getparent().index(run) + (0 if before and cut == 0 and _is_first(node) else 1)
        for element in reversed(elements):
            run.getparent().insert(place, element)


def _is_within(node: Any, cut: int) -> bool:
    """Whether something of the run follows the cut."""
    return cut < len(node.text or "") or node.getnext() is not None


def _is_first(node: Any) -> bool:
    before = node.getprevious()
    return before is None or before.tag == f"{W}rPr"


def _split(run: Any, node: Any, cut: int) -> None:
    """Cut a run in two: what follows the cut goes into a new run with the same properties."""
    behind = etree.Element(f"{W}r", attrib=dict(run.attrib))
    properties = run.find(f"{W}rPr")
    if properties is not None:
        behind.append(deepcopy(properties))
    rest = (node.text or "")[cut:]
    followers = list(node.itersiblings())
    if rest:
        copied = etree.SubElement(behind, f"{W}t")
        copied.text = rest
        copied.set(_XML_SPACE, "preserve")
    for follower in followers:
        behind.append(follower)
    node.text = (node.text or "")[:cut]
    node.set(_XML_SPACE, "preserve")
    run.addnext(behind)


def _beginnings(bare: str, chapters: Sequence[Chapter]) -> list[int | None]:
    """Where each chapter begins among the letters, each behind the one before it."""
    found: list[int | None] = []
    after = 0
    for chapter in chapters:
        lead = _bare(chapter.text)[:_LEAD]
        at = bare.find(lead, after) if lead else -1
        found.append(at if at >= 0 else None)
        after = at + 1 if at >= 0 else after
    return found


def _bare(text: str) -> str:
    return "".join(text.split()).replace("\u00ad", "")


def _mark(name: str, number: int) -> Any:
    return etree.Element(f"{W}{name}", attrib={f"{W}id": str(number)})


def _reference(number: int) -> Any:
    run = etree.Element(f"{W}r")
    run.append(_mark("commentReference", number))
    return run


def _comment(number: int, lines: Sequence[str], author: str) -> Any:
    now = datetime.now(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"
    said = _mark("comment", number)
    said.set(f"{W}author", author)
    said.set(f"{W}initials", author[:1])
    said.set(f"{W}date", now)
    for line in lines:
        text = etree.SubElement(etree.SubElement(etree.SubElement(said, f"{W}p"), f"{W}r"), f"{W}t")
        text.text = line
        text.set(_XML_SPACE, "preserve")
    return said


def _declared(archive: Archive, name: str) -> dict[str, bytes]:
    """The parts that say that the document has comments."""
    relations = markup.parse_xml(archive.read(_RELATIONS), name)
    types = markup.parse_xml(archive.read(_TYPES), name)
    space = etree.QName(relations).namespace
    taken = {each.get("Id") for each in relations}
    free = next(f"rIdNotes{n}" for n in range(len(taken) + 1) if f"rIdNotes{n}" not in taken)
    etree.SubElement(
        relations,
        f"{{{space}}}Relationship",
        attrib={"Id": free, "Type": _RELATION, "Target": "comments.xml"},
    )
    etree.SubElement(
        types,
        f"{{{etree.QName(types).namespace}}}Override",
        attrib={"PartName": f"/{_COMMENTS}", "ContentType": _TYPE},
    )
    return {_RELATIONS: _bytes(relations), _TYPES: _bytes(types)}


def _bytes(root: Any) -> bytes:
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def _zipped(raw: bytes, archive: Archive, changed: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(raw)) as old,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for info in old.infolist():
            if not info.is_dir():
                content = changed.pop(info.filename, None)
                new.writestr(info.filename, archive.read(info.filename) if content is None else content)
        for member, content in changed.items():
            new.writestr(member, content)
    return made.getvalue()
