"""HTML pages: one file with a whole book."""

from __future__ import annotations

import re
from typing import Any

from fabula.notices import Notice
from fabula.text.formats import markup
from fabula.text.formats.blocks import Block, fill
from fabula.text.formats.draft import Draft
from fabula.text.words import count_words

_AUTHOR_TAGS = ("author", "dc.creator", "dcterms.creator", "og:author", "book:author", "article:author")
_TITLE_TAGS = ("og:title", "dc.title", "dcterms.title")
_NOTICE = re.compile(r"^The Project Gutenberg e-?book of |\s*\|\s*Project Gutenberg$", re.I)


def read(text: str, name: str) -> Draft:
    draft = Draft(format="html")
    fill(draft, row(text, name, draft))
    return draft


def row(text: str, name: str, draft: Draft) -> list[Block]:
    """The page's blocks. `text` is already decoded, so the encoding that the page declares is ignored."""
    text = re.sub(r"\A\s*<\?xml[^>]*\?>", '<?xml version="1.0"?>', text)
    root = markup.parse(text.encode("utf-8"), name, encoding="utf-8")
    _metadata(root, draft)

    def set_aside(what: Notice, why: Notice, words: str) -> None:
        draft.set_aside(what, why, count_words(words, draft.counted_in))

    body = next((each for each in root.iter("{*}body")), root)
    return markup.blocks(body, set_aside)


def _metadata(root: Any, draft: Draft) -> None:
    draft.language = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang")
    stated: dict[str, str] = {}
    for meta in root.iter("{*}meta"):
        key = (meta.get("name") or meta.get("property") or "").lower()
        if key and (content := (meta.get("content") or "").strip()):
            stated.setdefault(key, content)
    draft.author = next((stated[key] for key in _AUTHOR_TAGS if key in stated), None)
    element = next(iter(root.iter("{*}title")), None)
    printed = " ".join("".join(element.itertext()).split()) if element is not None else ""
    title = next((stated[key] for key in _TITLE_TAGS if key in stated), printed)
    title = _NOTICE.sub("", title)
    title, _, by = title.partition(", by ")
    draft.title, draft.author = title.strip() or None, draft.author or by.strip() or None
