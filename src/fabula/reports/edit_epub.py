"""The book as an EPUB with its notes: a number behind the words that each note is about, linked to the note and back."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from fabula.editing.decisions import SETTLED
from fabula.reports.labels import labels
from fabula.reports.letter import note_lines
from fabula.reports.page import environment

if TYPE_CHECKING:
    from fabula.editing.decisions import Decision
    from fabula.editing.result import EditNote, EditResult
    from fabula.reports.labels import Labels
    from fabula.text.book import Book, Chapter

_CONTAINER = (
    '<?xml version="1.0" encoding="utf-8"?>\n<container version="1.0" '
    'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
    'full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML cannot hold."""
_DATE = (1980, 1, 1, 0, 0, 0)
"""The same notes make the same file, whenever it is written."""


@dataclass(frozen=True, slots=True)
class _Page:
    """One file of the EPUB that a reader turns to."""

    name: str
    title: str
    kind: str
    """Its structural type."""
    content: Markup


def epub_of(book: Book, result: EditResult, decisions: Mapping[str, Decision]) -> bytes:
    """The EPUB. Notes that the author has put aside are left out."""
    say = labels(book.language, "manuscript")
    open_notes = [note for note in result.notes if decisions.get(note.id) not in SETTLED]
    numbers = {note.id: n for n, note in enumerate(sorted(open_notes, key=_place), 1)}
    pages = [*_letter(result, numbers, say), *_chapters(book, open_notes, numbers, say)]
    if open_notes:
        pages.append(_Page("notes.xhtml", say("notes"), "endnotes", _notes(open_notes, numbers, result, say)))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        _put(archive, "mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        _put(archive, "META-INF/container.xml", _CONTAINER)
        for name in ("package.opf", "nav.xhtml"):
            template = environment().get_template(f"epub/{name}.j2")
            _put(archive, f"book/{name}", template.render(book=book, pages=pages, say=say))
        template = environment().get_template("epub/page.xhtml.j2")
        for page in pages:
            _put(archive, f"book/{page.name}", template.render(page=page, book=book))
    return made.getvalue()


def _put(archive: zipfile.ZipFile, name: str, text: str, packed: int = zipfile.ZIP_DEFLATED) -> None:
    plain = _NO_XML.sub("", text)
    archive.writestr(zipfile.ZipInfo(name, _DATE), plain.encode("utf-8", "replace"), packed)


def _place(note: EditNote) -> tuple[int, int, int]:
    return note.chapter, note.end, note.start


def _chapters(
    book: Book, notes: Sequence[EditNote], numbers: Mapping[str, int], say: Labels
) -> Iterator[_Page]:
    for chapter in book.chapters:
        title = chapter.title or say("section" if book.in_sections else "chapter", n=chapter.number)
        own = sorted((note for note in notes if note.chapter == chapter.number), key=_place)
        heading = Markup('<h1 dir="auto">{}</h1>').format(title)
        content = heading + Markup("\n").join(_paragraphs(chapter, own, numbers))
        yield _Page(f"chapter-{chapter.number}.xhtml", title, "chapter", content)


def _paragraphs(chapter: Chapter, notes: Sequence[EditNote], numbers: Mapping[str, int]) -> Iterator[Markup]:
    """The text, with the numbers of the notes behind their words."""
    start = 0
    for text in chapter.text.split("\n\n"):
        end = start + len(text)
        if start in chapter.scene_breaks and start:
            yield Markup("<hr/>")
        made, at = Markup(""), 0
        for note in notes:
            if start < note.end <= end + 2:  # a note may end in the gap behind its paragraph
                until = min(note.end, end) - start
                made += escape(text[at:until]) + _mark(numbers[note.id])
                at = until
        made += escape(text[at:])
        if text.strip():
            yield Markup('<p dir="auto">{}</p>').format(Markup(str(made).replace("\n", "<br/>")))
        start = end + 2


def _mark(number: int) -> Markup:
    return Markup(
        '<a class="mark" epub:type="noteref" role="doc-noteref" id="r{0}" href="notes.xhtml#n{0}">{0}</a>'
    ).format(number)


def _notes(notes: Sequence[EditNote], numbers: Mapping[str, int], result: EditResult, say: Labels) -> Markup:
    made = [Markup("<h1>{}</h1>").format(say("notes"))]
    for note in sorted(notes, key=lambda note: numbers[note.id]):
        number, chapter = numbers[note.id], result.book.chapters[note.chapter - 1]
        about = [say.known("kind", note.kind), chapter.title or say("chapter", n=note.chapter)]
        if note.kind != "keep":
            about.append(say.known("severity", note.severity))
        lines = [Markup("<p>{}</p>").format(line) for line in note_lines(note, say)]
        made.append(
            Markup(
                '<aside epub:type="footnote" role="doc-footnote" id="n{0}"><p class="about"><a href="chapter-{1}.xhtml#r{0}">{0}</a> {2}</p>'
                '<blockquote><p dir="auto">{3}</p></blockquote>{4}</aside>'
            ).format(number, note.chapter, " · ".join(about), note.quotation, Markup("").join(lines))
        )
    return Markup("\n").join(made)


def _letter(result: EditResult, numbers: Mapping[str, int], say: Labels) -> Iterator[_Page]:
    if result.letter is None:
        return
    made = [Markup("<h1>{}</h1>").format(say("letter"))]
    for part in result.letter.parts:
        made.append(Markup("<h2>{}</h2>").format(say(f"part.{part.kind}")))
        for claim in part.claims:
            marks = Markup(" ").join(
                Markup('<a class="mark" href="notes.xhtml#n{0}">{0}</a>').format(numbers[id])
                for id in claim.notes
                if id in numbers
            )
            made.append(Markup("<p>{} {}</p>").format(say.said(claim.text), marks))
    yield _Page("letter.xhtml", say("letter"), "preface", Markup("\n").join(made))
