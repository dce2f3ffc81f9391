"""FictionBook files, as Russian readers and libraries keep books: sections make chapters, sections of sections parts."""

from __future__ import annotations

import re
from typing import Any

from fabula.bad_files import BadFile
from fabula.notices import Notice
from fabula.text.formats import markup
from fabula.text.formats.archive import Archive
from fabula.text.formats.blocks import BREAK, Block, fill
from fabula.text.formats.draft import Draft
from fabula.text.words import count_words

_PICTURES = re.compile(rb"<binary\b.*?</binary>", re.S)
_PARAGRAPHS = frozenset(("p", "v", "text-author", "subtitle", "date"))
_DEEPEST = 6
_SIGNS = re.compile(r"[\W_]{1,12}")


def read(raw: bytes, name: str) -> Draft:
    draft = Draft(format="fb2")
    fill(draft, row(raw, name, draft))
    return draft


def row(raw: bytes, name: str, draft: Draft) -> list[Block]:
    if raw.startswith(b"PK"):
        archive = Archive(raw, name)
        raw = archive.read(next(member for member in archive.names() if member.lower().endswith(".fb2")))
    root = markup.parse_xml(_PICTURES.sub(b"", raw), name)
    about = next(iter(root.iter("{*}title-info")), None)
    if about is not None:
        _metadata(about, draft)
    found: list[Block] = []
    bodies = list(root.iter("{*}body"))
    if not bodies:
        raise BadFile(Notice.of("text.file-no-body", name=name))
    for body in bodies:
        if body.get("name") in ("notes", "footnotes", "comments"):
            words = count_words(" ".join(body.itertext("*")), draft.counted_in)
            draft.set_aside(Notice.of("text.notes"), Notice.of("text.footnotes"), words)
        else:
            _collect(body, 1, found, draft)
    return found


def _metadata(about: Any, draft: Draft) -> None:
    stated = {markup.local(each): _text(each) for each in reversed(about)}
    draft.title, draft.language = stated.get("book-title") or None, stated.get("lang") or None
    draft.premise = stated.get("annotation") or None
    authors = [
        " ".join(_text(part) for part in each if markup.local(part).endswith("-name"))
        for each in about.iterfind("{*}author")
    ]
    draft.author = ", ".join(each for each in authors if each) or None


def _collect(parent: Any, depth: int, found: list[Block], draft: Draft) -> None:
    for element in parent:
        name = markup.local(element)
        if name == "section":
            _collect(element, depth + 1, found, draft)
        elif name == "title":
            title = _text(element)
            if title and not (depth == 1 and draft.title and draft.title.casefold() in title.casefold()):
                found.append(Block(title, min(depth, _DEEPEST)))
        elif name in _PARAGRAPHS:
            if text := _text(element):
                found.append(Block(BREAK if name == "subtitle" and _SIGNS.fullmatch(text) else text))
        elif name == "table":
            draft.leave_out("text.tables", " ".join(element.itertext("*")))
        elif name:
            _collect(element, depth, found, draft)


def _text(element: Any) -> str:
    """The words of an element without the marks of notes, in one line."""
    parts: list[str] = []
    _gather(element, parts)
    return " ".join("".join(parts).translate(markup.STRAY).split())


def _gather(element: Any, parts: list[str]) -> None:
    parts.append(element.text or "")
    for child in element:
        if markup.local(child) and not (markup.local(child) == "a" and child.get("type") == "note"):
            _gather(child, parts)
        if markup.local(child) == "p":
            parts.append(" ")
        parts.append(child.tail or "")
