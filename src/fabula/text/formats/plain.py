"""Plain text files: what the first lines state, and chapters where headings show them."""

from __future__ import annotations

from fabula.notices import Notice
from fabula.text.formats import titles
from fabula.text.formats.draft import Draft
from fabula.text.formats.edges import without_page_edges
from fabula.text.words import count_words


def read(text: str, name: str) -> Draft:  # noqa: ARG001 - every reader of text is called alike
    draft = Draft(format="text")
    stated = titles.from_head(text)
    draft.title, draft.author, draft.language = (
        stated.get("title"),
        stated.get("author"),
        stated.get("language"),
    )
    text, edges = without_page_edges(text)
    draft.cut_plain(text)
    words = count_words(edges, draft.counted_in)
    draft.set_aside(Notice.of("text.page-edges"), Notice.of("text.on-every-page"), words)
    return draft
