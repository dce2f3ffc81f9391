"""The question of `fabula pitch`: how is this book told to an agent or a publisher?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fabula.reading.book_request import stated_author, stated_language, stated_premise, stated_title
from fabula.reading.reading_request import keep_instructions_option, segment_tokens_option
from fabula.request import Request, option
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class PitchRequest(Request):
    """How is this book told in a line, on one page and on three, and beside which books? Every claim is checked."""

    book: Path | Book = option(
        argument=True,
        help="A book file, or a folder of chapters.",
        changes_result=True,
        signed_as="text",
    )
    reading: Path | None = option(
        None,
        help="The file of `fabula read`, or a folder of such files: the book is not read again.",
        changes_result=True,
    )
    checker: Literal["model", "yes-no", "embedded"] = option(
        "model",
        help="Who checks the claims: model; yes-no, for a model that answers in one word; embedded, which costs nothing and finds less.",
        changes_result=True,
    )
    segment_tokens: int = segment_tokens_option()
    premise: str | None = stated_premise()
    title: str | None = stated_title()
    author: str | None = stated_author()
    language: str | None = stated_language()
    keep_instructions: bool = keep_instructions_option()
