"""Plain text files."""

from __future__ import annotations

import re

from fabula.text import titles
from fabula.text.book import LeftOut
from fabula.text.draft import Draft
from fabula.text.words import count_words

_START = re.compile(r"^\*{3} ?START OF (?:THE|THIS) PROJECT GUTENBERG EBOOK.*$", re.M | re.I)
_END = re.compile(
    r"^(?:\*{3} ?END OF (?:THE|THIS) PROJECT GUTENBERG EBOOK|End of (?:the )?Project Gutenberg).*$",
    re.M | re.I,
)


def read(text: str, name: str) -> Draft:  # noqa: ARG001 - every reader of text is called alike
    draft = Draft(format="text")
    stated = titles.from_head(text)
    draft.title, draft.author, draft.language = (
        stated.get("title"),
        stated.get("author"),
        stated.get("language"),
    )
    draft.cut_plain(without_gutenberg(text, draft.left_out))
    return draft


def without_gutenberg(text: str, left_out: list[LeftOut]) -> str:
    """The text between Project Gutenberg's notices, which are listed as left out."""
    start = _START.search(text)
    end = _END.search(text, start.end() if start else 0)
    begin, stop = (start.end() if start else 0), (end.start() if end else len(text))
    for notice, where in ((text[:begin], "before"), (text[stop:], "after")):
        if notice.strip():
            words = count_words(notice, "en")
            left_out.append(
                LeftOut("Project Gutenberg's notice", f"not the author's, {where} the text", words)
            )
    return text[begin:stop]
