"""Which of several books is the best? Pairs of them, asked in both orders, as few as the order needs."""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {"RankRequest": "request", "RankResult": "result", "run": "run"}
__all__ = sorted(_OFFERED)
__getattr__ = offered(__name__, _OFFERED)
