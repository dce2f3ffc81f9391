"""Screenplays, in Fountain or plain typing. Every scene, found by its slug line or `s#12` mark, becomes a chapter."""

from __future__ import annotations

import re

from fabula.languages import ENGLISH
from fabula.notices import Notice
from fabula.text.formats.draft import Draft
from fabula.text.formats.piece import Piece
from fabula.text.words import count_words

_PREFIX = r"(?:INT\.?\s?/\s?EXT|EXT\.?\s?/\s?INT|INT|EXT|EST|I/E|E/I)"
_SLUG = re.compile(
    rf"^[ \t]*(?:\d+[A-Z]?[.)]?[ \t]+)?({_PREFIX}[. ][^\n]*?)[ \t]*(?:#[^#\n]+#)?[ \t]*$", re.I
)
_TYPED_SLUG = re.compile(rf"^[ \t]*(?:\d+[A-Z]?[.)]?[ \t]+)?{_PREFIX}[. ]")
_FORCED = re.compile(r"^\.(?!\.)(\S.*?)[ \t]*(?:#[^#\n]+#)?[ \t]*$")
_MARK = re.compile(r"^[ \t]*s#[ \t]*(\d+[A-Za-z]?)[ \t]*[.:：)\-]*[ \t]*(.*)$", re.I)
_SECTION = re.compile(r"^(#{1,3})[ \t]+(.+)$")
_SYNOPSIS = re.compile(r"^=(?!=)[ \t]*\S")
_BONEYARD = re.compile(r"/\*.*?\*/", re.S)
_NOTE = re.compile(r"\[\[.*?\]\]", re.S)
_TITLE_LINE = re.compile(r"^([A-Za-z][A-Za-z ]{1,20})[ \t]*:[ \t]*(.*)$")
_TITLE_KEYS = frozenset(
    {
        "title",
        "credit",
        "author",
        "authors",
        "source",
        "draft date",
        "contact",
        "copyright",
        "notes",
        "revision",
        "format",
        "language",
    }
)
_EMPHASIS = re.compile(r"(\*{1,3}|_)(?=\S)([^*_\n]+?)(?<=\S)\1")


def read(text: str, name: str) -> Draft:  # noqa: ARG001 - every reader of text is called alike
    draft = Draft(format="screenplay")
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    for pattern, what in ((_BONEYARD, "struck-out"), (_NOTE, "writers-notes")):
        struck = " ".join(pattern.findall(text))
        if struck:
            draft.set_aside(
                Notice.of(f"text.{what}"), Notice.of("text.beside-script"), count_words(struck, ENGLISH)
            )
            text = pattern.sub("", text)
    lines = _after_title_page(text.split("\n"), draft)
    draft.pieces = _scenes(lines, draft)
    if not any(piece.title for piece in draft.pieces):
        draft.pieces = []
        draft.cut_plain("\n".join(lines))
    return draft


def _after_title_page(lines: list[str], draft: Draft) -> list[str]:
    """The lines after a Fountain title page, whose fields become the script's title and author."""
    fields: dict[str, list[str]] = {}
    key, taken = "", 0
    for line in lines:
        match = _TITLE_LINE.match(line)
        if match and match.group(1).strip().lower() in _TITLE_KEYS:
            key = match.group(1).strip().lower()
            fields[key] = [match.group(2).strip()]
        elif key and line.strip() and line[:1] in " \t":
            fields[key].append(line.strip())
        else:
            break
        taken += 1
    if "title" not in fields:
        return lines
    stated = {key: " ".join(filter(None, values)).strip("*_ ") for key, values in fields.items()}
    draft.title = _EMPHASIS.sub(r"\2", stated["title"]) or None
    draft.author = stated.get("author") or stated.get("authors") or None
    draft.language = stated.get("language") or None
    draft.set_aside(
        Notice.of("text.title-page"),
        Notice.of("text.not-story"),
        count_words(" ".join(lines[:taken]), ENGLISH),
    )
    return lines[taken:]


def _scenes(lines: list[str], draft: Draft) -> list[Piece]:
    marked = sum(1 for line in lines if _MARK.match(line)) >= 2
    pieces: list[Piece] = []
    body: list[str] = []
    opening: list[str] = []
    part: str | None = None
    after_blank, synopsis = True, 0
    for line in lines:
        if (section := _SECTION.match(line)) and not marked:
            part = section.group(2).strip() if len(section.group(1)) == 1 else part
        elif (title := _heading(line, marked, after_blank)) is not None:
            _close(pieces, body)
            pieces.append(Piece(title, "", (part,) if part else ()))
        elif _SYNOPSIS.match(line):
            synopsis += len(line.split()) - 1
        else:
            (body if pieces else opening).append(line.rstrip())
        after_blank = not line.strip()
    _close(pieces, body)
    draft.set_aside(Notice.of("text.synopses"), Notice.of("text.beside-script"), synopsis)
    before = _text(opening)
    if before and len(before.split()) <= 50 and pieces:
        pieces[0].text = f"{before}\n\n{pieces[0].text}"
    elif before:
        pieces.insert(0, Piece("Opening" if pieces else "", before, kind="chapter"))
    for piece in pieces:
        piece.kind = "chapter"
    return pieces


def _heading(line: str, marked: bool, after_blank: bool) -> str | None:
    """The scene heading on this line, or None. Where scenes have `s#` marks, slug lines are text."""
    if marked:
        match = _MARK.match(line)
        return " ".join(f"s#{match.group(1)} {match.group(2)}".split()) if match else None
    if forced := _FORCED.match(line):
        return forced.group(1).strip() if after_blank else None
    slug = _SLUG.match(line)
    if slug and (_TYPED_SLUG.match(line) or after_blank):
        return " ".join(slug.group(1).split())
    return None


def _close(pieces: list[Piece], body: list[str]) -> None:
    if pieces:
        pieces[-1].text = _text(body)
    body.clear()


def _text(lines: list[str]) -> str:
    """Paragraphs as typed, with cues above their speeches, without emphasis marks and repeated blank lines."""
    text = "\n".join(line.strip() for line in lines)
    text = re.sub(r"^===+$", "", text, flags=re.M)
    return _EMPHASIS.sub(r"\2", re.sub(r"\n{3,}", "\n\n", text)).strip()
