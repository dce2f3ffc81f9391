"""How passages are found in a book: by their meaning where an embedder is at hand, told on the slate as it prepares."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fabula.models.chat import Embedder
    from fabula.studio.tasks.desk import Slate

_TOLD = 128
"""Texts between two words on how far it is; no more than these are a question, and go untold."""


@dataclass(slots=True)
class Watched:
    """An embedder that tells how far it is with a whole book, which it does once; then what was done before goes on."""

    embedder: Embedder
    tell: Callable[..., None]
    """`Slate.stage`."""
    stage: str
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.embedder.name

    def embed(self, texts: Sequence[str]) -> Any:
        import numpy as np

        if len(texts) <= _TOLD:
            return self.embedder.embed(texts)
        parts = []
        for start in range(0, len(texts), _TOLD):
            self.tell("preparing", done=start, of=len(texts))
            parts.append(self.embedder.embed(texts[start : start + _TOLD]))
        self.tell(self.stage)
        return np.concatenate(parts)


def search_of(language: str, slate: Slate, stage: str) -> tuple[Embedder | None, list[str]]:
    """What finds passages of a book in that language while `stage` goes on, and what a user should know of it
    (`facts.search.NAME`)."""
    from fabula.models.embeddings import default_embedder

    embedder, warning = default_embedder(language)
    if embedder is None:
        return None, ["chinese" if language.startswith("zh") else "no_weights"] if warning else []
    return Watched(embedder, slate.stage, stage), []
