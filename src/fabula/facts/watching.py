"""Shows how far an embedder has come with many passages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fabula.models.vectors.engines import embedder_identity

if TYPE_CHECKING:
    from fabula.models.chat import Embedder

_BATCH = 64
"""Texts between two reports. No more than these need no progress."""


@dataclass(slots=True)
class WatchedEmbedder:
    """An embedder that reports how many texts are done, of how many."""

    embedder: Embedder
    report: Callable[[int, int], None]
    name: str = field(init=False)
    identity: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.embedder.name
        self.identity = embedder_identity(self.embedder)

    def embed(self, texts: Sequence[str]) -> Any:
        """Vectors of the texts, batch by batch."""
        import numpy as np

        if len(texts) <= _BATCH:
            return self.embedder.embed(texts)
        parts = []
        for start in range(0, len(texts), _BATCH):
            self.report(start, len(texts))
            parts.append(self.embedder.embed(texts[start : start + _BATCH]))
        self.report(len(texts), len(texts))
        return np.concatenate(parts)
