"""EPUB 2 and 3: the package file, its reading order, and the pages as chapters."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from fabula.bad_files import BadFile
from fabula.notices import Notice
from fabula.text.epub.chapters import Page, cut
from fabula.text.epub.contents import Point, guide_types, points
from fabula.text.formats import markup
from fabula.text.formats.archive import Archive, resolve
from fabula.text.formats.draft import Draft
from fabula.text.formats.piece import Piece
from fabula.text.words import count_words

_PAGES = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"})
_FONT_LOCKS = frozenset({"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"})
_CATALOGUE_SUBJECT = re.compile(r" -- |\(fictitious|^[A-Z]{2,}\d+", re.I)
_TAG = re.compile(r"<[^>]{1,400}>")


@dataclass(slots=True)
class Package:
    """What the package file says: where the pages are, in which order, and what the book is called."""

    path: str
    root: Any
    items: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    """By id: member, media type, properties."""
    spine: list[tuple[str, bool]] = field(default_factory=list)
    """Members in reading order, and whether each is part of it (`linear`)."""


def read(raw: bytes, name: str) -> Draft:
    archive = Archive(raw, name)
    package = _package(archive)
    _refuse_locked(archive, package)
    draft = Draft(format="epub")
    _metadata(package.root, draft)
    contents = points(archive, package.root, package.items)
    pages = _pages(archive, package, contents, draft)
    if not pages:
        raise BadFile(Notice.of("text.epub-without-pages", name=name))
    cut(pages, contents, draft)
    return draft


def _package(archive: Archive) -> Package:
    path = _package_path(archive)
    root = markup.parse_xml(archive.read(path), archive.name)
    package = Package(path, root)
    for element in root.iter("{*}item"):
        href, key = element.get("href") or "", element.get("id") or ""
        if href and "://" not in href and not href.startswith("data:"):
            member = resolve(path, href, archive.name)
            package.items[key] = (member, element.get("media-type") or "", element.get("properties") or "")
    for element in root.iter("{*}itemref"):
        item = package.items.get(element.get("idref") or "")
        if item is not None:
            package.spine.append((item[0], element.get("linear") != "no"))
    if not package.spine:
        raise BadFile(Notice.of("text.epub-without-spine", name=archive.name))
    return package


def _package_path(archive: Archive) -> str:
    if "META-INF/container.xml" in archive:
        root = markup.parse_xml(archive.read("META-INF/container.xml"), archive.name)
        for element in root.iter("{*}rootfile"):
            path = resolve("", element.get("full-path") or "", archive.name)
            if path in archive:
                return path
    for member in archive.names():
        if member.endswith(".opf"):
            return member
    raise BadFile(Notice.of("text.epub-without-package", name=archive.name))


def _refuse_locked(archive: Archive, package: Package) -> None:
    """Fonts may be scrambled; pages that are encrypted cannot be read without the seller's key."""
    if "META-INF/encryption.xml" not in archive:
        return
    pages = {member for member, _ in package.spine}
    for entry in markup.parse_xml(archive.read("META-INF/encryption.xml"), archive.name).iter(
        "{*}EncryptedData"
    ):
        method = next((each.get("Algorithm") for each in entry.iter("{*}EncryptionMethod")), None)
        targets = {
            resolve("", each.get("URI") or "", archive.name) for each in entry.iter("{*}CipherReference")
        }
        if method not in _FONT_LOCKS and (not targets or targets & pages):
            raise BadFile(Notice.of("text.epub-protected", name=archive.name))


def _pages(archive: Archive, package: Package, contents: list[Point], draft: Draft) -> list[Page]:
    anchors: dict[str, set[str]] = {}
    for point in contents:
        if point.fragment:
            anchors.setdefault(point.member, set()).add(point.fragment)
    marked = guide_types(archive, package.root, package.path, package.items)
    media = {member: kind for member, kind, _ in package.items.values()}
    language = draft.counted_in

    def set_aside(what: Notice, why: Notice, text: str) -> None:
        draft.set_aside(what, why, count_words(text, language))

    pages: list[Page] = []
    seen: set[str] = set()
    for member, linear in package.spine:
        if member in seen or media.get(member, "") not in _PAGES:
            continue
        seen.add(member)
        if member not in archive:
            draft.warnings.append(Notice.of("text.missing-page", member=member))
            continue
        root = markup.parse(archive.read(member), f"{archive.name} ({member})")
        page = Page(member, markup.blocks(root, set_aside, anchors.get(member, ())), marked.get(member))
        if linear or any(point.member == member for point in contents):
            pages.append(page)
        elif page.blocks:
            text = "\n\n".join(block.text for block in page.blocks)
            draft.pieces.append(Piece(page.blocks[0].text[:60], text, why=Notice.of("text.outside-order")))
    return pages


def _metadata(root: Any, draft: Draft) -> None:
    refined: dict[tuple[str, str], list[str]] = {}
    genres: list[str] = []
    for meta in root.iter("{*}meta"):
        key, text = meta.get("property") or "", " ".join("".join(meta.itertext()).split())
        if target := meta.get("refines"):
            refined.setdefault((target.lstrip("#"), key), []).append(text)
        elif key in ("schema:genre", "se:subject"):
            genres.append(text)
    titles = list(_values(root, "title"))
    main = [
        text for element, text in titles if refined.get((element.get("id") or "", "title-type")) == ["main"]
    ]
    draft.title = next(iter(main or [text for _, text in titles]), None)
    creators = [(text, _roles(element, refined)) for element, text in _values(root, "creator")]
    authors = [text for text, roles in creators if not roles or "aut" in roles] or [
        text for text, _ in creators
    ]
    draft.author = ", ".join(dict.fromkeys(authors)) or None
    draft.language = next((text for _, text in _values(root, "language")), None)
    subjects = [text for _, text in _values(root, "subject") if not _CATALOGUE_SUBJECT.search(text)]
    draft.genres = tuple(dict.fromkeys(genres or subjects))
    blurb = next((text for _, text in _values(root, "description")), None)
    draft.premise = " ".join(_TAG.sub(" ", blurb).split()) if blurb else None


def _values(root: Any, name: str) -> list[tuple[Any, str]]:
    found = [
        (element, " ".join("".join(element.itertext()).split())) for element in root.iter(f"{{*}}{name}")
    ]
    return [(element, text) for element, text in found if text]


def _roles(element: Any, refined: dict[tuple[str, str], list[str]]) -> list[str]:
    stated = element.get("{http://www.idpf.org/2007/opf}role")
    return [stated] if stated else refined.get((element.get("id") or "", "role"), [])
