"""What changed between two drafts or reports, beyond noise? Ask with `CompareRequest` and `run`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.offering import offered

if TYPE_CHECKING:
    from fabula.comparison.request import CompareRequest
    from fabula.comparison.result import CompareResult
    from fabula.comparison.run import CompareAnswer, run

_FILES = {"CompareRequest": "request", "CompareResult": "result", "CompareAnswer": "run", "run": "run"}

__all__ = ["CompareAnswer", "CompareRequest", "CompareResult", "run"]

__getattr__ = offered(__name__, _FILES)
