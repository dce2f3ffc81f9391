"""The words that a novelist may not know, one sentence each: at the foot of reports, in the studio, in docs/glossary.md.

`python -m fabula.reports.glossary > docs/glossary.md` writes the page of the documentation.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cache

from fabula.languages import ENGLISH, Language
from fabula.languages.label_files import label_texts, labelled

_OF_THE_BOOK = re.compile(r"<(\w+)\b[^>]*\blang=[^>]*>.*?</\1>", re.DOTALL)
"""What a page shows in the book's language: the book's own words."""
_TAG = re.compile(r"<[^>]*>")
_HEAD = "# Glossary\n\nOne sentence for each word that a novelist, or a statistician, may not know.\n"


@cache
def glossary(language: Language) -> tuple[tuple[str, str], ...]:
    """Each word with its sentence, in this language or in English."""
    texts = label_texts("glossary", language.among(labelled("glossary")))
    return tuple(
        (texts[key], texts[key.removesuffix("word") + "means"]) for key in texts if key.endswith(".word")
    )


def used_in(words: Iterable[tuple[str, str]], body: str) -> list[tuple[str, str]]:
    """The words of the glossary that a page itself uses, not the book. Of several words, such as *Kendall's tau*, the last
    tells."""
    said = _TAG.sub(" ", _OF_THE_BOOK.sub(" ", body)).lower()
    return [(word, means) for word, means in words if _said(word.lower(), said)]


def _said(word: str, text: str) -> bool:
    for part in re.split(r", |、|，", word):
        last = part.split()[-1] if part.isascii() else part
        if last in text and (not part.isascii() or re.search(rf"\b{re.escape(last)}s?\b", text)):
            return True
    return False


def as_markdown() -> str:
    """The glossary as a page of the documentation."""
    return "\n".join([_HEAD, *(f"**{word}**\n:   {means}\n" for word, means in glossary(ENGLISH))])


if __name__ == "__main__":
    sys.stdout.write(as_markdown())
