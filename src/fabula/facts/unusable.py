"""Why an answer of the model could not be used, as a notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.notices import Notice

if TYPE_CHECKING:
    from fabula.models.chat import Unusable


def unusable(answer: Unusable) -> Notice:
    """The notice for an unusable answer; `detail` is the server's or the schema's own message."""
    return Notice.of(f"facts.unusable-{answer.reason.replace(' ', '-')}", detail=answer.notice)
