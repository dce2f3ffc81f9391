"""HTML and XHTML as a sequence of blocks: headings and paragraphs, with pictures, tables and note marks left out."""

from __future__ import annotations

import html.entities
import re
from collections.abc import Callable, Container
from typing import Any

from lxml import etree

from fabula.bad_files import BadFile
from fabula.notices import Notice
from fabula.text.formats.blocks import BREAK, LAYOUT_CELL, Block
from fabula.text.headings import matter

_EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "td",
        "th",
        "tr",
        "tbody",
        "thead",
        "tfoot",
        "ul",
    ]
)
_HOLD_NOTES = frozenset(["aside", "section", "div", "ol"])
_NOTES = frozenset(["footnote", "endnote", "rearnote", "footnotes", "endnotes", "rearnotes"])
"""Types and classes of notes. Those of a chapter stand below its text; a page of its own is left to `matter`."""
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_SILENT = frozenset(
    [
        "script",
        "style",
        "head",
        "title",
        "img",
        "svg",
        "math",
        "audio",
        "video",
        "iframe",
        "object",
        "embed",
        "canvas",
        "template",
        "button",
        "input",
        "select",
        "textarea",
        "noscript",
        "rt",
        "rp",
        "rtc",
        "colgroup",
        "map",
        "picture",
    ]
)
STRAY = str.maketrans(
    {"\u2060": None, "\ufeff": None, "\u00ad": None, "\u200b": None, "\xa0": " ", "\u202f": " "}
)
_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_UNSAFE_ENTITY = re.compile(
    rb"<!ENTITY[^>]*?(?:\"[^\">]*&\w|'[^'>]*&\w|\sSYSTEM\s|\sPUBLIC\s|\"[^\">]{65}|'[^'>]{65})", re.I
)
_OWN_ENTITY = re.compile(rb"<!ENTITY\s+(\w+)\s+([\"'])([^\"'<>&]{0,64})\2\s*>", re.I)
_NAMED_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z]\w{0,30});")
_NOTE_MARK = re.compile(r"[\[(]?(?:\d{1,3}|[*†‡§]+|[a-z])[\])]?")
_GUTENBERG = ("pg-header", "pg-footer", "pg-boilerplate")

SetAside = Callable[[Notice, Notice, str], None]
"""Called with what was left out of a page, why, and its text."""


def parse(raw: bytes, name: str, encoding: str | None = None) -> Any:
    """The root element, read as XML if possible and else as HTML. Nothing is fetched and no entity is expanded."""
    if _UNSAFE_ENTITY.search(raw[: 1 << 16]):
        raise BadFile(Notice.of("text.file-entities", name=name))
    raw = _with_letters_for_entities(raw)
    strict = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True
    )
    try:
        if raw.lstrip()[:5] in (b"<?xml", b"\xef\xbb\xbf<?") or b"http://www.w3.org/1999/xhtml" in raw[:4096]:
            return etree.fromstring(raw, strict)
    except etree.XMLSyntaxError:
        pass
    if encoding is None and _is_utf8(raw):
        encoding = "utf-8"
    loose = etree.HTMLParser(no_network=True, huge_tree=True, encoding=encoding, remove_pis=True)
    try:
        root = etree.fromstring(raw, loose)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise BadFile(Notice.of("text.file-bad-html", name=name, why=str(error))) from None
    if root is None:
        raise BadFile(Notice.of("text.file-no-html", name=name))
    return root


def _with_letters_for_entities(raw: bytes) -> bytes:
    """Named entities as their letters. XML knows five names; pages use HTML's 2,000 and sometimes their own."""
    if not _NAMED_ENTITY.search(raw):
        return raw
    own: dict[bytes, bytes] = {name: value for name, _, value in _OWN_ENTITY.findall(raw[: 1 << 16])}

    def letter(match: re.Match[bytes]) -> bytes:
        if match[1] in own:
            return own[match[1]]
        known = html.entities.html5.get(f"{match[1].decode()};")
        return "".join(f"&#{ord(each)};" for each in known).encode() if known else match[0]

    return _NAMED_ENTITY.sub(letter, raw)


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def parse_xml(raw: bytes, name: str) -> Any:
    """The root of one of an archive's own XML files (package, contents, styles)."""
    if b"<!ENTITY" in raw[: 1 << 16]:
        raise BadFile(Notice.of("text.file-entities", name=name))
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, recover=True
    )
    try:
        root = etree.fromstring(raw, parser)
    except (
        etree.XMLSyntaxError
    ) as error:  # also a parser that recovers gives up on a file that begins with a zero
        raise BadFile(Notice.of("text.file-bad-xml", name=name)) from error
    if root is None:
        raise BadFile(Notice.of("text.file-bad-xml", name=name))
    return root


def local(element: Any) -> str:
    """An element's name without its namespace; empty for a comment."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def types(element: Any) -> list[str]:
    """Its structural types: epub:type, and DPUB roles without their prefix."""
    stated = element.get(_EPUB_TYPE) or element.get("epub:type") or ""
    roles = [
        role.removeprefix("doc-") for role in (element.get("role") or "").split() if role.startswith("doc-")
    ]
    return [*stated.lower().split(), *roles]


def blocks(root: Any, set_aside: SetAside, anchors: Container[str] = ()) -> list[Block]:
    """The page's blocks in order. `anchors` names the ids whose positions the caller needs."""
    return _Walk(set_aside, anchors).run(root)


class _Walk:
    def __init__(self, set_aside: SetAside, anchors: Container[str]) -> None:
        self.set_aside = set_aside
        self.anchors = anchors
        self.out: list[Block] = []
        self.text: list[str] = []
        self.ids: list[str] = []
        self.level = 0
        self.kinds: list[str | None] = [None]
        self.pre = 0
        self.in_line = False
        """Within the line of a play that has a row of a table: the name, and beside it the words."""

    def run(self, root: Any) -> list[Block]:
        skip: Any = None
        for event, element in etree.iterwalk(root, events=("start", "end", "comment")):
            if event == "comment":
                self._add(element.tail if skip is None else None)
                continue
            if skip is not None:
                if event == "end" and element is skip:
                    skip = None
                    self._add(element.tail)
                continue
            if event == "start":
                if self._is_skipped(element):
                    skip = element
                else:
                    self._open(element)
            else:
                self._close(element)
        self._flush()
        if self.ids:
            self.out.append(Block("", 0, self.kinds[-1], tuple(self.ids)))
        return self.out

    def _open(self, element: Any) -> None:
        name = local(element)
        is_block = name in _BLOCKS or name in _HEADINGS
        if is_block:
            self._part()
        if name == "tr":
            self.in_line = _names_speaker(element)
        for key in ("id", "name"):
            if (anchor := element.get(key)) is not None and anchor in self.anchors:
                self.ids.append(anchor)
        if name in _HEADINGS:
            self.level = _HEADINGS[name]
        elif name == "hgroup":
            self.level = min((_HEADINGS[local(e)] for e in element if local(e) in _HEADINGS), default=2)
        elif name == "hr":
            self._flush()
            self.out.append(Block(BREAK, 0, self.kinds[-1]))
        elif name == "br":
            self.text.append("\n")
        elif name == "pre":
            self.pre += 1
        if is_block:
            own = matter.type_of(types(element))
            self.kinds.append(own if matter.is_telling(own) else self.kinds[-1] or own)
        if _is_direction(element):
            self.text.append("[")
        self._add(element.text)

    def _close(self, element: Any) -> None:
        name = local(element)
        if _is_direction(element):
            self.text.append("]")
        if name == "tr":
            self.in_line = False
        if name in _BLOCKS or name in _HEADINGS:
            self._part()
            self.kinds.pop()
            if name == "hgroup" or (name in _HEADINGS and not _within(element, "hgroup")):
                self.level = 0
        if name == "pre":
            self.pre -= 1
        self._add(element.tail)

    def _add(self, text: str | None) -> None:
        if text:
            self.text.append(text if self.pre else _SPACE.sub(" ", text))

    def _part(self) -> None:
        """End a block. Within the line of a play, only begin a new line."""
        if self.in_line:
            self.text.append("\n")
        else:
            self._flush()

    def _flush(self) -> None:
        if not self.text:
            return
        raw = "".join(self.text).translate(STRAY)
        self.text.clear()
        lines = [
            line.rstrip() if self.pre else " ".join(line.split(" ")).strip(" \t\u3000")
            for line in raw.split("\n")
        ]
        text = "\n".join(lines).strip("\n") if self.pre else "\n".join(line for line in lines if line)
        text = re.sub(r" {2,}", " ", text) if not self.pre else text
        if text.strip():
            if self.level:
                text = " ".join(text.split())
            self.out.append(Block(text, self.level, self.kinds[-1], tuple(self.ids)))
            self.ids.clear()

    def _is_skipped(self, element: Any) -> bool:
        name = local(element)
        if name in _SILENT:
            self._keep_anchors(element)
            return True
        stated = types(element)
        if "noteref" in stated or "pagebreak" in stated or "backlink" in stated:
            return True
        if name == "sup" and _is_note_mark(element):
            return True
        mark = f"{element.get('id') or ''} {element.get('class') or ''}".split()
        if any(each in _GUTENBERG for each in mark):
            return self._aside(element, "gutenberg-notice", "not-by-author")
        if name in _HOLD_NOTES and any(each in _NOTES for each in (*stated, *mark)):
            below_text = any(block.text for block in self.out) or any(each.strip() for each in self.text)
            if name == "aside" or below_text:
                return self._aside(element, "notes", "footnotes")
        if name == "nav":
            return self._aside(element, "navigation", "not-prose")
        if name == "table" and not _is_layout(element) and not _is_dialogue(element):
            return self._aside(element, "tables", "not-prose")
        return False

    def _aside(self, element: Any, what: str, why: str) -> bool:
        self._keep_anchors(element)
        self.set_aside(Notice.of(f"text.{what}"), Notice.of(f"text.{why}"), " ".join(element.itertext("*")))
        return True

    def _keep_anchors(self, element: Any) -> None:
        self.ids.extend(each for each in element.xpath("descendant-or-self::*/@id") if each in self.anchors)


def _is_note_mark(element: Any) -> bool:
    links = element.getparent() is not None and local(element.getparent()) == "a"
    links = links or any(local(each) == "a" for each in element)
    return links and _NOTE_MARK.fullmatch("".join(element.itertext()).strip()) is not None


def _is_layout(table: Any) -> bool:
    cells = (cell for cell in table.iter() if local(cell) == "td")
    return any(sum(len(text) for text in cell.itertext()) > LAYOUT_CELL for cell in cells)


def _is_dialogue(table: Any) -> bool:
    """Whether a table holds lines of a play: EPUBs put the name in one cell and the words in the next."""
    return any(local(row) == "tr" and _names_speaker(row) for row in table.iter())


def _names_speaker(row: Any) -> bool:
    return any("z3998:persona" in types(cell) for cell in row)


def _is_direction(element: Any) -> bool:
    """Whether this is a stage direction that only its type shows as one."""
    if "z3998:stage-direction" not in types(element) or local(element) in _BLOCKS:
        return False
    return "".join(element.itertext()).strip()[:1] not in ("(", "[")


def _within(element: Any, name: str) -> bool:
    parent = element.getparent()
    return parent is not None and local(parent) == name
