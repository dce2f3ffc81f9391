"""How signatures name what finds passages: words alone, or words and the vectors of one embedder."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabula.models.chat import Embedder


def search_engine(embedder: Embedder | None) -> str:
    """`bm25`, or `bm25+minilm@53aa51172d14`: another embedder finds other passages, and so gives another number."""
    return "bm25" if embedder is None else f"bm25+{embedder_identity(embedder)}"


def embedder_identity(embedder: Embedder) -> str:
    """The embedder's name, with a digest of its weights or of the server's address where one is known."""
    return str(getattr(embedder, "identity", embedder.name))
