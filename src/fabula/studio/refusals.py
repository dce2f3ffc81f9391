"""What a page of the studio cannot do, and what is not there: one line, in the language of whoever looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fabula.bad_files import BadFile, told
from fabula.errors import FabulaError, UsageError
from fabula.languages import ENGLISH
from fabula.notices import NoticeDocument
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


def in_words(error: FabulaError, say: Labels) -> str:
    """The error in the language of these labels, where it can be told in it."""
    return error.worded(say) if isinstance(error, Worded) else told(error, say.language)


def account(error: FabulaError) -> dict[str, str | NoticeDocument]:
    """What a job's state keeps, so that whoever looks at it is told in their language."""
    if isinstance(error, BadFile):
        return {"notice": error.notice.document}
    return {"refused": error.what} if isinstance(error, Worded) else {}


def trouble(state: Mapping[str, Any], say: Labels) -> str:
    """Why a job failed, as its state keeps it. Empty if it did not."""
    if state.get("refused"):
        return say(f"refused.{state['refused']}")
    return say.notice(state["notice"]) if state.get("notice") else str(state.get("error") or "")


class Refused(Worded, UsageError):
    """The user gave something that the page cannot take."""


class Missing(Worded, NotFound):
    """What was asked for is not there."""
