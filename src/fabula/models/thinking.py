"""Reasoning models: which ones they are, and how much room their thoughts get beside the answer."""

from __future__ import annotations

import re

from fabula.models.providers import Address

_REASONING = re.compile(
    r"(?:^|/)(?:o[134](?:-|$)|gpt-5(?!.*chat)|gpt-oss|deepseek-reasoner|deepseek-r1|grok-(?:3-mini|4|code)|magistral|qwq"
    r"|gemini-(?:2\.5|3)|glm-(?:4\.[5-9]|[5-9])|minimax-m|kimi-k2-thinking)|-thinking\b|-reasoning\b|-r1\b",
    re.IGNORECASE,
)
_ROOM = {"none": 0, "minimal": 1_024, "low": 4_096, "medium": 8_192, "high": 24_576}
"""Tokens for thoughts by effort, to begin with."""
FIRST_ROOM = 8_192
MOST_ROOM = 131_072


def is_reasoning(where: Address) -> bool:
    """Does the model think before it answers, as far as its name or the settings say?"""
    effort = where.settings.reasoning_effort
    return effort not in (None, "none") or (effort is None and _REASONING.search(where.model) is not None)


def thinks_on_request(where: Address) -> bool:
    """Did the user ask for thoughts? Some protocols give none unless they are asked for."""
    return where.settings.reasoning_effort not in (None, "none")


def first_room(where: Address) -> int:
    """Tokens for thoughts beyond the answer's own limit, before anything is known of the server."""
    if where.in_this_process or not is_reasoning(where):
        return 0
    return _ROOM.get(where.settings.reasoning_effort or "medium", FIRST_ROOM)


def more_room(room: int) -> int | None:
    """The next larger room, for answers that were cut off in thought; None where there is no larger one."""
    larger = max(FIRST_ROOM, 2 * room)
    return larger if larger <= MOST_ROOM else None
