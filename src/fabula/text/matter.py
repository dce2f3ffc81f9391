"""What is story and what stands around it: title pages, contents, prefaces, notes, licences.

Told by EPUB's own marks first, then by title and place: a title such as "Introduction" counts as front matter
only before the first chapter, "Notes" as back matter only after the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

Role = Literal["chapter", "part"]
Place = Literal["before", "within", "after"]

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
MATTER_TYPES = {
    "cover": "cover",
    "titlepage": "title page",
    "title-page": "title page",
    "halftitlepage": "half-title page",
    "imprint": "imprint",
    "copyright-page": "copyright page",
    "colophon": "colophon",
    "dedication": "dedication",
    "epigraph": "epigraph",
    "toc": "table of contents",
    "landmarks": "table of contents",
    "page-list": "table of contents",
    "toc-brief": "table of contents",
    "loi": "list of illustrations",
    "lot": "list of tables",
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
    "seriespage": "list of other books",
    "frontmatter": "front matter",
    "backmatter": "back matter",
}
_GENERIC = frozenset({"bodymatter", "frontmatter", "backmatter"})

_ANYWHERE = re.compile(
    r"(?:table of )?contents|(?:the )?cover(?: page| image)?|(?:half[ -]?)?title ?page|copyright(?: page| notice| information)?"
    r"|list of (?:illustrations|plates|maps|figures|tables)|illustrations"
    r"|(?:the )?(?:full )?project gutenberg.*|transcriber['’]?s['’]? notes?.*"
    r"|封面|扉页|书名页|版权(?:页|信息|声明)?|目\s*[录錄]|總目錄|总目录",
    re.I,
)
_BEFORE = re.compile(
    r"(?:the |a )?(?:(?:author|translator|editor|publisher)['’]?s['’]? )?(?:general )?(?:preface|foreword|introduction|introductory note)(?: (?:to|by|from|of)\b.*)?"
    r"|dedication|epigraph|frontispiece|imprint|colophon|uncopyright|newsletter.*|disclaimer|maps?|family tree"
    r"|(?:an? |the )?(?:author|translator|editor|publisher)['’]?s['’]? (?:foreword|note|preface)"
    r"|(?:a )?note (?:on|about) .*|(?:advance )?praise(?: for .*)?|(?:also|other (?:books|titles|works)|books) by .*"
    r"|about (?:the|this) (?:author|book|publisher|translator)s?|acknowledge?ments?"
    r"|(?:cast|list) of characters|dramatis person(?:ae|æ)|characters"
    r"|[前序]言|[自代译譯总總原]序|(?:译|譯|作|编|編)者(?:序|前言|的话|的話)|再版序.*|出版(?:说明|說明|前言)|内容(?:简介|提要)|內容簡介|作者(?:简介|簡介)|人物表|献词|獻詞|献辞|题记|題記|导读|導讀|凡例",
    re.I,
)
_AFTER = re.compile(
    r"(?:end|foot)?notes?(?: (?:to|on)\b.*)?|appendix\b.*|appendices|glossary\b.*|index|bibliography|further reading|afterword(?: .*)?|postscript by .*"
    r"|acknowledge?ments?|about (?:the|this) (?:author|book|publisher|translator|type)s?|(?:an? |the )?(?:author|translator|editor)['’]?s['’]? (?:afterword|note)s?"
    r"|(?:a )?note (?:on|about|from) .*|colophon|uncopyright|imprint|licen[cs]e|credits|permissions"
    r"|(?:also|other (?:books|titles|works)|books|more) (?:by|from) .*|(?:an? |exclusive |sneak )?(?:excerpt|preview|extract|peek)(?: (?:from|of)\b.*)?"
    r"|(?:reading group|book club|discussion) .*|newsletter.*|advertisements?|praise(?: for .*)?"
    r"|后记|後記|跋|附[录錄].*|致[谢謝]|注[释釋]|註釋|尾注|参考文献|作者(?:简介|簡介|的话|的話)|(?:译|譯|作|编|編)者(?:后记|後記|附记)|完本感言|出版后记|索引",
    re.I,
)

_EXTRA = re.compile(r"(?:番外|外[传傳]).*", re.S)

_NUMBER_EN = (
    r"(?:\d{1,4}|[ivxlcdm]{1,9}|(?:the )?(?:first|last|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[ -]\w+)?|a hundred.*|one hundred.*))"
)
_NUMBER_ZH = r"[0-9０-９零〇一二三四五六七八九十百千两兩廿卅壹贰叁肆伍陆柒捌玖拾佰]{1,9}"
_NUMBERED = re.compile(
    rf"(?:chapter|letter|scene|chap\.|canto|stave|episode)[ .]+{_NUMBER_EN}\b.*"
    rf"|第\s*{_NUMBER_ZH}\s*[章回节節幕话話](?:\s|[^的中里裡]|$).*",
    re.I | re.S,
)
_NAMED = re.compile(
    r"(?:the )?(?:prologue|epilogue|prelude|interlude|coda|finale|envoi|conclusion)(?:\b[ .:—–-].*)?"
    r"|(?:楔子|序[章幕曲]|引子|尾[声聲]|番外|终章|終章|外[传傳]).*",
    re.I | re.S,
)
_BARE_NUMBER = re.compile(rf"{_NUMBER_EN}[.:]?|{_NUMBER_ZH}[、.]?", re.I)
_PART = re.compile(
    rf"(?:part|book|volume|vol\.|act|section)[ .]+{_NUMBER_EN}\b.*"
    rf"|{_NUMBER_EN} (?:part|book|volume|act)|第\s*{_NUMBER_ZH}\s*[卷部编編篇集册冊].*|卷\s*{_NUMBER_ZH}.*|[上中下](?:部|卷|篇|册|冊)(?:\s.*)?",
    re.I | re.S,
)
_COPYRIGHT = re.compile(
    r"all rights reserved|\bISBN\b|copyright (?:©|\(c\)|\d{4})|©|library of congress|no part of this (?:book|publication)"
    r"|first published|版权所有|版權所有|图书在版编目|出版社|work of fiction",
    re.I,
)
_SHORT_PAGE = 120
_LETTERS = re.compile(r"[㐀-鿿]|[^\W㐀-鿿]+")


def type_of(types: Iterable[str]) -> str | None:
    """The most telling of an element's structural types (epub:type, a DPUB role, a guide entry)."""
    known = [each for each in types if each in STORY_TYPES or each in MATTER_TYPES]
    return min(known, key=lambda each: each in _GENERIC, default=None)


def is_telling(kind: str | None) -> bool:
    """Whether a type names one thing and not only a region of the book."""
    return kind is not None and kind not in _GENERIC


def role_of(title: str) -> Role | None:
    """What a heading says of itself: a chapter, a part above chapters, or nothing."""
    line = plain_title(title)
    if _PART.fullmatch(line):
        return "part"
    return (
        "chapter" if any(pattern.fullmatch(line) for pattern in (_NUMBERED, _NAMED, _BARE_NUMBER)) else None
    )


def is_numbered_chapter(title: str) -> bool:
    """`Chapter 12` or `第三回`: a heading that says of itself that it is a chapter, and which."""
    return _NUMBERED.fullmatch(plain_title(title)) is not None


def is_bare_number(title: str) -> bool:
    """`XII`, `12` or `十二` and no more: a chapter where nothing better stands, else a section within one."""
    return _BARE_NUMBER.fullmatch(plain_title(title)) is not None


def is_extra(title: str) -> bool:
    """`番外`: a story told after the end, which web novels may put behind their author's afterword."""
    return _EXTRA.fullmatch(plain_title(title)) is not None


def plain_title(title: str) -> str:
    return " ".join(title.split()).strip(" .:*_—–-·")


def is_short(text: str, words: int = _SHORT_PAGE) -> bool:
    """A page rather than a chapter: fewer than some 120 words or Chinese characters."""
    return len(text) <= words * 50 and len(_LETTERS.findall(text)) < words


def why_by_title(title: str, place: Place) -> str | None:
    """Why a piece with this title is no story, given its place among the chapters; None where it may be one."""
    line = plain_title(title)
    if _ANYWHERE.fullmatch(line):
        return "not story, by its title"
    if place == "before" and _BEFORE.fullmatch(line):
        return "front matter, by its title"
    if place == "after" and (_AFTER.fullmatch(line) or _BEFORE.fullmatch(line)):
        return "back matter, by its title"
    return None


def is_matter_title(title: str) -> bool:
    """Whether this title would set its piece aside before or after the story."""
    line = plain_title(title)
    return any(pattern.fullmatch(line) for pattern in (_ANYWHERE, _BEFORE, _AFTER))


def is_copyright_page(text: str) -> bool:
    """Two or more of the phrases of a copyright page, on a short page."""
    if len(text) > 9000:
        return False
    return len({found.lower() for found in _COPYRIGHT.findall(text)}) >= 2
