"""What the author decided about notes: kept in a small file with the book, so that the next draft knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from fabula.editing.result import EditNote, Kind
from fabula.errors import UsageError
from fabula.text.book import Book
from fabula.text.files import named

Decision = Literal["accepted", "intended", "dismissed"]
DECISIONS: tuple[Decision, ...] = ("accepted", "intended", "dismissed")
"""Will be dealt with; is meant to be so; is not true or does not matter."""
SETTLED: frozenset[Decision] = frozenset({"intended", "dismissed"})
"""What need not be said again of the next draft."""
SUFFIX = ".notes.json"


class Decided(BaseModel):
    """One note and what was decided."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    kind: Kind
    quotation: str
    decision: Decision


class DecisionFile(BaseModel):
    """The file beside the book."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["edit-decisions"] = "edit-decisions"
    version: Literal[1] = 1
    title: str = ""
    author: str | None = None
    notes: tuple[Decided, ...] = ()


def beside(book: Path) -> Path:
    """Where the decisions about a book are kept: `novel.epub` has `novel.notes.json`."""
    book = named(book)
    return book.with_name(f"{book.stem}{SUFFIX}")


def read_decisions(path: Path) -> DecisionFile:
    """The decisions of a file that the manuscript view saved."""
    try:
        return DecisionFile.model_validate_json(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path.name} cannot be read ({error.strerror})") from None
    except ValidationError:
        raise UsageError(
            f"{path.name} holds no decisions: the manuscript page writes such files (Save decisions)"
        ) from None


def decisions_about(book: Path | Book | None, named: Path | None = None) -> DecisionFile:
    """The file that is named, or the one beside the book. Without either nothing was decided."""
    if named is not None:
        return read_decisions(named)
    if isinstance(book, Path) and (place := beside(book)).is_file():
        return read_decisions(place)
    return DecisionFile()


def document_of(title: str, author: str | None) -> dict[str, Any]:
    """What the file says of the book. The page adds the notes."""
    return DecisionFile(title=title, author=author).model_dump(exclude={"notes"})


def decided(notes: Iterable[EditNote], file: DecisionFile) -> Mapping[str, Decision]:
    """By note: what was decided about it, or about one of the same kind on the same words in an earlier draft."""
    by_id = {each.id: each.decision for each in file.notes}
    by_words = {(each.kind, bare(each.quotation)): each.decision for each in file.notes}
    known = {note.id: by_id.get(note.id) or by_words.get((note.kind, bare(note.quotation))) for note in notes}
    return {note: decision for note, decision in known.items() if decision}


def bare(quotation: str) -> str:
    return " ".join(quotation.split()).casefold()
