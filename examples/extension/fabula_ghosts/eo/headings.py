"""Esperanto headings: Ĉapitro 3, Prologo."""

import re

from fabula.languages.topics.headings import CHAPTER, Heading, HeadingRules, ReadLine

_CHAPTER = re.compile(r"ĉapitro\s+(\d{1,3})\b[.:\s]*(.*)", re.IGNORECASE)


def _read(line: str, any_language: ReadLine) -> Heading | None:
    found = _CHAPTER.fullmatch(line.strip())
    return Heading(CHAPTER, "chapter", int(found[1]), line.strip(), found[2]) if found else None


RULES = HeadingRules(
    read=_read, begins=r"ĉapitro|prologo", numbered=r"ĉapitro\s+\d{1,3}\b.*", named=r"prologo"
)
