"""Plain text files: what the first lines state, and chapters where headings show them."""

from __future__ import annotations

from fabula.text.formats import titles
from fabula.text.formats.draft import Draft


def read(text: str, name: str) -> Draft:  # noqa: ARG001 - every reader of text is called alike
    draft = Draft(format="text")
    stated = titles.from_head(text)
    draft.title, draft.author, draft.language = (
        stated.get("title"),
        stated.get("author"),
        stated.get("language"),
    )
    draft.cut_plain(text)
    return draft
