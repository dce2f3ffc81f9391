"""Orders passages found by words also by meaning. Only these passages are embedded, never the whole book."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fabula.models.vectors.embeddings import VectorCache
from fabula.models.vectors.engines import embedder_identity

if TYPE_CHECKING:
    from fabula.models.chat import Embedder

CANDIDATES = 20
"""How many of the passages found by words are compared by meaning."""
_RANK_OFFSET = 60
"""Reciprocal rank fusion's constant."""


class Reranker:
    """Passages by number, with the vectors of those that were candidates. `keep` is the folder of a cache."""

    def __init__(self, texts: Sequence[str], embedder: Embedder, keep: Path | None) -> None:
        self._texts = texts
        self._embedder = embedder
        self._cache = VectorCache(keep / "passages.sqlite") if keep is not None else None
        self._vectors: dict[int, Any] = {}

    def ordered(self, queries: Sequence[str], found: Sequence[Sequence[int]]) -> list[list[int]]:
        """The passages found for each query, best first by words and meaning together."""
        self._prepare(sorted({index for hits in found for index in hits[:CANDIDATES]}))
        asked = np.asarray(self._embedder.embed(queries)) if queries else ()
        return [self._fused(vector, list(hits)) for vector, hits in zip(asked, found, strict=True)]

    def _fused(self, query: Any, hits: list[int]) -> list[int]:
        first = hits[:CANDIDATES]
        near = sorted(first, key=lambda index: -float(query @ self._vectors[index]))
        place = {index: 1 / (_RANK_OFFSET + rank) for rank, index in enumerate(near, 1)}
        by_words = {index: 1 / (_RANK_OFFSET + rank) for rank, index in enumerate(first, 1)}
        best = sorted(first, key=lambda index: -(place[index] + by_words[index]))
        return [*best, *hits[CANDIDATES:]]

    def _prepare(self, wanted: Sequence[int]) -> None:
        missing = [index for index in wanted if index not in self._vectors]
        keys = {index: self._key(self._texts[index]) for index in missing}
        known = self._cache.find(list(keys.values())) if self._cache is not None else {}
        self._vectors |= {index: known[key] for index, key in keys.items() if key in known}
        new = [index for index in missing if index not in self._vectors]
        if not new:
            return
        made = np.asarray(self._embedder.embed([self._texts[index] for index in new]), dtype=np.float32)
        self._vectors |= dict(zip(new, made, strict=True))
        if self._cache is not None:
            self._cache.save({keys[index]: vector for index, vector in zip(new, made, strict=True)})

    def _key(self, text: str) -> bytes:
        return sha256(
            f"{embedder_identity(self._embedder)}\0{text}".encode("utf-8", "surrogatepass")
        ).digest()
