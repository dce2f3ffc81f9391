"""Makes a clean shelf of many books: reads them, compares them, splits them into chapters. The input stays unchanged.

Each name is imported on first use.
"""

from __future__ import annotations

from fabula.offering import offered

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

__getattr__ = offered(__name__, _OFFERED)
