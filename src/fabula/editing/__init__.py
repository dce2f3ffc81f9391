"""A developmental edit: notes at the line, what to keep, and a letter to the author."""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {"EditRequest": "request", "EditAnswer": "run", "EditResult": "result", "run": "run"}
__all__ = sorted(_OFFERED)
__getattr__ = offered(__name__, _OFFERED)
