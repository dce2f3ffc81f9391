"""Readers' reviews: read from the public release, corrected for bias, counted, and structured by a model."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFERED = {
    "BuildRequest": "request",
    "BuildResult": "result",
    "Review": "reviews",
    "ReviewedBook": "reviews",
    "StatsRequest": "request",
    "StatsResult": "result",
    "read_release": "reviews",
    "run_build": "run",
    "run_stats": "run",
}
__all__ = sorted(_OFFERED)


def __getattr__(name: str) -> Any:
    """The public names, loaded on first use."""
    if name not in _OFFERED:
        raise AttributeError(f"fabula.reviews has no {name}")
    return getattr(import_module(f"fabula.reviews.{_OFFERED[name]}"), name)
