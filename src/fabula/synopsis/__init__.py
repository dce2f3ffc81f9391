"""A reading as a product: what happens in a book, to whom, and what it promises. Read once, for every judge."""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {"ReadRequest": "request", "ReadAnswer": "run", "run": "run"}
__all__ = sorted(_OFFERED)
__getattr__ = offered(__name__, _OFFERED)
