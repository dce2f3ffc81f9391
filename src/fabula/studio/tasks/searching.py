"""Shows how far an embedder has come with a whole book."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fabula.models.chat import Embedder
    from fabula.studio.tasks.context import Progress

_BATCH = 128
"""Texts between two updates. No more than these are a question and need no progress."""


@dataclass(slots=True)
class WatchedEmbedder:
    """An embedder that reports its progress with a whole book, then gives the stage back to what went on before."""

    embedder: Embedder
    report: Callable[..., None]
    """`Progress.stage`."""
    stage: str
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.embedder.name

    def embed(self, texts: Sequence[str]) -> Any:
        """Vectors of the texts, batch by batch."""
        import numpy as np

        if len(texts) <= _BATCH:
            return self.embedder.embed(texts)
        parts = []
        for start in range(0, len(texts), _BATCH):
            self.report("preparing", done=start, of=len(texts))
            parts.append(self.embedder.embed(texts[start : start + _BATCH]))
        self.report(self.stage)
        return np.concatenate(parts)


def watched_by(progress: Progress, stage: str) -> Callable[[Embedder], Embedder]:
    """What wraps an embedder while `stage` goes on."""
    return lambda embedder: WatchedEmbedder(embedder, progress.stage, stage)
