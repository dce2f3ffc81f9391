"""Plain text files: what the first lines state, and chapters where headings show them."""

from __future__ import annotations

from fabula.notices import Notice
from fabula.text.formats import aozora, titles
from fabula.text.formats.blocks import fill
from fabula.text.formats.draft import Draft
from fabula.text.formats.edges import without_page_edges
from fabula.text.words import count_words

_FEWEST_HEADINGS = 2


def read(text: str, name: str) -> Draft:  # noqa: ARG001 - every reader of text is called alike
    draft = Draft(format="text")
    stated = titles.from_head(text)
    draft.title, draft.author, draft.language = (
        stated.get("title"),
        stated.get("author"),
        stated.get("language"),
    )
    if aozora.is_aozora(text):
        _read_aozora(text, draft)
        return draft
    text, edges = without_page_edges(text)
    draft.cut_plain(text)
    words = count_words(edges, draft.counted_in)
    draft.set_aside(Notice.of("text.page-edges"), Notice.of("text.on-every-page"), words)
    return draft


def _read_aozora(text: str, draft: Draft) -> None:
    """Take the chapters from the headings that a text of Aozora Bunko marks, or as from any other text."""
    draft.language = draft.language or "ja"
    draft.title, draft.author = (each or None for each in aozora.stated(text))
    text, made = aozora.without_marks(text)
    words = count_words(made, draft.counted_in)
    draft.set_aside(Notice.of("text.colophon"), Notice.of("text.not-of-book"), words)
    found = aozora.blocks(text)
    if sum(bool(block.level) for block in found) >= _FEWEST_HEADINGS:
        fill(draft, found)
    else:
        draft.cut_plain(aozora.without_notes(text))
