"""What can be known from a book: its people, findings, figures, and a reading by a model or without one."""

from __future__ import annotations

from importlib import import_module
from typing import Any

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


def __getattr__(name: str) -> Any:
    """The public names, loaded on first use."""
    if name not in _OFFERED:
        raise AttributeError(f"fabula.reading has no {name}")
    return getattr(import_module(f"fabula.reading.{_OFFERED[name]}"), name)
