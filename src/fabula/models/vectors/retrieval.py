"""Finds the passages of a book about something: by words, and by meaning if there are vectors."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import bm25s
import numpy as np
import rjieba

from fabula.models.chat import Embedder
from fabula.whole_files import beside

logging.getLogger("bm25s").setLevel(logging.WARNING)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_CHINESE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_RANK_OFFSET = 60
"""Reciprocal rank fusion's constant: how little the very first ranks outweigh those behind them."""
_DEPTH = 200
"""How far down each ranking the fusion looks, at least."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage found. Scores order the hits of one search and cannot be compared across searches."""

    index: int
    score: float


class Passages:
    """The passages of a book, ready to be searched. BM25 over words; fused with vectors where an embedder is given.

    With `keep`, a folder, vectors are computed once for the same texts and embedder and read from there afterwards.
    """

    def __init__(
        self,
        texts: Sequence[str],
        language: str,
        embedder: Embedder | None = None,
        keep: Path | None = None,
    ) -> None:
        self._chinese = language.lower().startswith("zh")
        self._size = len(texts)
        self._embedder = embedder
        self._vocabulary: dict[str, int] = {}
        numbered = [self._numbered(text) for text in texts]
        self._index = bm25s.BM25() if self._vocabulary else None
        if self._index is not None:
            tokenized = bm25s.tokenization.Tokenized(ids=numbered, vocab=self._vocabulary)
            self._index.index(tokenized, show_progress=False)
        self._vectors = _vectors(texts, embedder, keep) if embedder else None

    def search(self, query: str, k: int = 10) -> list[Hit]:
        """The k passages that answer a query best, best first; fewer where fewer have anything of it."""
        return self.search_all([query], k)[0]

    def search_all(self, queries: Sequence[str], k: int = 10, among: int | None = None) -> list[list[Hit]]:
        """Each query's hits, among the first passages only if `among` says so. Many queries cost one embedding batch."""
        if not queries or not self._size:
            return [[] for _ in queries]
        depth = max(_DEPTH, k)
        rankings = [[self._by_words(query, depth, among)] for query in queries]
        if self._vectors is not None and self._embedder is not None:
            nearness = np.asarray(self._embedder.embed(queries)) @ self._vectors[:among].T
            for ranking, row in zip(rankings, nearness, strict=True):
                ranking.append(_first(row, depth))
        return [_fused(ranking)[:k] for ranking in rankings]

    def _numbered(self, text: str) -> list[int]:
        known = self._vocabulary
        return [known.setdefault(word, len(known)) for word in _words(text, self._chinese)]

    def _by_words(self, query: str, depth: int, among: int | None) -> Any:
        known = sorted({self._vocabulary[w] for w in _words(query, self._chinese) if w in self._vocabulary})
        if not known or self._index is None:
            return np.empty(0, dtype=np.intp)
        scores = self._index.get_scores_from_ids(known)[:among]
        order = _first(scores, depth)
        return order[scores[order] > 0]


def _words(text: str, chinese: bool) -> list[str]:
    lowered = text.lower()
    if chinese or _CHINESE.search(lowered):
        return [word for word in rjieba.cut(lowered) if _WORD.fullmatch(word)]
    return [word.replace("’", "'") for word in _WORD.findall(lowered)]


def _first(scores: Any, depth: int) -> Any:
    """The best places, best first; equal scores in the order of the book."""
    return np.argsort(-scores, kind="stable")[:depth]


def _fused(rankings: list[Any]) -> list[Hit]:
    """Reciprocal rank fusion: a high rank in either ranking gives a high rank in the result."""
    total: dict[int, float] = {}
    for ranking in rankings:
        for rank, index in enumerate(ranking.tolist(), start=1):
            total[index] = total.get(index, 0.0) + 1 / (_RANK_OFFSET + rank)
    best = sorted(total.items(), key=lambda found: (-found[1], found[0]))
    return [Hit(index, score) for index, score in best]


def _vectors(texts: Sequence[str], embedder: Embedder, keep: Path | None) -> Any:
    if keep is None:
        return np.asarray(embedder.embed(texts), dtype=np.float32)
    file = keep / f"{_digest(texts, embedder.name)}.npy"
    if file.is_file():
        return np.load(file, allow_pickle=False)
    vectors = np.asarray(embedder.embed(texts), dtype=np.float32)
    with beside(file) as aside, aside.open("wb") as opened:
        np.save(opened, vectors)
    return vectors


def _digest(texts: Sequence[str], embedder: str) -> str:
    digest = sha256(embedder.encode())
    for text in texts:
        digest.update(sha256(text.encode("utf-8", "surrogatepass")).digest())
    return digest.hexdigest()[:24]
