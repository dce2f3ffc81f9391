"""Many books made a clean shelf: read, compared with each other, cut into chapters. Nothing of the input is changed.

Every name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFERED = {
    "CorpusChaptersRequest": "request",
    "CorpusChaptersResult": "run",
    "CorpusCleanRequest": "request",
    "CorpusCleanResult": "run",
    "CorpusDedupRequest": "request",
    "CorpusDedupResult": "run",
    "duplicates": "clean",
}
__all__ = sorted(_OFFERED)


def __getattr__(name: str) -> Any:
    if name not in _OFFERED:
        raise AttributeError(f"module 'fabula.shelf' has no attribute {name!r}")
    return getattr(import_module(f"fabula.shelf.{_OFFERED[name]}"), name)
