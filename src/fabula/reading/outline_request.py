"""The question of `fabula outline`: what is this book?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.reading.people_request import people_file
from fabula.request import Request, option
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class OutlineRequest(Request):
    """What is this book: its chapters, words, language, encoding and cast, and what was left out of it?"""

    book: Path | Book = option(
        argument=True,
        help="EPUB, DOCX, ODT, RTF, FB2, PDF, HTML, Markdown, TXT, screenplay, JSON, a Scrivener project, or a folder of chapter files.",
        changes_result=True,
        signed_as="text",
    )
    people: Path | None = people_file()
