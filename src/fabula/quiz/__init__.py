"""Does a model know its literature? Multiple-choice questions about novels: run, checked, sorted, made, reviewed.

Each question to this room is a request, answered by `run` of the module beside it: QuizRunRequest by `run`,
QuizCheckRequest by `checking`, QuizClassifyRequest by `classifying`, QuizMakeRequest by `making`, QuizReviewRequest by
`reviewing`, QuizExportRequest by `exporting`. Every name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFERED = {
    "Question": "questions",
    "QuizCheckRequest": "request",
    "QuizCheckResult": "checking",
    "QuizClassifyRequest": "request",
    "QuizClassifyResult": "classifying",
    "QuizExportRequest": "request",
    "QuizExportResult": "exporting",
    "QuizMakeRequest": "request",
    "QuizMakeResult": "making",
    "QuizReviewRequest": "request",
    "QuizReviewResult": "reviewing",
    "QuizRunRequest": "request",
    "QuizRunResult": "results",
    "QuizSet": "questions",
    "read_set": "files",
}
__all__ = sorted(_OFFERED)


def __getattr__(name: str) -> Any:
    if name not in _OFFERED:
        raise AttributeError(f"module 'fabula.quiz' has no attribute {name!r}")
    return getattr(import_module(f"fabula.quiz.{_OFFERED[name]}"), name)
