"""Books as JSON: LongStoryEval's `chaps`, an object with `chapters`, or a bare list of chapters."""

from __future__ import annotations

import json
from typing import Any

from fabula.errors import FabulaError
from fabula.text.formats.blocks import join_titles
from fabula.text.formats.draft import Draft
from fabula.text.formats.piece import Piece
from fabula.text.headings import matter
from fabula.text.paragraphs import tidy

_LISTS = ("chaps", "chapters")
_TEXTS = ("content", "text", "body", "paragraphs")
_TITLES = ("title", "name", "heading")
_EXPECTED = 'give {"chapters": [{"title": ..., "text": ...}]}, LongStoryEval\'s "chaps", or a list of texts'


def read(text: str, name: str) -> Draft:
    draft = Draft(format="json")
    entries = _entries(_load(text, name), name, draft)
    for number, entry in enumerate(entries, 1):
        draft.pieces.append(_piece(entry, number, name))
    if not draft.pieces:
        raise FabulaError(f"{name} lists no chapters: {_EXPECTED}")
    if not any(piece.text for piece in draft.pieces):
        raise FabulaError(f"{name} contains chapters without any text")
    return draft


def _load(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FabulaError(f"{name} is not valid JSON: {error.msg} in line {error.lineno}") from None
    except RecursionError:
        raise FabulaError(f"{name} is nested too deeply to be a book") from None
    except ValueError as error:
        raise FabulaError(f"{name} is not valid JSON: {error}") from None


def _entries(document: Any, name: str, draft: Draft) -> list[Any]:
    if isinstance(document, list):
        return document
    if not isinstance(document, dict):
        raise FabulaError(f"{name} is JSON but not a book: {_EXPECTED}")
    info = document.get("book_info")
    _metadata({**document, **(info if isinstance(info, dict) else {})}, draft)
    for key in _LISTS:
        if isinstance(document.get(key), list):
            return list(document[key])
    raise FabulaError(f"{name} is JSON but has no list of chapters: {_EXPECTED}")


def _metadata(stated: dict[str, Any], draft: Draft) -> None:
    def line(key: str) -> str | None:
        value = stated.get(key)
        return value.strip() or None if isinstance(value, str) else None

    draft.title, draft.author, draft.language = line("title"), line("author"), line("language")
    draft.premise = line("premise") or line("description")
    draft.in_sections = stated.get("in_sections") is True
    genres = stated.get("genres")
    draft.genres = tuple(each for each in genres if isinstance(each, str)) if isinstance(genres, list) else ()


def _piece(entry: Any, number: int, name: str) -> Piece:
    if isinstance(entry, str):
        return Piece("", tidy(entry), kind="chapter")
    if isinstance(entry, list) and all(isinstance(each, str) for each in entry):
        return Piece("", _joined(entry), kind="chapter")
    if not isinstance(entry, dict):
        raise FabulaError(f"{name}: chapter {number} is {type(entry).__name__}, not text: {_EXPECTED}")
    key = next((each for each in _TEXTS if each in entry), None)
    if key is None:
        raise FabulaError(f"{name}: chapter {number} has no text: {_EXPECTED}")
    content = entry[key]
    if isinstance(content, list) and all(isinstance(each, str) for each in content):
        text = _joined(content)
    elif isinstance(content, str):
        text = tidy(content)
    else:
        raise FabulaError(
            f"{name}: the text of chapter {number} is neither text nor a list of paragraphs: {_EXPECTED}"
        )
    stated = next((entry[each] for each in _TITLES if isinstance(entry.get(each), str)), "")
    title = join_titles(stated.split("\n"))
    kind = None if matter.is_matter_title(title) else "chapter"
    return Piece(title, text, _parts(entry), kind=kind)


def _parts(entry: dict[str, Any]) -> tuple[str, ...]:
    """The names of the parts above a chapter: a list of them, or one name."""
    stated = entry.get("parts", entry.get("part"))
    names = stated if isinstance(stated, list) else [stated]
    return tuple(each for each in names if isinstance(each, str) and each)


def _joined(paragraphs: list[str]) -> str:
    return "\n\n".join(each for paragraph in paragraphs if (each := paragraph.strip()))
