"""Fine-tuning a judge: reviews as training examples, and LoRA or full training on them (needs fabula[train])."""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "ExportRequest": "request",
    "ExportResult": "result",
    "FineTuneRequest": "request",
    "FineTuneResult": "result",
    "run_export": "run",
    "run_fine_tune": "run",
}
__all__ = sorted(_OFFERED)
__getattr__ = offered(__name__, _OFFERED)
