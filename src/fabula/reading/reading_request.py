"""Options of every request that has a model read books: how they are cut, what is masked, and what was read before."""

from __future__ import annotations

from typing import Any

from fabula.request import option
from fabula.text.segments import SEGMENT_TOKENS


def segment_tokens_option() -> Any:
    """A field `segment_tokens: int`."""
    return option(
        SEGMENT_TOKENS,
        help="How many tokens of the book one step reads.",
        changes_result=True,
        signed_as="segment",
        minimum=500,
    )


def keep_instructions_option() -> Any:
    """A field `keep_instructions: bool`."""
    return option(
        False,
        help="Send passages that address the model instead of masking them.",
        changes_result=True,
    )


def saved_readings() -> Any:
    """A field `reading: tuple[Path, ...]`."""
    return option(
        (),
        help="Files of `fabula read`, or a folder of them: these books are not read again; may be repeated.",
        changes_result=True,
    )
