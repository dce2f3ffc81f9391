"""What an author tells readers below a chapter, on sites where novels appear as they are written: 作者有话说：, `A/N:`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from fabula.languages import Language
from fabula.languages.patterns import fragments
from fabula.notices import Notice
from fabula.text.book import Chapter, LeftOut
from fabula.text.words import count_words

_STORY_HAS = 0.6
"""Of a chapter, what is above such a note at least. A note above the story has no end that can be told."""


def without_authors_notes(
    chapters: Sequence[Chapter], language: Language
) -> tuple[tuple[Chapter, ...], list[LeftOut]]:
    """The chapters without such notes, and how many words these have."""
    kept: list[Chapter] = []
    words: dict[str, int] = {}
    for chapter in chapters:
        note = _note(chapter.text)
        if note is None:
            kept.append(chapter)
            continue
        name = " ".join(note[0].rstrip(":： 　").split())
        words[name] = words.get(name, 0) + count_words(chapter.text[note.start() :], language)
        text = chapter.text[: note.start()].rstrip()
        breaks = tuple(place for place in chapter.scene_breaks if place < len(text))
        kept.append(replace(chapter, text=text, scene_breaks=breaks))
    return tuple(kept), list(_left_out(words.items()))


def _left_out(words: Iterable[tuple[str, int]]) -> Iterable[LeftOut]:
    for name, count in words:
        yield LeftOut(Notice.of("text.title", title=name), Notice.of("text.not-story-by-title"), count)


def _note(text: str) -> re.Match[str] | None:
    """The first words of a note that goes on to the chapter's end."""
    return _begins().search(text, int(_STORY_HAS * len(text)))


@cache
def _begins() -> re.Pattern[str]:
    return re.compile(rf"(?<=\n)(?:{fragments('matter', 'said_below')})", re.I)
