"""Whether a book sets its speech without quotation marks, so that no figure of its speech can be right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabula.languages import Language
from fabula.notices import Notice
from fabula.text.book import Chapter

TAGS = 20
"""So many times somebody is said to speak beside words without marks. In a book with marks, a tale or a quotation may do so."""
_OPENS = re.compile(r"[“„«‘「『]|(?:^|\n)\s*(?:[—–―]|--?\s?(?=\w))|(?:^|\s)\"")


def unmarked_speech(chapters: Sequence[Chapter], language: Language) -> Notice | None:
    """A warning about a book that has more such tags than marks of speech."""
    tag = language.dialogue.unmarked
    if tag is None:
        return None
    tags = sum(len(tag.findall(chapter.text)) for chapter in chapters)
    if tags < TAGS or tags <= sum(len(_OPENS.findall(chapter.text)) for chapter in chapters):
        return None
    return Notice.of("text.unmarked-speech", n=tags)
