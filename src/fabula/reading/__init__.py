"""What can be known from a book: its people, findings, figures, and a reading by a model or without one."""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "Cast": "cast",
    "Character": "reading",
    "Finding": "findings",
    "Graph": "graph",
    "Location": "reading",
    "Measured": "measured",
    "QuoteFinder": "quotations",
    "Reading": "reading",
    "find_cast": "cast",
    "measure": "measured",
    "read_story": "story",
    "scenes": "scenelist",
    "summarise": "hierarchy",
}
__all__ = sorted(_OFFERED)
__getattr__ = offered(__name__, _OFFERED)
