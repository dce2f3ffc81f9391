"""Many books made a clean shelf: read, compared with each other, cut into chapters. Nothing of the input is changed.

Every name is loaded when it is first used.
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
