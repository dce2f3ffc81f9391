"""A batch as the ledger keeps it, so that a killed run finds it again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptBatch:
    """A batch that was handed in, or was about to be."""

    mark: str
    """Ours; written down before the batch is handed in."""
    name: str | None
    """The provider's; None where the run was killed before it learned it."""
    entries: frozenset[str]
