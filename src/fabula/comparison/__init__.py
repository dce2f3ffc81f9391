"""What moved between two drafts, or two reports, beyond the noise? Ask with `CompareRequest` and `run`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fabula.comparison.request import CompareRequest
    from fabula.comparison.result import CompareResult
    from fabula.comparison.run import CompareAnswer, run

_FILES = {"CompareRequest": "request", "CompareResult": "result", "CompareAnswer": "run", "run": "run"}

__all__ = ["CompareAnswer", "CompareRequest", "CompareResult", "run"]


def __getattr__(name: str) -> Any:
    """Load what is asked for, and nothing before."""
    if name not in _FILES:
        raise AttributeError(f"fabula.comparison offers no {name}")
    from importlib import import_module

    return getattr(import_module(f"fabula.comparison.{_FILES[name]}"), name)
