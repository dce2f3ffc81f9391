"""The drafts of one book: each with its text, kept in a folder beside the book under the hash of what it says."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from fabula.comparison.measures import MEASURES
from fabula.comparison.result import Draft
from fabula.editing.measured_notes import measured_notes
from fabula.editing.noting import Places
from fabula.editing.result import EditNote, EditResult
from fabula.errors import FabulaError, UsageError
from fabula.languages import Language
from fabula.reading.measured import measure
from fabula.text.book import Book, Chapter
from fabula.text.files import named, read
from fabula.whole_files import write_whole

SUFFIX = ".drafts"
LIST = "drafts.json"
K = TypeVar("K", bound=BaseModel)


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class KeptChapter(_Kept):
    """A chapter of a draft."""

    title: str
    text: str
    parts: tuple[str, ...]
    scene_breaks: tuple[int, ...]


class KeptDraft(_Kept):
    """A draft's text, and a model's notes on it."""

    title: str
    author: str | None
    language: str
    in_sections: bool
    chapters: tuple[KeptChapter, ...]
    notes: tuple[EditNote, ...] | None = None
    """None if no model has read this draft."""

    @classmethod
    def of(cls, book: Book, notes: tuple[EditNote, ...] | None) -> KeptDraft:
        chapters = (
            KeptChapter(title=each.title, text=each.text, parts=each.parts, scene_breaks=each.scene_breaks)
            for each in book.chapters
        )
        return cls(
            title=book.title,
            author=book.author,
            language=str(book.language),
            in_sections=book.in_sections,
            chapters=tuple(chapters),
            notes=notes,
        )

    @property
    def book(self) -> Book:
        """The text as it was read when the draft was added."""
        chapters = (
            Chapter(n, each.title, each.text, each.parts, each.scene_breaks)
            for n, each in enumerate(self.chapters, 1)
        )
        return Book(
            self.title, self.author, Language(self.language), tuple(chapters), in_sections=self.in_sections
        )


class History(_Kept):
    """The list of drafts, the first first."""

    kind: Literal["drafts"] = "drafts"
    version: Literal[1] = 1
    drafts: tuple[Draft, ...] = ()

    def draft(self, number: int) -> Draft:
        """The draft of this number."""
        if not 1 <= number <= len(self.drafts):
            raise UsageError(f"there is no draft {number}: `fabula draft list` shows {len(self.drafts)}")
        return self.drafts[number - 1]


def folder_of(book: Path) -> Path:
    """Where a book's drafts are kept: `novel.docx` has `novel.drafts`."""
    book = named(book)
    return book.with_name(f"{book.name if book.is_dir() else book.stem}{SUFFIX}")


def history_of(book: Path) -> History:
    """The drafts that are kept of a book. None of them if nothing was added yet."""
    place = folder_of(book) / LIST
    if not place.is_file():
        return History()
    return _parsed(History, place)


def kept_draft(book: Path, draft: Draft) -> KeptDraft:
    """A draft with its text."""
    return _parsed(KeptDraft, folder_of(book) / f"{draft.id}.json")


def add_draft(book: Path, file: Path | None = None, notes: Path | None = None, label: str = "") -> Draft:
    """Keep a file as the next draft of a book; without a file, the book as it is now.

    The same text is one draft, however often it is added. `notes` is the edit.json of a model's notes on it.
    """
    opened = read(file or book)
    found = _model_notes(notes, opened) if notes else None
    history = history_of(book)
    known = next((each for each in history.drafts if each.id == opened.text_hash), None)
    if known is not None:
        found = found or kept_draft(book, known).notes
        draft = known.model_copy(update={"label": label or known.label, "model_notes": len(found or ())})
        drafts = tuple(draft if each.id == draft.id else each for each in history.drafts)
    else:
        draft = _measured(opened, (file or book).name, label, len(history.drafts) + 1, len(found or ()))
        drafts = (*history.drafts, draft)
    folder = folder_of(book)
    # A draft that is kept may be the only copy of its text.
    write_whole(folder / f"{draft.id}.json", KeptDraft.of(opened, found).model_dump_json(indent=1))
    write_whole(folder / LIST, History(drafts=drafts).model_dump_json(indent=1))
    return draft


def _measured(book: Book, file: str, label: str, number: int, model_notes: int) -> Draft:
    measured = measure(book)
    notes = measured_notes(measured, Places(book, measured.cast))
    return Draft(
        number=number,
        id=book.text_hash,
        added=datetime.now(UTC).replace(microsecond=0),
        file=file,
        label=label,
        language=book.language,
        words=measured.craft.words,
        chapters=len(book.chapters),
        faults=sum(note.kind != "keep" for note in notes),
        model_notes=model_notes,
        figures={name: getattr(measured.craft, name) for name in MEASURES},
    )


def _model_notes(file: Path, book: Book) -> tuple[EditNote, ...]:
    edit = EditResult.load(file)
    if edit.book.text != book.text_hash:
        raise UsageError(f"{file.name} holds notes on another text: add the draft that was edited")
    return tuple(note for note in edit.notes if note.source == "model")


def _parsed(kind: type[K], place: Path) -> K:
    try:
        return kind.model_validate_json(place.read_bytes())
    except (OSError, ValidationError) as error:
        raise FabulaError(f"{place} holds no draft as fabula keeps them ({type(error).__name__})") from None
