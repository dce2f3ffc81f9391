"""Title and author from the first lines or the name of a text file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import PurePath

from fabula.languages.language import each_ruled
from fabula.languages.patterns import fragments
from fabula.text.headings import matter

_STATED = {word: what for language in each_ruled() for word, what in language.matter.stated.items()}
_FIELD = re.compile(rf"^[ \t　]*({'|'.join(_STATED)})[ \t　]*[:：][ \t　]*(\S.{{0,160}})$", re.I | re.M)
_TITLE_LINES = tuple(language.matter.title_line for language in each_ruled() if language.matter.title_line)
_AUTHOR_LINES = tuple(language.matter.author_line for language in each_ruled() if language.matter.author_line)
_IS_AUTHOR = tuple(language.matter.is_author for language in each_ruled() if language.matter.is_author)
_BYLINE = re.compile(
    rf"\A\s*(\S[^\n]{{0,100}}[^\s.,;])\s*\n\s*(?i:{fragments('matter', 'byline')})\s+([A-Z][^\n,;]{{1,60}}?)(?:(?<=[a-z]{{3}})\.)?\s*$",
    re.M,
)
_BY = re.compile(rf"\A(?i:{fragments('matter', 'byline')})\s+")
_BY_ALONE = re.compile(rf"(?i:{fragments('matter', 'byline')})")
_STOP = re.compile(r"(?<=[a-z]{3})\.\Z")
_FILE_NAME = re.compile(
    r"《(?P<t>[^》]+)》(?:.*?作者[:：]?(?P<a>[^()（）]+))?|(?P<t2>.+?)\s+(?:-|–|—|by)\s+(?P<a2>[^()]+)", re.I
)
_ENCODINGS = re.compile(r"\.(?:gb18030|gbk|gb2312|big5|utf-?8|utf-?16|cp1252|latin-?1|zh(?:-\w+)?|en)$", re.I)
_HEAD = 4000
_FRONT = 6
"""So many lines at the head of a file are a title page at most."""
_SHORT = 80
_AUTHOR_BY = 3
"""The author is named within so many lines."""


def from_head(text: str) -> dict[str, str]:
    """Title, author and language, if the first lines state them."""
    head = text[:_HEAD].replace("\r\n", "\n").lstrip("\ufeff")
    found: dict[str, str] = {}
    for match in _FIELD.finditer(head):
        found.setdefault(_STATED[match.group(1).lower()], match.group(2).strip())
    bracketed = next(filter(None, (line.search(head[:400]) for line in _TITLE_LINES)), None)
    if "title" not in found and bracketed:
        found["title"] = bracketed.group(1).strip()
        if bracketed.group(2).strip():
            found.setdefault("author", bracketed.group(2).strip())
    if "title" not in found and (byline := _BYLINE.search(head)):
        found["title"], found["author"] = byline.group(1).strip(), byline.group(2).strip()
    if "title" not in found:
        found = _above_a_heading(head) | found
    return found


def _above_a_heading(head: str) -> dict[str, str]:
    """A short first line with a chapter's heading next below it, or `… 著` or the author's name between the two."""
    lines = [line.strip(" \t　") for line in head.split("\n") if line.strip(" \t　")][:_FRONT]
    if len(lines) < 2 or len(lines[0]) > 60 or lines[0][-1] in ".,;!?。，；！？":
        return {}
    if matter.role_of(lines[0]) or matter.is_matter_title(lines[0]):
        return {}
    if author := next(filter(None, (line.fullmatch(lines[1]) for line in _AUTHOR_LINES)), None):
        return {"title": lines[0], "author": author[1]}
    for at, line in enumerate(lines[1:_AUTHOR_BY], 1):  # A subtitle may stand between the two.
        alone = _BY_ALONE.fullmatch(line) is not None and at + 1 < len(lines)
        writer = _STOP.sub("", lines[at + 1] if alone else _BY.sub("", line))
        if (alone or _BY.match(line)) and any(named(writer) for named in _IS_AUTHOR):
            return {"title": " ".join(lines[:at]) if alone else lines[0], "author": writer}
        if any(named(line) for named in _IS_AUTHOR) and _leads_to_a_heading(lines[at + 1 :]):
            return {"title": lines[0], "author": line}
        if len(line) > _SHORT or matter.role_of(line) is not None:
            break
    return {"title": lines[0]} if matter.role_of(lines[1]) and len(lines[1]) <= _SHORT else {}


def _leads_to_a_heading(lines: Sequence[str]) -> bool:
    """Whether a heading follows, with nothing before it but short lines, such as the title of a part."""
    short = takewhile(lambda line: len(line) <= _SHORT, lines)
    return any(matter.role_of(line) is not None for line in short)


def from_name(name: str) -> dict[str, str]:
    """`Emma - Jane Austen.txt`, `《水浒传》作者：施耐庵.txt`, `hong-lou-meng.txt`: title and author from a file's name."""
    stem = _ENCODINGS.sub("", PurePath(name).stem)
    if match := _FILE_NAME.fullmatch(stem):
        title, author = match["t"] or match["t2"], match["a"] or match["a2"]
        return {"title": title.strip()} | ({"author": author.strip()} if author else {})
    words = re.sub(r"[_.\s]+|(?<=\w)-(?=\w)", " ", stem).strip()
    return {"title": words.title() if words.islower() else words} if words else {}
