"""The reader model: what readers would give a book, predicted from its genres and summaries without an LLM."""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "Abstained": "rating",
    "BookFacts": "rating",
    "Comparable": "comparable",
    "LikeRequest": "request",
    "LikeResult": "result",
    "PredictRequest": "request",
    "PredictResult": "result",
    "ReaderModel": "model",
    "ReaderRating": "rating",
    "TrainReaderModelRequest": "request",
    "TrainReaderModelResult": "result",
    "like": "comparable",
    "load": "model",
    "predict": "predicting",
    "run_like": "run",
    "run_predict": "run",
    "run_train": "run",
    "shipped": "model",
}
__all__ = sorted(_OFFERED)
__getattr__ = offered(__name__, _OFFERED)
