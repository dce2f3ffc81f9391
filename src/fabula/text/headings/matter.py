"""What is story and what is not: title pages, contents, prefaces, notes, licences.

EPUB's own marks come first, then title and position. "Introduction" is front matter only before the first chapter,
and "Notes" is back matter only after the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from fabula.languages.patterns import in_any_language
from fabula.notices import Notice

Role = Literal["chapter", "part"]
Position = Literal["before", "within", "after"]

STORY_TYPES = frozenset(
    {
        "chapter",
        "prologue",
        "epilogue",
        "part",
        "volume",
        "subchapter",
        "division",
        "bodymatter",
        "conclusion",
    }
)
_MATTER = {
    "cover": "cover",
    "titlepage": "title-page",
    "title-page": "title-page",
    "halftitlepage": "half-title-page",
    "imprint": "imprint",
    "copyright-page": "copyright-page",
    "colophon": "colophon",
    "dedication": "dedication",
    "epigraph": "epigraph",
    "toc": "table-of-contents",
    "landmarks": "table-of-contents",
    "page-list": "table-of-contents",
    "toc-brief": "table-of-contents",
    "loi": "illustrations",
    "lot": "list-of-tables",
    "foreword": "foreword",
    "preface": "preface",
    "introduction": "introduction",
    "preamble": "preface",
    "acknowledgments": "acknowledgements",
    "acknowledgements": "acknowledgements",
    "afterword": "afterword",
    "appendix": "appendix",
    "endnotes": "notes",
    "rearnotes": "notes",
    "footnotes": "notes",
    "notes": "notes",
    "bibliography": "bibliography",
    "index": "index",
    "glossary": "glossary",
    "other-credits": "credits",
    "contributors": "credits",
    "errata": "errata",
    "seriespage": "other-books",
    "frontmatter": "front-matter",
    "backmatter": "back-matter",
}
MATTER_TYPES = {kind: Notice.of(f"text.{code}") for kind, code in _MATTER.items()}
"""Structural types of what is not story, and their names."""
_GENERIC = frozenset({"bodymatter", "frontmatter", "backmatter"})

_FEW_SPEECHES, _TALKED, _SPEAKS = 4, 0.15, '“‘"„«「'
"""So many lines of a foreword, in number and in share, begin with one of these marks, if people talk in it."""
_SHORT_PAGE = 120
_LETTERS = re.compile(r"[㐀-鿿]|[^\W㐀-鿿]+")


def _is_matter(name: Literal["anywhere", "before", "after"], line: str) -> bool:
    return in_any_language("matter", name).fullmatch(line) is not None


def _is_heading(name: Literal["extra", "numbered", "named", "bare_number", "part"], line: str) -> bool:
    return in_any_language("headings", name).fullmatch(line) is not None


def type_of(types: Iterable[str]) -> str | None:
    """The most specific of an element's structural types (epub:type, a DPUB role, a guide entry)."""
    known = [each for each in types if each in STORY_TYPES or each in MATTER_TYPES]
    return min(known, key=lambda each: each in _GENERIC, default=None)


def is_telling(kind: str | None) -> bool:
    """Whether a type names one thing, not just a region of the book."""
    return kind is not None and kind not in _GENERIC


def role_of(title: str) -> Role | None:
    """Whether a heading names a chapter, a part above chapters, or neither."""
    line = plain_title(title)
    if _is_heading("part", line):
        return "part"
    kinds: tuple[Literal["numbered", "named", "bare_number"], ...] = ("numbered", "named", "bare_number")
    return "chapter" if any(_is_heading(kind, line) for kind in kinds) else None


def is_numbered_chapter(title: str) -> bool:
    """`Chapter 12` or `第三回`: a heading that says it is a chapter, and which one."""
    return _is_heading("numbered", plain_title(title))


def is_bare_number(title: str) -> bool:
    """`XII`, `12` or `十二` alone: a chapter if there are no better headings, else a section within one."""
    return _is_heading("bare_number", plain_title(title))


def is_named(title: str) -> bool:
    """`Prologue`, `Epilogue: 1813`, `楔子`: a heading that names a chapter, or a part, without a number."""
    return _is_heading("named", plain_title(title))


def is_extra(title: str) -> bool:
    """`番外`: an extra story after the end. Web novels may put it after the author's afterword."""
    return _is_heading("extra", plain_title(title))


def plain_title(title: str) -> str:
    return " ".join(title.split()).strip(" .:*_—–-·")


def is_short(text: str, words: int = _SHORT_PAGE) -> bool:
    """A page rather than a chapter: fewer than some 120 words or Chinese characters."""
    return len(text) <= words * 50 and len(_LETTERS.findall(text)) < words


def why_by_title(title: str, place: Position) -> Notice | None:
    """Why a piece with this title is not story, given its position among the chapters; None if it may be."""
    line = plain_title(title)
    if _is_matter("anywhere", line):
        return Notice.of("text.not-story-by-title")
    if place == "before" and _is_matter("before", line):
        return Notice.of("text.front-by-title")
    if place == "after" and (_is_matter("after", line) or _is_matter("before", line)):
        return Notice.of("text.back-by-title")
    return None


def is_told(lines: Sequence[str]) -> bool:
    """Whether people talk in a foreword: the story begins there, and tells how the manuscript was found."""
    filled = [line for line in lines if line.strip()]
    spoken = sum(line.lstrip()[:1] in _SPEAKS for line in filled)
    return spoken >= max(_FEW_SPEECHES, _TALKED * len(filled))


def is_matter_title(title: str) -> bool:
    """Whether a piece with this title would be left out before or after the story."""
    line = plain_title(title)
    return _is_matter("anywhere", line) or _is_matter("before", line) or _is_matter("after", line)


def is_copyright_page(text: str) -> bool:
    """Two or more of the phrases of a copyright page, on a short page."""
    if len(text) > 9000:
        return False
    return len({found.lower() for found in in_any_language("matter", "copyright").findall(text)}) >= 2
