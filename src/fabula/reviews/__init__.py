"""Readers' reviews: read from the public release, corrected for bias, counted, and structured by a model."""

from __future__ import annotations

from fabula.offering import offered

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
__getattr__ = offered(__name__, _OFFERED)
