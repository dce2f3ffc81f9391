"""The question of `fabula edit`: what should the author of this book do next?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabula.editing.result import Depth, Tone
from fabula.errors import UsageError
from fabula.reading.book_request import stated_author, stated_language, stated_premise, stated_title
from fabula.reading.people_request import people_file
from fabula.request import Request, option
from fabula.text.book import Book
from fabula.text.segments import SEGMENT_TOKENS


@dataclass(frozen=True, slots=True)
class EditRequest(Request):
    """What should the author of this book change, and what should they keep? With a model, or measured without one."""

    book: Path | Book = option(
        argument=True,
        help="A book file, or a folder of chapters.",
        changes_result=True,
        signed_as="text",
    )
    depth: Depth = option(
        "standard",
        help="With a model: reading (notes from the reading alone, cheap), standard (every chapter read with the notes "
        "so far), thorough (every chapter read twice, serious notes looked at again).",
        changes_result=True,
    )
    tone: Tone = option(
        "plain", help="How the letter to the author speaks: warm, plain or blunt.", changes_result=True
    )
    reading: Path | None = option(
        None,
        help="The file of `fabula read`, or a folder of such files: the book is not read again.",
        changes_result=True,
    )
    graph_file: Path | None = option(
        None,
        flag="--graph",
        help="A graph that `fabula facts graph BOOK --model M --json` saved: the look at the whole sees its relations.",
        changes_result=True,
        signed_as="graph",
    )
    segment_tokens: int = option(
        SEGMENT_TOKENS,
        help="How many tokens of the book one step reads.",
        changes_result=True,
        signed_as="segment",
        minimum=500,
    )
    premise: str | None = stated_premise()
    title: str | None = stated_title()
    author: str | None = stated_author()
    language: str | None = stated_language()
    people: Path | None = people_file()
    keep_instructions: bool = option(
        False,
        help="Send passages that address the model instead of masking them.",
        changes_result=True,
    )

    def asked_of(self, *, with_model: bool) -> None:
        """Refuse what only a model can use where none is named."""
        if with_model:
            return
        given = [
            flag
            for flag, used in (
                ("--reading", self.reading is not None),
                ("--graph", self.graph_file is not None),
                ("--depth", self.depth != "standard"),
                ("--tone", self.tone != "plain"),
            )
            if used
        ]
        if given:
            raise UsageError(f"{given[0]} goes with a model: name one with --model, such as openai/gpt-4o")
