"""What a user may say of a book that its file does not say, or says wrongly: options of every request about a book."""

from __future__ import annotations

from typing import Any

from fabula.request import option


def stated_premise() -> Any:
    """A field `premise: str | None`."""
    return option(
        None,
        help="What the book is about, in a few lines, as on a back cover.",
        changes_result=True,
        signed_as="about",
    )


def stated_title() -> Any:
    """A field `title: str | None`."""
    return option(None, help="The title, if the file's is wrong.", changes_result=True, signed_as="about")


def stated_author() -> Any:
    """A field `author: str | None`."""
    return option(None, help="The author, if the file's is wrong.", changes_result=True, signed_as="about")


def stated_language() -> Any:
    """A field `language: str | None`."""
    return option(
        None,
        help="The book's language (en, zh, es), if it is not recognised.",
        changes_result=True,
        signed_as="about",
    )
