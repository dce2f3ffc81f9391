"""Where the chapters of a plain text begin."""

from __future__ import annotations

from dataclasses import dataclass

from fabula.text.book import Chapter, LeftOut


@dataclass(frozen=True, slots=True)
class Split:
    """A plain text cut into chapters, what was set aside, and what looked wrong."""

    chapters: tuple[Chapter, ...]
    left_out: tuple[LeftOut, ...]
    warnings: tuple[str, ...]


def split_chapters(plain: str, language: str | None) -> Split:
    """Cut a raw plain text (as decoded: it is tidied here, scene breaks are filled in) into chapters."""
    raise NotImplementedError
