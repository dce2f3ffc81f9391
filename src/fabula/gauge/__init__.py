"""The prose gauge judges only the surface of prose: a baseline for every LLM judge, and an alarm when prose declines.

It scores English chapters from 0 to 100 in milliseconds and asks no model. It imitates the taste of an LLM judge; it
does not measure quality. Each name is imported on first use.
"""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "EMBEDDED": "request",
    "GaugeRequest": "request",
    "GaugeResult": "run",
    "bars": "gauge",
    "better": "gauge",
    "judge_lines": "gauge",
}
__all__ = sorted(_OFFERED)

__getattr__ = offered(__name__, _OFFERED)
