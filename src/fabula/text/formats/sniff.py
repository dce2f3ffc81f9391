"""What kind of file this is, judged by its content first and its suffix second."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Literal

from fabula.bad_files import BadFile
from fabula.notices import Notice

Kind = Literal[
    "epub", "docx", "odt", "rtf", "fb2", "scrivener", "pdf", "json", "html", "screenplay", "markdown", "text"
]

_FOREIGN: tuple[tuple[bytes, str], ...] = (
    (
        b"\xd0\xcf\x11\xe0",
        "file-old-word",
    ),
    (b"\x89PNG", "file-picture"),
    (b"\xff\xd8\xff", "file-picture"),
    (b"GIF8", "file-picture"),
    (b"\x1f\x8b", "file-gzip"),
    (b"Rar!", "file-rar"),
    (b"7z\xbc\xaf", "file-7zip"),
    (b"SQLite format 3", "file-database"),
    (b"\x7fELF", "file-program"),
    (b"MZ\x90", "file-program"),
)
_ARCHIVES = {".epub": "EPUB", ".docx": "DOCX", ".odt": "ODT"}
_HTML = re.compile(
    r"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_JSON = re.compile(r"\s*(?:\[\s*(?:[\[{\"]|\])|\{\s*[\"}])")
_SLUG = re.compile(r"^[ \t]*(?:\d+[A-Z]?[.)]?[ \t]+)?(?:INT|EXT|EST|INT\./EXT|INT/EXT|I/E)[. ]+\S", re.M)
_SCENE_MARK = re.compile(r"^[ \t]*s#[ \t]*\d+", re.M | re.I)
_FOUNTAIN_TITLE = re.compile(r"\A(?:title|credit|author|draft date|source)[ \t]*:", re.I)
_HASHES = re.compile(r"^#{1,3}[ \t]+\S", re.M)
_HEAD = 1 << 18


def by_bytes(raw: bytes, path: Path) -> Kind | None:
    """The kind that the first bytes show; None if they are text. FabulaError if the file is not a book."""
    name, suffix = path.name, path.suffix.lower()
    if not raw.strip(b"\0\t\r\n "):
        raise BadFile(Notice.of("text.file-empty", name=name))
    if raw.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _in_archive(raw, name)
    if raw[:1024].lstrip().startswith(b"%PDF-"):
        return "pdf"
    if raw.startswith(b"{\\rtf"):
        return "rtf"
    if b"<FictionBook" in raw[:2048]:
        return "fb2"
    for magic, code in _FOREIGN:
        if raw.startswith(magic):
            raise BadFile(Notice.of(f"text.{code}", name=name))
    if raw[60:68] in (b"BOOKMOBI", b"TEXtREAd"):
        raise BadFile(Notice.of("text.file-kindle", name=name))
    if suffix in _ARCHIVES:
        raise BadFile(Notice.of("text.file-not-zip", name=name, kind=_ARCHIVES[suffix]))
    if suffix == ".pdf":
        raise BadFile(Notice.of("text.file-not-pdf", name=name))
    return None


def _in_archive(raw: bytes, name: str) -> Kind:
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            members = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise BadFile(Notice.of("text.file-cut-short", name=name)) from None
    if "META-INF/container.xml" in members:
        return "epub"
    if "word/document.xml" in members:
        return "docx"
    if "content.xml" in members:
        return "odt"
    if [member.lower().endswith(".fb2") for member in members] == [True]:
        return "fb2"
    if any(member.lower().endswith(".scrivx") for member in members):
        return "scrivener"
    if any(member.endswith(".opf") for member in members):
        return "epub"
    raise BadFile(Notice.of("text.file-other-zip", name=name))


def by_text(text: str, path: Path) -> Kind:
    """The kind of a text file: by its markup if it has any, else by its suffix, else plain text."""
    head, suffix = text[:_HEAD], path.suffix.lower()
    if _HTML.match(head):
        return "html"
    if suffix == ".json" or (_JSON.match(head) and text.rstrip()[-1:] in ("]", "}") and '"' in head):
        return "json"
    if suffix in (".fountain", ".spmd") or is_screenplay(head):
        return "screenplay"
    if suffix in (".html", ".htm", ".xhtml"):
        return "html"
    if suffix in (".md", ".markdown") or len(_HASHES.findall(head)) >= 2:
        return "markdown"
    return "text"


def is_screenplay(head: str) -> bool:
    """Whether scene marks or slug lines show that this is the beginning of a screenplay."""
    if len(_SCENE_MARK.findall(head)) >= 2:
        return True
    slugs = len(_SLUG.findall(head))
    return (slugs >= 3 and slugs * 6000 >= len(head)) or (
        slugs >= 1 and _FOUNTAIN_TITLE.match(head) is not None
    )
