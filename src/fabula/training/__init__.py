"""Fine-tuning a judge: reviews as training examples, and LoRA or full training on them (needs fabula[train])."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFERED = {
    "ExportRequest": "request",
    "ExportResult": "result",
    "FineTuneRequest": "request",
    "FineTuneResult": "result",
    "run_export": "run",
    "run_fine_tune": "run",
}
__all__ = sorted(_OFFERED)


def __getattr__(name: str) -> Any:
    """The public names, loaded on first use."""
    if name not in _OFFERED:
        raise AttributeError(f"fabula.training has no {name}")
    return getattr(import_module(f"fabula.training.{_OFFERED[name]}"), name)
