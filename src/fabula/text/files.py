"""Reads a file or a folder into a Book. Every text enters fabula here."""

from __future__ import annotations

import os
from collections.abc import Callable
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from fabula.bad_files import BadFile, NoSuchFile
from fabula.notices import Notice
from fabula.text import epub
from fabula.text.book import Book
from fabula.text.encoding import decode, read_bytes
from fabula.text.formats import (
    chaps_json,
    docx,
    fb2,
    folder,
    html,
    markdown,
    odt,
    pdf,
    plain,
    rtf,
    screenplay,
    scrivener,
    sniff,
    titles,
)
from fabula.text.formats.draft import Draft, make_book

_OF_BYTES: dict[sniff.Kind, Callable[[bytes, str], Draft]] = {
    "epub": epub.read,
    "docx": docx.read,
    "odt": odt.read,
    "rtf": rtf.read,
    "fb2": fb2.read,
    "scrivener": scrivener.read_archive,
    "pdf": pdf.read,
}
_OF_TEXT: dict[sniff.Kind, Callable[[str, str], Draft]] = {
    "json": chaps_json.read,
    "html": html.read,
    "screenplay": screenplay.read,
    "markdown": markdown.read,
    "text": plain.read,
}

_LOOKED_AT = 1000
"""In a larger folder, not every name is compared with one that is not there."""


def read(path: str | os.PathLike[str]) -> Book:
    """The book in a file of any known format and encoding, or in a folder of chapter files.

    A FabulaError says in one line what to do if the file cannot be read as a book.
    """
    place = Path(path)
    if place.suffix.lower() == scrivener.BINDER and place.is_file():
        place = place.resolve().parent
    if place.is_dir():
        return make_book(folder.read(place), place.resolve().name)
    if not place.exists():
        raise _not_there(place)
    if not place.is_file():
        raise NoSuchFile(Notice.of("text.file-neither", name=place.name))
    draft = _read_file(place)
    if draft.title is None or draft.author is None:
        named = titles.from_name(place.name)
        if draft.title is None:
            draft.title, draft.author = named.get("title"), draft.author or named.get("author")
    return make_book(draft, place.name)


def named(path: Path) -> Path:
    """The path with a name of its own: `.` and `..` as the folders that they are."""
    return path.resolve() if path.name in ("", "..") else path


def _not_there(path: Path) -> NoSuchFile:
    """Says which file beside it was perhaps meant."""
    if path.parts[0] in ("http:", "https:"):
        return NoSuchFile(Notice.of("text.web-address"))
    try:
        beside = sorted(each.name for each in islice(path.parent.iterdir(), _LOOKED_AT))
    except OSError:
        beside = []
    same = [name for name in beside if Path(name).stem == path.name and (path.parent / name).is_file()]
    meant = same or get_close_matches(path.name, beside, n=1, cutoff=0.8)
    if meant:
        return NoSuchFile(Notice.of("text.other-file", path=str(path), meant=str(path.with_name(meant[0]))))
    return NoSuchFile(Notice.of("text.no-such-file", path=str(path)))


def _read_file(path: Path) -> Draft:
    raw = read_bytes(path)
    kind = sniff.by_bytes(raw, path)
    if kind is not None:
        return _in_scenes(_OF_BYTES[kind](raw, path.name), path.name)
    decoded = decode(raw, path.name)
    del raw
    if not decoded.text.strip("\ufeff\0 \t\r\n　"):
        raise BadFile(Notice.of("text.file-empty", name=path.name))
    draft = _OF_TEXT[sniff.by_text(decoded.text, path)](decoded.text, path.name)
    draft.encoding = decoded.encoding
    draft.warnings.extend(decoded.notices)
    return draft


def _in_scenes(draft: Draft, name: str) -> Draft:
    """The draft of a document in which no chapters were found, with the scenes of a screenplay if it is one."""
    if draft.split is None or not draft.split.in_sections:
        return draft
    text = "\n\n".join(chapter.text for chapter in draft.split.chapters)
    if sniff.is_screenplay(text):
        draft.pieces, draft.split = screenplay.read(text, name).pieces, None
    return draft
