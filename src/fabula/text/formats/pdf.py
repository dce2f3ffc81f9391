"""PDFs with a text layer: removes running heads and page numbers, joins lines into paragraphs and broken words."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

import pypdfium2

from fabula.bad_files import BadFile
from fabula.languages import ENGLISH
from fabula.notices import Notice
from fabula.text.formats import pdf_bounds
from fabula.text.formats.draft import Draft
from fabula.text.formats.edges import printed_edges
from fabula.text.formats.piece import Piece
from fabula.text.headings import matter
from fabula.text.words import count_words

_ENDS_SENTENCE = re.compile(r"[.!?…。！？][\"'”’»」』)\]]*$")
_LAST_WORD = re.compile(r"([^\W\d_]+)-$")
_FIRST_WORD = re.compile(r"^([^\W\d_]+)")
_BROKEN = re.compile(r"([^\W\d_]+)\x02\s*([^\W\d_]+)")
_LEAST_LETTERS_A_PAGE = 8


@dataclass(slots=True)
class _Line:
    text: str
    left: float
    right: float
    top: float
    bottom: float


def read(raw: bytes, name: str) -> Draft:
    draft = Draft(format="pdf")
    text, marks = _read(raw, name, draft)
    draft.cut_plain(text)
    if draft.split is not None and len(draft.split.chapters) < 2 and len(marks) >= 2:
        _cut_at_bookmarks(draft, text, marks)
    return draft


def plain(raw: bytes, name: str, draft: Draft) -> str:
    """The text, a blank line between paragraphs."""
    return _read(raw, name, draft)[0]


def _read(raw: bytes, name: str, draft: Draft) -> tuple[str, list[tuple[int, str]]]:
    pdf_bounds.check(raw, name)
    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise BadFile(Notice.of("text.file-locked", name=name)) from None
        raise BadFile(Notice.of("text.file-bad-pdf", name=name)) from None
    try:
        if len(document) > pdf_bounds.MOST_PAGES:
            raise BadFile(Notice.of("text.file-too-many-pages", name=name, n=len(document)))
        pages = [_lines(document, number, name) for number in range(len(document))]
        _metadata(document, draft)
        bookmarks = _bookmarks(document)
    finally:
        document.close()
    letters = sum(len(line.text) for page in pages for line in page)
    if letters < _LEAST_LETTERS_A_PAGE * max(1, len(pages)):
        raise BadFile(Notice.of("text.file-of-pictures", name=name))
    _take_out_edges(pages, draft)
    return _paragraphs(pages, bookmarks)


def _lines(document: Any, number: int, name: str) -> list[_Line]:
    try:
        page = document[number]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        raise BadFile(Notice.of("text.file-bad-page", name=name, n=number + 1)) from None
    text = text_page.get_text_range(errors="replace") if text_page.count_chars() else ""
    lines: list[_Line] = []
    at = 0
    for line in text.split("\r\n"):
        start, end = at, at + len(line)
        at = end + 2
        shown = re.sub(r"[\ufffe\u00ad]", "\x02", line.replace("\n", " ").replace("\r", " ")).strip(" \t")
        if shown:
            lead = len(line) - len(line.lstrip())
            lines.append(_placed(text_page, shown, start + lead, end - 1))
    text_page.close()
    page.close()
    return lines


def _placed(text_page: Any, text: str, first: int, last: int) -> _Line:
    last_index = text_page.count_chars() - 1
    try:
        left, bottom, _, top = text_page.get_charbox(min(first, last_index), loose=True)
        _, _, right, _ = text_page.get_charbox(min(last, last_index), loose=True)
    except pypdfium2.PdfiumError:
        return _Line(text, 0, 0, 0, 0)
    return _Line(text, left, right, top, bottom)


def _metadata(document: Any, draft: Draft) -> None:
    stated = document.get_metadata_dict(skip_empty=True)
    title, author = stated.get("Title", "").strip(), stated.get("Author", "").strip()
    if title and not re.search(r"\.(?:docx?|indd|pdf|tex|rtf|odt)$|^untitled|^microsoft word", title, re.I):
        draft.title = title
    draft.author = author or None


def _bookmarks(document: Any) -> list[tuple[int, str]]:
    """Page and title of the bookmarks on the highest level that has several."""
    found: list[tuple[int, int, str]] = []
    for item in document.get_toc(max_depth=4):
        title = item.get_title() if hasattr(item, "get_title") else item.title
        destination = item.get_dest() if hasattr(item, "get_dest") else None
        page = destination.get_index() if destination is not None else getattr(item, "page_index", None)
        if page is not None and title.strip():
            found.append((item.level, page, title.strip()))
    counts = Counter(level for level, _, _ in found)
    level = next((each for each in sorted(counts) if counts[each] >= 2), None)
    return [(page, title) for each, page, title in found if each == level]


def _take_out_edges(pages: list[list[_Line]], draft: Draft) -> None:
    """Drop running heads and page numbers, and count them."""
    words = 0
    for page, places in zip(
        pages, printed_edges([[line.text for line in page] for page in pages]), strict=True
    ):
        words += sum(count_words(page[place].text, ENGLISH) for place in places)
        page[:] = [line for place, line in enumerate(page) if place not in places]
    draft.set_aside(Notice.of("text.page-edges"), Notice.of("text.on-every-page"), words)


def _paragraphs(
    pages: list[list[_Line]], bookmarks: list[tuple[int, str]]
) -> tuple[str, list[tuple[int, str]]]:
    """The text in paragraphs, and the offsets at which bookmarked pages begin."""
    full = _full_width(pages)
    titles = dict(reversed(bookmarks))
    paragraphs: list[list[str]] = []
    begun: list[tuple[int, str]] = []
    before: _Line | None = None
    for number, page in enumerate(pages):
        margin, step = _margin(page), _step(page)
        for place, line in enumerate(page):
            bookmarked = place == 0 and number in titles
            if bookmarked:
                begun.append((len(paragraphs), titles[number]))
            begins = bookmarked or before is None or (place == 0 and _is_title_of_page(page, before, step))
            if before is None or begins or _begins(before, line, margin, full, step, place == 0):
                paragraphs.append([line.text])
            else:
                paragraphs[-1].append(line.text)
            before = line
    texts = [_joined(lines) for lines in paragraphs]
    known = Counter(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", "\n".join(texts).lower()))
    texts = [_BROKEN.sub(lambda match: _mended(match, known), text) for text in texts]
    offsets = [0]
    for text in texts:
        offsets.append(offsets[-1] + len(text) + 2)
    return "\n\n".join(texts), [(offsets[index], title) for index, title in begun if index < len(texts)]


def _begins(before: _Line, line: _Line, margin: float, full: float, step: float, new_page: bool) -> bool:
    """Whether a line begins a paragraph: by a gap above it, an indent, a short line before it, or being a heading."""
    if matter.is_numbered_chapter(line.text) or matter.is_numbered_chapter(before.text):
        return True
    if not new_page and step and before.top - line.top > step * 1.45:
        return True
    ended = _ENDS_SENTENCE.search(before.text) is not None
    short = before.right - before.left < full * 0.8
    indented = line.left > margin + max(4.0, step * 0.4)
    return (ended and (short or indented)) or (short and indented)


def _is_title_of_page(page: list[_Line], before: _Line, step: float) -> bool:
    """Whether a page begins with a line that has a gap below it, after a page that ended with a sentence."""
    alone = len(page) > 1 and step > 0 and page[0].top - page[1].top > step * 1.45
    return alone and _ENDS_SENTENCE.search(before.text) is not None


def _full_width(pages: list[list[_Line]]) -> float:
    widths = sorted(line.right - line.left for page in pages for line in page)
    return widths[int(len(widths) * 0.8)] if widths else 0.0


def _margin(page: list[_Line]) -> float:
    """Where most lines of the page begin."""
    lefts = Counter(round(line.left) for line in page)
    return float(min(lefts, key=lambda left: (-lefts[left], left), default=0))


def _step(page: list[_Line]) -> float:
    """The usual distance from line to line."""
    steps = [above.top - below.top for above, below in pairwise(page) if above.top > below.top]
    return median(steps) if steps else 0.0


def _joined(lines: list[str]) -> str:
    """One paragraph's lines joined. A broken word keeps U+0002 at the break until it is repaired."""
    text = lines[0]
    for line in lines[1:]:
        if _LAST_WORD.search(text) and _FIRST_WORD.match(line):
            text = f"{text[:-1]}\x02{line}"
        elif _is_wide(text[-1:]) and _is_wide(line[:1]):
            text += line
        else:
            text += line if text.endswith("\x02") else f" {line}"
    return text.strip("\x02")


def _is_wide(letter: str) -> bool:
    return "\u2e80" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"


def _mended(broken: re.Match[str], known: Counter[str]) -> str:
    """`some-` and `thing` are `something`, `well-` and `known` stay `well-known`: as the book prints them
    elsewhere."""
    first, second = broken.groups()
    whole, hyphened = (first + second), f"{first}-{second}"
    if known[hyphened.lower()] > known[whole.lower()]:
        return hyphened
    return hyphened if second[0].isupper() and not first.isupper() else whole


def _cut_at_bookmarks(draft: Draft, text: str, marks: list[tuple[int, str]]) -> None:
    """Chapters from the PDF's bookmarks, where the text shows no headings."""
    draft.split = None
    ends = [*(at for at, _ in marks[1:]), len(text)]
    if before := text[: marks[0][0]].strip():
        draft.pieces.append(Piece("", before))
    for (at, title), end in zip(marks, ends, strict=True):
        body = text[at:end].strip()
        head, _, rest = body.partition("\n\n")
        is_title = rest and matter.plain_title(head).casefold() == matter.plain_title(title).casefold()
        draft.pieces.append(Piece(title, rest if is_title else body))
