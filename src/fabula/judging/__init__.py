"""How good is this book? Ask with `EvaluateRequest` and `run`; many books side by side with `evaluate_many`."""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "EvaluateAnswer": "result",
    "EvaluateRequest": "request",
    "EvaluateResult": "result",
    "Evaluation": "evaluation",
    "ShelfResult": "result",
    "evaluate_many": "many",
    "run": "evaluate",
}
__all__ = sorted(_OFFERED)

__getattr__ = offered(__name__, _OFFERED)
