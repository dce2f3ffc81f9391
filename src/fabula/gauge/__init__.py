"""The prose gauge: a judge of surface alone, to be beaten by every LLM judge, and an alarm where prose declines.

It scores English chapters from 0 to 100 in milliseconds and asks no model. It imitates the taste of an LLM judge; it
does not measure quality. Every name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFERED = {
    "EMBEDDED": "request",
    "GaugeRequest": "request",
    "GaugeResult": "run",
    "bars": "gauge",
    "better": "gauge",
    "judge_lines": "gauge",
}
__all__ = sorted(_OFFERED)


def __getattr__(name: str) -> Any:
    if name not in _OFFERED:
        raise AttributeError(f"module 'fabula.gauge' has no attribute {name!r}")
    return getattr(import_module(f"fabula.gauge.{_OFFERED[name]}"), name)
