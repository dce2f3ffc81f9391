"""Asking language models: doors, the ledger of paid answers, budgets, prompts, embedders and passages."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFERED = {
    "ChatMessage": "chat",
    "ChatRequest": "chat",
    "Choice": "chat",
    "Door": "door",
    "DoorSettings": "door",
    "Doors": "several",
    "Embedder": "chat",
    "ModelOptions": "options",
    "Passages": "vectors.retrieval",
    "Prompt": "prompts",
    "Tally": "chat",
    "Unusable": "chat",
    "default_embedder": "vectors.embeddings",
    "embedder": "vectors.embeddings",
    "fence": "prompts",
    "load_prompt": "prompts",
    "open_door": "door",
    "open_doors": "several",
    "usage_total": "bill",
}
__all__ = sorted(_OFFERED)


def __getattr__(name: str) -> Any:
    """What the room offers, loaded when it is first asked for."""
    if name not in _OFFERED:
        raise AttributeError(f"fabula.models has no {name}")
    return getattr(import_module(f"fabula.models.{_OFFERED[name]}"), name)
