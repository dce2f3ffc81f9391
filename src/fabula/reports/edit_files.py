"""An edit as files for other programs: Markdown, a table of notes, an EPUB, the letter, and comments in the author's own
Word document."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.editing.decisions import SETTLED, SUFFIX, beside
from fabula.notices import Notice
from fabula.reports.edit_epub import epub_of
from fabula.reports.folder import write_folder
from fabula.reports.labels import labels
from fabula.reports.letter import letter_page, note_lines
from fabula.reports.manuscript import manuscript_page, manuscript_view
from fabula.reports.page import MANUSCRIPT
from fabula.reports.pdf import print_pdf
from fabula.spreadsheets import as_csv
from fabula.text.formats.docx_comments import Comment, with_comments

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fabula.editing.decisions import Decision
    from fabula.editing.result import EditNote, EditResult, Place, Said
    from fabula.editing.run import EditAnswer
    from fabula.reports.labels import Labels
    from fabula.text.book import Book

MARKDOWN, TABLE, LETTER = "notes.md", "notes.csv", "letter.html"
AUTHOR = "fabula"
_COLUMNS = (
    "id", "kind", "severity", "chapter", "title", "start", "end", "quotation", "what", "effect", "intended", "remedy",
    "people", "source", "decision", "elsewhere",
)  # fmt: skip
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def write_edit(
    answer: EditAnswer,
    folder: Path,
    decisions: Mapping[str, Decision],
    source: Path | Book,
    *,
    pdf: bool = False,
) -> tuple[Notice, ...]:
    """Write manuscript.html, edit.json, notes.md, notes.csv, an EPUB with the notes and the letter to a folder; for a
    Word document, also a copy of it with the notes as comments. Returns what the user should know of the files."""
    book, result = answer.book, answer.result
    file = source if isinstance(source, Path) else None
    name = beside(file).name if file else f"book{SUFFIX}"
    contents: dict[str, str | bytes] = {
        "edit.json": result.model_dump_json(indent=1),
        MARKDOWN: markdown_of(result, decisions),
        TABLE: table_of(result, decisions),
        f"{file.stem if file else 'book'}.notes.epub": epub_of(book, result, decisions),
    }
    if result.letter:
        contents[LETTER] = letter_page(result)
    told: tuple[Notice, ...] = ()
    if file and book.format == "docx":
        named = f"{file.stem}.notes.docx"
        contents[named], lost = word_file(book, result.notes, file, decisions)
        told = (Notice.of("editing.no-place-in-word", n=lost, file=named),) if lost else ()
    contents[MANUSCRIPT] = manuscript_page(
        manuscript_view(book, result.notes, answer.measured, result.letter, decisions, name)
    )
    write_folder(folder, contents)
    if pdf and result.letter:
        print_pdf(folder / LETTER, folder / f"{Path(LETTER).stem}.pdf")
    elif pdf:
        told += (Notice.of("editing.no-letter"),)
    return told


def markdown_of(result: EditResult, decisions: Mapping[str, Decision]) -> str:
    """The letter, then the notes in their order, then what to keep."""
    say = labels(result.book.language, "manuscript")
    lines = [f"# {_plain(result.book.title)}", ""]
    numbers = {note.id: n for n, note in enumerate(result.notes, 1)}
    if result.letter:
        lines += [f"## {say('letter')}", ""]
        for part in result.letter.parts:
            lines += [f"### {say(f'part.{part.kind}')}", ""]
            for claim in part.claims:
                marks = ", ".join(f"[{numbers[id]}](#n{numbers[id]})" for id in claim.notes if id in numbers)
                lines += [_plain(say.said(claim.text)) + (say.aside(marks) if marks else ""), ""]
    lines += [f"## {say('notes')}", ""]
    for note in result.notes:
        lines += [*_note(note, numbers[note.id], result, say, decisions), ""]
    return "\n".join(lines).strip() + "\n"


def _note(
    note: EditNote, number: int, result: EditResult, say: Labels, decisions: Mapping[str, Decision]
) -> Iterator[str]:
    about = [say.known("kind", note.kind), _chapter(note.chapter, result, say)]
    if note.kind != "keep":
        about.append(say.known("severity", note.severity))
    if note.id in decisions:
        about.append(say.known("decided", decisions[note.id]))
    yield f'<a id="n{number}"></a>**{number}. {" · ".join(map(_plain, about))}**'
    yield ""
    yield f"> {_plain(' '.join(note.quotation.split()))}"
    yield ""
    for line in (*note_lines(note, say), *(_elsewhere(place, result, say) for place in note.linked)):
        yield f"{_plain(line)}  "


def _elsewhere(place: Place, result: EditResult, say: Labels) -> str:
    return say.paired(_chapter(place.chapter, result, say), f"“{' '.join(place.quotation.split())}”")


def _chapter(number: int, result: EditResult, say: Labels) -> str:
    known = result.book.chapters[number - 1]
    return known.title or say("section" if result.book.in_sections else "chapter", n=known.number)


def table_of(result: EditResult, decisions: Mapping[str, Decision]) -> str:
    """One row a note, for a spreadsheet. Offsets count characters into the chapter's text."""
    say = labels(result.book.language, "manuscript")

    def said(text: Said) -> str:
        return say.said(text)

    rows = (
        (
            note.id, note.kind, note.severity, note.chapter, _chapter(note.chapter, result, say), note.start, note.end,
            note.quotation, said(note.what), said(note.effect), said(note.intended), said(note.remedy),
            "; ".join(note.people), note.source, decisions.get(note.id, ""),
            "; ".join(f"{place.chapter}:{place.start}" for place in note.linked),
        )
        for note in result.notes
    )  # fmt: skip
    return as_csv(_COLUMNS, rows)


def word_file(
    book: Book, notes: Sequence[EditNote], source: Path, decisions: Mapping[str, Decision]
) -> tuple[bytes, int]:
    """The author's Word document with the notes as comments, and how many of them found no place in it.

    Notes that the author has put aside are left out.
    """
    say = labels(book.language, "manuscript")
    comments = [
        Comment(
            note.chapter,
            note.start,
            note.end,
            (
                f"{say.known('kind', note.kind)}"
                + ("" if note.kind == "keep" else f" · {say.known('severity', note.severity)}"),
                *note_lines(note, say),
            ),
        )
        for note in notes
        if decisions.get(note.id) not in SETTLED
    ]
    made = with_comments(source.read_bytes(), source.name, book.chapters, comments, AUTHOR)
    return made.content, made.lost


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
