"""An EPUB's own table of contents: the navigation page of EPUB 3, the NCX of EPUB 2, and what its guide marks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fabula.text.formats import markup
from fabula.text.formats.archive import Archive, resolve
from fabula.text.headings import matter

Items = dict[str, tuple[str, str, str]]


@dataclass(slots=True)
class Point:
    """One line of the table of contents: its label, its target, and the labels above it."""

    label: str
    member: str
    fragment: str
    above: tuple[int, ...] = ()
    """Indices of the lines that it is indented under, the nearest last."""


def points(archive: Archive, root: Any, items: Items) -> list[Point]:
    """The fuller of the two tables of contents that an EPUB may carry, in its order."""
    from_navigation = _navigation(archive, items)
    from_ncx = _ncx(archive, root, items)
    return from_navigation if len(from_navigation) >= len(from_ncx) else from_ncx


def guide_types(archive: Archive, root: Any, package: str, items: Items) -> dict[str, str]:
    """Members that the guide (EPUB 2) or the landmarks (EPUB 3) mark as cover, title page, preface and so on."""
    marked: dict[str, str] = {}
    for reference in root.iter("{*}reference"):
        _mark(marked, [(reference.get("type") or "").lower()], reference.get("href"), package, archive)
    for member, root_of_nav in _navigation_page(archive, items):
        for nav in root_of_nav.iter("{*}nav"):
            if "landmarks" in markup.types(nav):
                for link in nav.iter("{*}a"):
                    _mark(marked, markup.types(link), link.get("href"), member, archive)
    return marked


def _mark(marked: dict[str, str], types: list[str], href: str | None, base: str, archive: Archive) -> None:
    kind = matter.type_of(types)
    if (
        kind is not None
        and kind in matter.MATTER_TYPES
        and matter.is_telling(kind)
        and href
        and "#" not in href
    ):
        marked.setdefault(resolve(base, href, archive.name), kind)


def _navigation_page(archive: Archive, items: Items) -> Iterator[tuple[str, Any]]:
    for member, _, properties in items.values():
        if "nav" in properties.split() and member in archive:
            yield member, markup.parse(archive.read(member), f"{archive.name} ({member})")
            return


def _navigation(archive: Archive, items: Items) -> list[Point]:
    found: list[Point] = []
    for member, root in _navigation_page(archive, items):
        navs = list(root.iter("{*}nav"))
        nav = next(
            (each for each in navs if "toc" in markup.types(each)), navs[0] if len(navs) == 1 else None
        )
        if nav is not None:
            for ordered in nav.iterchildren("{*}ol"):
                _list(ordered, (), member, archive, found)
    return found


def _list(ordered: Any, above: tuple[int, ...], base: str, archive: Archive, found: list[Point]) -> None:
    if len(above) > 20:
        return
    for line in ordered.iterchildren("{*}li"):
        link = next(
            (each for each in line.iter("{*}a", "{*}span") if markup.local(each.getparent()) in ("li", "p")),
            None,
        )
        inner = above
        if link is not None and (label := _label(link)):
            _add(found, label, link.get("href"), above, base, archive)
            inner = (*above, len(found) - 1)
        for nested in line.iterchildren("{*}ol"):
            _list(nested, inner, base, archive, found)


def _ncx(archive: Archive, root: Any, items: Items) -> list[Point]:
    spine = next(iter(root.iter("{*}spine")), None)
    named = items.get((spine.get("toc") or "") if spine is not None else "")
    ncx = named or next((item for item in items.values() if item[1] == "application/x-dtbncx+xml"), None)
    if ncx is None or ncx[0] not in archive:
        return []
    found: list[Point] = []
    for navmap in markup.parse_xml(archive.read(ncx[0]), f"{archive.name} ({ncx[0]})").iter("{*}navMap"):
        _nav_points(navmap, (), ncx[0], archive, found)
    return found


def _nav_points(parent: Any, above: tuple[int, ...], base: str, archive: Archive, found: list[Point]) -> None:
    if len(above) > 20:
        return
    for element in parent.iterchildren("{*}navPoint"):
        label = next((_label(each) for each in element.iterchildren("{*}navLabel")), "")
        content = next(iter(element.iterchildren("{*}content")), None)
        _add(found, label, content.get("src") if content is not None else None, above, base, archive)
        _nav_points(element, (*above, len(found) - 1), base, archive, found)


def _add(
    found: list[Point], label: str, href: str | None, above: tuple[int, ...], base: str, archive: Archive
) -> None:
    if not href or "://" in href:
        found.append(Point(label, "", "", above))
    else:
        found.append(Point(label, resolve(base, href, archive.name), href.partition("#")[2], above))


def _label(element: Any) -> str:
    return " ".join("".join(element.itertext()).replace("\xa0", " ").replace("\u2060", "").split())
