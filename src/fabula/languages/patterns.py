"""Patterns of all languages with a folder in one, for what is read before the language of a text is known."""

from __future__ import annotations

import re
from typing import Literal

from fabula.languages.language import each_ruled
from fabula.languages.topics.headings import NEVER


def fragments(topic: Literal["headings", "matter", "numerals"], name: str) -> str:
    """The patterns that the languages have under a name, side by side."""
    found = [getattr(getattr(language, topic), name) for language in each_ruled()]
    return "|".join(each for each in found if each and each != NEVER)


def in_any_language(topic: Literal["headings", "matter"], name: str) -> re.Pattern[str]:
    """The same, compiled without regard to capitals."""
    return re.compile(fragments(topic, name), re.I | re.S)
