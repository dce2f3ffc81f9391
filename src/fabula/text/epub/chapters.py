"""An EPUB's pages as chapters, cut where its contents point and at headings that the contents leave out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fabula.notices import Notice
from fabula.text.epub.contents import Point
from fabula.text.formats.blocks import BREAK, Block, cut_at_headings, join, join_titles
from fabula.text.formats.draft import Draft
from fabula.text.formats.piece import Piece
from fabula.text.headings import matter

_A_BOOK = 20_000
"""A book in one piece with more characters than this is searched for headings in its plain text."""


@dataclass(slots=True)
class Page:
    """One file of the reading order."""

    member: str
    blocks: list[Block]
    kind: str | None = None
    """The type that the guide or the landmarks give it."""


@dataclass(slots=True)
class _Mark:
    """Where a piece begins, and its name in the contents."""

    at: int
    title: str = ""
    parts: tuple[str, ...] = ()
    opens_part: bool = False
    is_book_title: bool = False
    kind: str | None = None

    @property
    def is_matter(self) -> bool:
        return self.kind in matter.MATTER_TYPES or matter.is_matter_title(self.title)


@dataclass(slots=True)
class _Row:
    """All blocks in reading order, and where each page and each anchor is."""

    blocks: list[Block] = field(default_factory=list)
    starts: list[tuple[int, Page]] = field(default_factory=list)
    where: dict[tuple[str, str], int] = field(default_factory=dict)


def cut(pages: list[Page], contents: list[Point], draft: Draft) -> None:
    """Give the draft its pieces."""
    row = _Row()
    for page in pages:
        row.starts.append((len(row.blocks), page))
        if any(block.text for block in page.blocks):
            row.where[page.member, ""] = len(row.blocks)
        for place, block in enumerate(page.blocks, len(row.blocks)):
            row.where.update({(page.member, anchor): place for anchor in block.anchors})
        row.blocks.extend(page.blocks)
    marks = _with_pages(_of_contents(contents, row, draft.title), row)
    for mark, end in zip(marks, [*(mark.at for mark in marks[1:]), len(row.blocks)], strict=False):
        draft.pieces.extend(_pieces(mark, row.blocks[mark.at : end], len(row.blocks)))
    _search_plain_text(draft)


def _of_contents(contents: list[Point], row: _Row, book_title: str | None) -> list[_Mark]:
    places = [_place(point, row) for point in contents]
    known = sorted({place for place in places if place is not None})
    is_part = _parts_in(contents)
    marks: dict[int, _Mark] = {}
    for index, (point, at) in enumerate(zip(contents, places, strict=True)):
        if at is None or any(not is_part[above] for above in point.above):
            continue
        parts = tuple(_part_names(contents, point.above, places, row, book_title))
        mark = _Mark(at, point.label, parts, kind=_kind(at, row))
        if is_part[index]:
            until = next((place for place in known if place > at), len(row.blocks))
            mark.is_book_title = _is_book_title(point.label, book_title)
            mark.opens_part = matter.is_short(join(row.blocks[at:until])) and not mark.is_matter
            if not mark.opens_part and not mark.is_matter:
                mark.parts = (*parts, point.label)
        held = marks.get(at)
        if held is None or held.opens_part or (held.is_matter and not mark.is_matter):
            marks[at] = mark
    return [marks[at] for at in sorted(marks)]


def _parts_in(contents: list[Point]) -> list[bool]:
    """Which entries are parts: those with entries below them, unless they name a chapter that has sections."""
    below: dict[int, list[str]] = {}
    for point in contents:
        for above in point.above[-1:]:
            below.setdefault(above, []).append(point.label)
    return [
        place in below
        and (
            matter.role_of(point.label) != "chapter"
            or (matter.is_named(point.label) and any(map(matter.role_of, below[place])))
        )
        for place, point in enumerate(contents)
    ]


def _part_names(
    contents: list[Point], above: tuple[int, ...], places: list[int | None], row: _Row, book_title: str | None
) -> Iterator[str]:
    for index in above:
        label, at = contents[index].label, places[index]
        kind = _kind(at, row) if at is not None else None
        if (
            not _is_book_title(label, book_title)
            and kind not in matter.MATTER_TYPES
            and not matter.is_matter_title(label)
        ):
            yield label


def _is_book_title(label: str, book_title: str | None) -> bool:
    return book_title is not None and label.casefold() in book_title.casefold()


def _place(point: Point, row: _Row) -> int | None:
    if (point.member, "") not in row.where:
        return None
    return row.where.get((point.member, point.fragment), row.where[point.member, ""])


def _kind(at: int, row: _Row) -> str | None:
    """The type of what begins here: from its own section, else from the guide."""
    own = row.blocks[at].kind
    if matter.is_telling(own):
        return own
    page = next((page for start, page in row.starts if start == at and page.blocks), None)
    return page.kind if page is not None and page.kind is not None else own


def _with_pages(marks: list[_Mark], row: _Row) -> list[_Mark]:
    """The contents' marks, and a mark for every page that begins something missing from the contents."""
    pointed = {mark.at: mark for mark in marks}
    first = marks[0].at if marks else -1
    out: list[_Mark] = []
    starts = {start for start, page in row.starts if page.blocks}
    for at in sorted({*pointed, *starts}):
        parts = out[-1].parts if out else ()
        if out and out[-1].opens_part and not out[-1].is_book_title:
            parts = (*parts, out[-1].title)
        if at in pointed:
            out.append(pointed[at])
        elif not out or at < first or _begins(at, row, out[-1]):
            kind = _kind(at, row)
            out.append(_Mark(at, "", () if kind in matter.MATTER_TYPES else parts, kind=kind))
    return out


def _begins(at: int, row: _Row, before: _Mark) -> bool:
    """Whether a page missing from the contents begins a new piece or continues the last one."""
    kind, head = _kind(at, row), row.blocks[at]
    if before.is_matter:
        return kind not in matter.MATTER_TYPES or kind != before.kind
    if kind in matter.MATTER_TYPES:
        return kind != before.kind
    if not head.level:
        return False
    return head.level <= 2 or matter.role_of(head.text) is not None or matter.is_matter_title(head.text)


def _pieces(mark: _Mark, body: list[Block], whole: int) -> Iterator[Piece]:
    headings = _leading_headings(body, mark.title)
    if mark.opens_part:
        if text := join(body[headings:]):
            why = Notice.of("text.title-page" if mark.is_book_title else "text.part-page")
            yield Piece(mark.title, text, why=why)
        return
    labelled = bool(mark.title) and len(body) < whole * 0.6
    if not mark.is_matter and _holds_chapters(body, labelled, mark.title):
        for piece in cut_at_headings(body):
            piece.parts = (*mark.parts, *(part for part in piece.parts if part not in mark.parts))
            piece.kind = mark.kind if mark.kind in matter.STORY_TYPES else piece.kind
            yield piece
        return
    named = [block.text for block in body[:headings] if block.text not in ("", BREAK)]
    printed = [text for text in named if matter.role_of(text) != "part"] or ([] if mark.title else named)
    title = _title(mark.title, join_titles(printed))
    yield Piece(title, join(body[headings:]), mark.parts, kind=mark.kind)


def _leading_headings(body: list[Block], label: str) -> int:
    """How many blocks come before the text: headings, rules, and a paragraph that is the contents' label again."""
    for place, block in enumerate(body):
        again = label and matter.plain_title(block.text).casefold() == matter.plain_title(label).casefold()
        if not (block.level or again or block.text in ("", BREAK)):
            return place
    return len(body)


def _holds_chapters(body: list[Block], labelled: bool, title: str) -> bool:
    """Whether one entry of the contents covers several chapters, or there is no entry.

    Contents that go no deeper than parts leave out every chapter.
    """
    headings = [block for block in body if block.level]
    if len(headings) < 2:
        return False
    if sum(1 for heading in headings if matter.is_numbered_chapter(heading.text)) >= 2:
        return True
    if labelled and matter.role_of(title) == "part":
        levels = [heading.level for heading in headings[1:]]
        return len(levels) >= 2 and headings[0].level < min(levels) == levels[0]
    if labelled:
        return False
    same = sum(1 for heading in headings if heading.level == headings[0].level)
    return same >= 2 or sum(1 for heading in headings if matter.role_of(heading.text) == "chapter") >= 2


def _title(label: str, printed: str) -> str:
    """The contents' label, or the printed heading if it says the same and more."""
    if not label:
        return printed
    short, long = matter.plain_title(label).casefold(), matter.plain_title(printed).casefold()
    says_more = short != long and re.search(rf"\b{re.escape(short)}\b", long) is not None
    return printed if says_more else label


def _search_plain_text(draft: Draft) -> None:
    """A book in one piece: look for chapters as in a text file."""
    story = [
        piece
        for piece in draft.pieces
        if piece.kind not in matter.MATTER_TYPES and piece.text and not piece.why
    ]
    long = [
        piece
        for piece in story
        if not matter.is_short(piece.text) and not matter.is_matter_title(piece.title)
    ]
    if len(long) == 1 and len(long[0].text) > _A_BOOK:
        draft.pieces = [piece for piece in draft.pieces if piece is not long[0]]
        draft.cut_plain(long[0].text)
