"""Is a summary true to its story? Checks it fact by fact, refines it, and draws the story's character graph.

Ask with a request and its function: `FactCheckRequest` and `run_check`, `RefineRequest` and `run_refine`,
`GraphRequest` and `run_graph`. Each answer has a `result` that can be saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fabula.offering import offered

if TYPE_CHECKING:
    from fabula.facts.check_result import FactCheckResult
    from fabula.facts.checker import CheckerKind
    from fabula.facts.graph_result import GraphResult
    from fabula.facts.refine_result import RefineResult
    from fabula.facts.request import FactCheckRequest, GraphRequest, RefineRequest
    from fabula.facts.run import (
        FactCheckAnswer,
        GraphAnswer,
        RefineAnswer,
        run_check,
        run_graph,
        run_refine,
    )

_FROM = {
    "checker": ("CheckerKind",),
    "request": ("FactCheckRequest", "GraphRequest", "RefineRequest"),
    "check_result": ("FactCheckResult",),
    "graph_result": ("GraphResult",),
    "refine_result": ("RefineResult",),
    "run": ("FactCheckAnswer", "GraphAnswer", "RefineAnswer", "run_check", "run_graph", "run_refine"),
}
_FILES = {name: file for file, names in _FROM.items() for name in names}

__all__ = [
    "CheckerKind",
    "FactCheckAnswer",
    "FactCheckRequest",
    "FactCheckResult",
    "GraphAnswer",
    "GraphRequest",
    "GraphResult",
    "RefineAnswer",
    "RefineRequest",
    "RefineResult",
    "run_check",
    "run_graph",
    "run_refine",
]

__getattr__ = offered(__name__, _FILES)
