"""What is wrong with a file that should be a book: a notice, so that each face says it in its user's language."""

from __future__ import annotations

from fabula.errors import FabulaError, UsageError
from fabula.languages import Language
from fabula.notices import Notice, worded


class BadFile(FabulaError):
    """A file that cannot be read as a book. `str()` gives the English sentence."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice)
        self.notice = notice

    def __str__(self) -> str:
        return str(self.notice)


class NoSuchFile(BadFile, UsageError):
    """The user named a file that is not there, or that is none."""


def told(error: FabulaError, language: Language) -> str:
    """The error in this language, if it can be told in it; otherwise in English."""
    return worded(error.notice, language) if isinstance(error, BadFile) else str(error)
