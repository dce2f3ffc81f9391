"""Asking language models: doors, the ledger of paid answers, budgets, prompts, embedders and passages."""

from __future__ import annotations

from fabula.offering import offered

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
__getattr__ = offered(__name__, _OFFERED)
