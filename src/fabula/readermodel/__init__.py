"""The reader model: what readers would give a book, predicted from its genres and summaries without an LLM."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFERED = {
    "Abstained": "model",
    "BookFacts": "model",
    "Comparable": "comparable",
    "LikeRequest": "request",
    "LikeResult": "result",
    "PredictRequest": "request",
    "PredictResult": "result",
    "ReaderModel": "model",
    "ReaderRating": "model",
    "TrainReaderModelRequest": "request",
    "TrainReaderModelResult": "result",
    "like": "comparable",
    "load": "model",
    "predict": "model",
    "run_like": "run",
    "run_predict": "run",
    "run_train": "run",
    "shipped": "model",
}
__all__ = sorted(_OFFERED)


def __getattr__(name: str) -> Any:
    """The public names, loaded on first use."""
    if name not in _OFFERED:
        raise AttributeError(f"fabula.readermodel has no {name}")
    return getattr(import_module(f"fabula.readermodel.{_OFFERED[name]}"), name)
