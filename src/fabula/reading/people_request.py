"""The option that corrects the people of a book, the same for every command that shows them."""

from __future__ import annotations

from typing import Any

from fabula.request import option


def people_file() -> Any:
    """A field `people: Path | None`."""
    return option(
        None,
        help="Your corrections of the book's people: a TOML file as `outline --people-out` writes it.",
        changes_result=True,
    )
