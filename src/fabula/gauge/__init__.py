"""The prose gauge: a judge of surface alone, to be beaten by every LLM judge, and an alarm where prose declines.

It scores English chapters from 0 to 100 in milliseconds and asks no model. It imitates the taste of an LLM judge; it
does not measure quality. Every name is loaded when it is first used.
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
