"""The request to compare two drafts or two reports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.errors import UsageError
from fabula.judging.settings import Method
from fabula.reading.people_request import people_file
from fabula.request import Request, option
from fabula.text.book import Book


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareRequest(Request):
    """What changed between two drafts or reports, beyond noise?"""

    old: Path | Book = option(
        argument=True, help="A book, a report folder or a report.json.", changes_result=True
    )
    new: Path | Book = option(argument=True, help="The same for the later draft.", changes_result=True)
    method: Method | None = option(
        None,
        help="How to judge a side that is a book. Default: embedded (no model, no key).",
        changes_result=True,
    )
    runs: int | None = option(
        None,
        help="How often to ask the judge about a side that is a book.",
        changes_result=True,
        signed_as="n",
        minimum=1,
    )

    people: Path | None = people_file()

    def validate(self) -> None:
        """Reject a draft compared with itself."""
        Request.validate(self)
        if self.old is self.new:
            raise UsageError("both sides are the same: give two different drafts or reports")

    def asks_a_model(self, *, with_model: bool) -> bool:
        """Whether a model judges a side: only where a method is named, so that comparing drafts costs nothing."""
        if self.method in (None, "embedded"):
            return False
        if not with_model:
            raise UsageError(
                f"--method {self.method} asks a model: name one with --model, such as openai/gpt-4o"
            )
        return True


@dataclass(frozen=True, slots=True)
class DraftListRequest(Request):
    """Which drafts of this book are there?"""

    book: Path = option(
        argument=True, help="The book whose drafts are kept, by its file or folder.", changes_result=False
    )
    """It names a history. The drafts in it are signed by their text, not by where they lie."""


@dataclass(frozen=True, slots=True)
class DraftCompareRequest(DraftListRequest):
    """What changed between two drafts of a book, and what became of the notes?"""

    old: int | None = option(
        None,
        help="The number of the earlier draft. Default: the one before --new.",
        changes_result=True,
        minimum=1,
    )
    new: int | None = option(
        None, help="The number of the later draft. Default: the last.", changes_result=True, minimum=1
    )
