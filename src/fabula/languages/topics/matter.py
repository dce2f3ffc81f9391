"""Front and back matter: the titles of such pages, and phrases on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from fabula.languages.topics.headings import NEVER

Stated = Literal["title", "author", "language"]


@dataclass(frozen=True, slots=True)
class MatterRules:
    """The words of a language for what is not story. Fields of type `str` are case-insensitive patterns.

    Like headings, they are matched before the language of the text is known.
    """

    anywhere: str = NEVER
    """Titles that are never story."""
    before: str = NEVER
    """Titles that are not story before the first chapter."""
    after: str = NEVER
    """Titles that are not story after the last chapter."""
    copyright: str = NEVER
    """Phrases of a copyright page."""
    advert: str = NEVER
    """What a site that posts a novel again adds to its chapters: where to read on, whom to tell of errors, links. In lower case:
    the whole text is searched for it, which takes ten times as long where case is ignored."""
    letters: str = ""
    """Letters of which each advert has one, as in a set of a pattern: a text without them is not searched. Empty if they are Latin."""
    stated: Mapping[str, Stated] = field(default_factory=dict)
    """Words before a colon at the head of a file, and what follows it: `author: `."""
    byline: str = NEVER
    """The word before an author's name under the title: `by`."""
    title_line: re.Pattern[str] | None = None
    """A line with the title (group 1) between its marks, and perhaps the author (group 2)."""
    author_line: re.Pattern[str] | None = None
    """A line under the title with the author (group 1)."""
    is_author: Callable[[str], bool] | None = None
    """Whether a line between the title and the first heading is an author's name and nothing else."""
    said_below: str = NEVER
    """What begins an author's words to readers below a chapter: 作者有话说：, `A/N:`."""
    page_before: str = NEVER
    """What a printed page number follows: `page `."""
    page_after: str = NEVER
