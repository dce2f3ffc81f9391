"""Combined patterns of all languages with a folder, for text read before its language is known."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from fabula.languages.language import each_with
from fabula.languages.topics.headings import NEVER


def fragments(topic: Literal["headings", "matter", "numerals"], name: str) -> str:
    """The patterns of all languages under one name, as alternatives."""
    found = [getattr(getattr(language, topic), name) for language in each_with(topic)]
    return "|".join(each for each in found if each and each != NEVER)


@cache
def in_any_language(topic: Literal["headings", "matter"], name: str) -> re.Pattern[str]:
    """The combined pattern, compiled to ignore case when it is first needed."""
    return re.compile(fragments(topic, name), re.I | re.S)
