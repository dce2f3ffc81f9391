"""The manuscript view: the whole book as a page to read, with every note in the margin at its line.

The page holds the text as data and draws only what is near the reader, so a book of a million words opens as fast as
a short one. It loads nothing from any network.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from fabula.editing.decisions import DECISIONS, SUFFIX, document_of
from fabula.reports.labels import labels
from fabula.reports.page import dress, environment, script_hash
from fabula.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabula.editing.decisions import Decision
    from fabula.editing.result import EditNote, Letter
    from fabula.reading.measured import Measured
    from fabula.reports.labels import Labels
    from fabula.text.book import Book, Chapter

LABELS = "manuscript"
PEOPLE_SHOWN = 6
"""How many of the leading people have a row in the map of the book."""
_SHORT = 300
"""Characters of a linked place's quotation that a note shows."""


def manuscript_view(
    book: Book,
    notes: Sequence[EditNote],
    measured: Measured | None = None,
    letter: Letter | None = None,
    decisions: Mapping[str, Decision] | None = None,
    file_name: str = f"book{SUFFIX}",
    keep_at: str = "",
    say: Labels | None = None,
) -> dict[str, Any]:
    """The text and what is said about it, as plain data. `keep_at` is the address that keeps the author's decisions;
    without one the browser does, and a button saves them as the file that stands beside the book. The words are those of
    the book's language, or with `Later` as labels those of whoever reads it."""
    say = say or labels(book.language, LABELS)
    texts = {chapter.number: chapter.text for chapter in book.chapters}
    return {
        "title": book.title,
        "author": book.author,
        "language": str(book.language),
        "in_sections": book.in_sections,
        "kinds": _in_use(notes, "kind"),
        "severities": _in_use(notes, "severity"),
        "people": _people(notes),
        "letter": [
            (part.kind, [(say.said(claim.text), claim.notes) for claim in part.claims])
            for part in letter.parts
        ]
        if letter
        else [],
        "data": {
            "key": f"fabula:notes:{book.title}:{book.author or ''}",
            "keepAt": keep_at,
            "fileName": file_name,
            "file": document_of(book.title, book.author),
            "chapters": [_chapter(chapter, _named(chapter, book, say)) for chapter in book.chapters],
            "notes": [_note(note, texts, say) for note in notes],
            "decided": dict(decisions or {}),
            "map": [asdict(row) for row in _map(book, measured, say)] if measured else [],
        },
    }


def manuscript_page(view: Mapping[str, Any], language: str = "") -> str:
    """One HTML document. `language` is the reader's, if it is not the book's."""
    say = labels(language or view["language"], LABELS)
    style, script = (_template(name) for name in ("manuscript.css", "manuscript.js"))
    return environment().get_template("manuscript.html.j2").render(
        say=say,
        version=__version__,
        **dress(),
        own_style=style,
        own_script=script,
        view=view,
        decisions=DECISIONS,
        data=_in_script(view["data"] | {"say": dict(say.texts), "parts": "sections" if view["in_sections"] else "chapters"}),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class MapRow:
    """One row of the map of the book: a value for each chapter."""

    name: str
    title: str
    values: tuple[float | None, ...]
    middle: float | None = None
    """What the values are above or below. None if they are shares or counts, from zero."""


def _map(book: Book, measured: Measured, say: Labels) -> Iterator[MapRow]:
    count = len(book.chapters)
    if len(measured.craft_by_chapter) != count:
        return
    yield MapRow("length", say("map.length"), tuple(float(each.words) for each in measured.craft_by_chapter))
    if len(measured.mood.by_chapter) == count:
        known = [value for value in measured.mood.by_chapter if value is not None]
        middle = sum(known) / len(known) if known else None
        yield MapRow("mood", say("map.mood"), measured.mood.by_chapter, middle)
    yield MapRow("talk", say("map.talk"), tuple(each.dialogue_share for each in measured.craft_by_chapter))
    for arc in measured.arcs[:PEOPLE_SHOWN]:
        yield MapRow(f"person:{arc.name}", arc.name, tuple(float(n) for n in arc.mentions))


def _named(chapter: Chapter, book: Book, say: Labels) -> str:
    return chapter.title or say("section" if book.in_sections else "chapter", n=chapter.number)


def _chapter(chapter: Chapter, title: str) -> dict[str, Any]:
    return {
        "n": chapter.number,
        "title": title,
        "part": chapter.part,
        "text": chapter.text,
        "breaks": [in_utf16(chapter.text, at) for at in chapter.scene_breaks],
    }


def _note(note: EditNote, texts: Mapping[int, str], say: Labels) -> dict[str, Any]:
    return {
        "id": note.id,
        "kind": note.kind,
        "severity": note.severity,
        "source": note.source,
        "chapter": note.chapter,
        "start": in_utf16(texts[note.chapter], note.start),
        "end": in_utf16(texts[note.chapter], note.end),
        "quotation": note.quotation,
        "what": say.said(note.what),
        "effect": say.said(note.effect),
        "intended": say.said(note.intended),
        "remedy": say.said(note.remedy),
        "people": note.people,
        "linked": [
            {
                "chapter": place.chapter,
                "start": in_utf16(texts[place.chapter], place.start),
                "quotation": place.quotation[:_SHORT],
            }
            for place in note.linked
        ],
    }


def script_hashes() -> tuple[str, str]:
    """The hashes of the two scripts of the page, for a server's Content-Security-Policy."""
    return script_hash(), script_hash(_template("manuscript.js"))


def in_utf16(text: str, offset: int) -> int:
    """An offset in characters as a browser counts them: an emoji or a rare Han character counts twice."""
    return offset + sum(1 for each in text[:offset] if each > "\uffff") if not text.isascii() else offset


def _in_use(notes: Sequence[EditNote], field: str) -> list[str]:
    return list(dict.fromkeys(getattr(note, field) for note in notes))


def _people(notes: Sequence[EditNote]) -> list[str]:
    return sorted({person for note in notes for person in note.people})


def _in_script(value: Any) -> Markup:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _template(name: str) -> Markup:
    return Markup((files("fabula.reports") / "templates" / name).read_text(encoding="utf-8"))
