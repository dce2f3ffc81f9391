"""The question of `fabula read`: what happens in this book?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from fabula.errors import UsageError
from fabula.reading.book_request import stated_author, stated_language, stated_premise, stated_title
from fabula.reading.reading_request import keep_instructions_option, segment_tokens_option
from fabula.request import Request, option
from fabula.text.book import Book


@dataclass(frozen=True, slots=True)
class ReadRequest(Request):
    """What happens in this book: plot, cast, scenes, themes and open threads, each with its chapters?"""

    book: Path | Book = option(
        argument=True,
        help="A book file, or a folder of chapters.",
        changes_result=True,
        signed_as="text",
    )
    method: Literal["incremental", "separate"] = option(
        "incremental",
        help="Read in order with notes on what came before, or every piece by itself (faster, but less coherent).",
        changes_result=True,
    )
    segment_tokens: int = segment_tokens_option()
    check: bool = option(
        False,
        help="Check every statement against the book, fact by fact.",
        changes_result=True,
    )
    checker: Literal["model", "yes-no", "embedded"] = option(
        "model",
        help="With --check: model; yes-no, for a model that answers in one word; embedded, which costs nothing and finds less.",
        changes_result=True,
    )
    premise: str | None = stated_premise()
    title: str | None = stated_title()
    author: str | None = stated_author()
    language: str | None = stated_language()
    keep_instructions: bool = keep_instructions_option()

    def validate(self) -> None:
        Request.validate(self)
        if self.checker != "model" and not self.check:
            raise UsageError(f"--checker {self.checker} goes with --check")
