"""What a page of the studio cannot do, and what is not there: one line, in the language of whoever looks."""

from __future__ import annotations

from fabula.errors import FabulaError, UsageError
from fabula.languages import ENGLISH
from fabula.reports.labels import Labels
from fabula.studio.labels import studio_labels


class NotFound(FabulaError):
    """There is nothing here by that name."""


class Worded(FabulaError):
    """An error by the name of its label. The text is English, for logs and for what is not a page."""

    def __init__(self, what: str) -> None:
        super().__init__(studio_labels(ENGLISH)(f"refused.{what}"))
        self.what = what

    def worded(self, say: Labels) -> str:
        """The sentence in the language of these labels."""
        return say(f"refused.{self.what}")


class Refused(Worded, UsageError):
    """The user gave something that the page cannot take."""


class Missing(Worded, NotFound):
    """What was asked for is not there."""
