"""Server-sent events: an answer that comes piece by piece."""

from __future__ import annotations

import json
from typing import Any


def is_event_stream(content_type: str, text: str) -> bool:
    """Is this body a stream of events? Some servers send one whatever was asked, and some name it otherwise."""
    if "event-stream" in content_type:
        return True
    start = text.lstrip()[:16]
    return start.startswith(("data:", "event:", ": "))


DONE: dict[str, Any] = {"done": True}
"""The event that stands for `[DONE]`, the end of a stream of chat completions."""


def events_in(text: str) -> list[dict[str, Any]]:
    """The JSON objects of all events, in order. Comments, pings and a piece that was cut off are passed over."""
    found = []
    for block in text.replace("\r\n", "\n").replace("\r", "\n").split("\n\n"):
        lines = [line[5:].removeprefix(" ") for line in block.split("\n") if line.startswith("data:")]
        data = "\n".join(lines).strip()
        if not data:
            continue
        if data == "[DONE]":
            found.append(DONE)
            continue
        try:
            event = json.loads(data)
        except ValueError:
            continue
        if isinstance(event, dict):
            found.append(event)
    return found
