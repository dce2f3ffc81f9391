"""Does a model know its literature? Multiple-choice questions about novels: run, check, sort, make and review them.

Each question to this room is a request, answered by `run` of the module beside it: QuizRunRequest by `run`,
QuizCheckRequest by `checking`, QuizClassifyRequest by `classifying`, QuizDifficultyRequest by `difficulty`,
QuizMakeRequest by `making`, QuizReviewRequest by
`reviewing`, QuizRedraftRequest by `redrafting`, QuizExportRequest by `exporting`, QuizImportRequest by `importing`. Each name is imported on first use.
"""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "Question": "questions",
    "QuizCheckRequest": "request",
    "QuizCheckResult": "checking",
    "QuizClassifyRequest": "request",
    "QuizClassifyResult": "classifying",
    "QuizDifficultyRequest": "request",
    "QuizDifficultyResult": "difficulty",
    "QuizExportRequest": "request",
    "QuizExportResult": "exporting",
    "QuizImportRequest": "request",
    "QuizImportResult": "importing",
    "QuizMakeRequest": "request",
    "QuizMakeResult": "making",
    "QuizRedraftRequest": "request",
    "QuizRedraftResult": "redrafting",
    "QuizReviewRequest": "request",
    "QuizReviewResult": "reviewing",
    "QuizRunRequest": "request",
    "QuizRunResult": "results",
    "QuizSet": "questions",
    "read_set": "files",
}
__all__ = sorted(_OFFERED)

__getattr__ = offered(__name__, _OFFERED)
