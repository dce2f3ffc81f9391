"""Running heads and page numbers: what a printed page, or a text cut out of one, has at its head and its foot."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from fabula.languages.patterns import fragments
from fabula.languages.spelled_headings import title_like
from fabula.text.headings import matter
from fabula.text.paragraphs import ended

_ROMAN_PAGE = r"[ivxlc]{1,7}"
_EDGE_NUMBER = re.compile(
    rf"^(?:[-–—|\[( ]*(?:{fragments('matter', 'page_before')})?(?P<head>\d{{1,4}}|{_ROMAN_PAGE})(?:{fragments('matter', 'page_after')}|(?: of |/| / )\d+)?[-–—|\]) ]*(?:\s|$))"
    r"|(?:(?:^|\s)[-–—|\[( ]*(?P<tail>\d{1,4})[-–—|\]) ]*$)",
    re.I,
)
_EDGE_LINES = 2
_FEWEST_PAGES = 3
"""Pages on which a line comes again before it is no part of the text."""
_LONGEST = 120
"""Characters of the longest running head. A longer line is a paragraph."""
_SHORT = 60
"""Characters of the longest running head that a page number alone tells, however seldom it comes."""
_PAGE_END = "\f"


def printed_edges(pages: Sequence[Sequence[str]]) -> list[set[int]]:
    """On each page, the places of page numbers that increase with the pages and of lines that are at the edge of three."""
    heads: Counter[str] = Counter()
    offsets: Counter[int] = Counter()
    for number, page in enumerate(pages):
        for place in {*chain(*_edges(page))}:
            if (value := _page_number(page[place])) is not None:
                offsets[value - number] += 1
    for number, page in enumerate(pages):
        short = (place for place in chain(*_edges(page)) if len(page[place]) <= _LONGEST)
        heads.update({_running(page[place], number, offsets) for place in short} - {""})
    kept: set[str] = set()
    found: list[set[int]] = []
    for number, page in enumerate(pages):
        gone: set[int] = set()
        for inward in _edges(page):
            for place in _printed_at(inward, page, number, offsets, heads, kept, gone):
                gone.add(place)
        found.append(gone)
    return found


def without_page_edges(text: str) -> tuple[str, str]:
    """A text with form feeds between its pages without their running heads and numbers, and what these were.

    A sentence that runs on over the page is joined. A text whose pages have no such lines stays as it is.
    """
    pages = [page.split("\n") for page in text.split(_PAGE_END)]
    if len(pages) < _FEWEST_PAGES:
        return text, ""
    filled = [[at for at, line in enumerate(page) if line.strip()] for page in pages]
    shown = [
        [" ".join(page[at].split()) for at in places] for page, places in zip(pages, filled, strict=True)
    ]
    edges = printed_edges(shown)
    if not any(edges):
        return text, ""
    removed = [lines[place] for lines, places in zip(shown, edges, strict=True) for place in sorted(places)]
    kept: list[str] = []
    for page, places, gone in zip(pages, filled, edges, strict=True):
        out = {places[each] for each in gone}
        body = "\n".join(line.rstrip() for at, line in enumerate(page) if at not in out).strip("\n")
        if not body:
            continue
        runs_on = bool(kept) and body.lstrip()[:1].islower() and not ended(kept[-1])
        kept += ["\n" if runs_on else "\n\n", body] if kept else [body]
    return "".join(kept), "\n".join(removed)


def _printed_at(
    inward: list[int],
    page: Sequence[str],
    number: int,
    offsets: Counter[int],
    heads: Counter[str],
    kept: set[str],
    gone: set[int],
) -> Iterator[int]:
    """The lines at one edge that are running heads or page numbers, from the outermost inward."""
    for place in inward:
        running = _running(page[place], number, offsets)
        words = page[place].strip("0123456789 |[]()-–—·")
        numbered = running != page[place].casefold() and len(running) <= _SHORT and title_like(words)
        if place in gone or (running and heads[running] < _FEWEST_PAGES and not numbered):
            return
        if running and running not in kept and _is_heading_here(page, place):
            kept.add(running)
            return
        yield place


def _edges(page: Sequence[str]) -> tuple[list[int], list[int]]:
    """Places of the lines at the head of a page and at its foot, from the outermost inward."""
    reach = range(min(_EDGE_LINES, len(page)))
    return list(reach), [len(page) - 1 - place for place in reach]


def _page_number(text: str) -> int | None:
    match = _EDGE_NUMBER.search(text)
    digits = (match["head"] or match["tail"]) if match else None
    return int(digits) if digits and digits.isdecimal() else None


def _running(text: str, page: int, offsets: Counter[int]) -> str:
    """The line without a page number at its edge; empty if it is only a page number."""
    if matter.is_numbered_chapter(text):
        return text.casefold()
    match = _EDGE_NUMBER.search(text)
    if not match:
        return text.casefold()
    digits = match["head"] or match["tail"]
    counts_along = digits.isdecimal() and offsets[int(digits) - page] >= _FEWEST_PAGES
    only_roman = digits.islower() and not digits.isdecimal() and match.group().strip() == text.strip()
    if not (counts_along or only_roman):
        return text.casefold()
    return (text[: match.start()] + text[match.end() :]).strip(" |-–—·").casefold()


def _is_heading_here(page: Sequence[str], place: int) -> bool:
    """Where a running head repeats a chapter's title, the title itself must stay."""
    text = page[place]
    above = page[place - 1] if place else ""
    return matter.role_of(text) == "chapter" or matter.is_numbered_chapter(above)
