"""Agreement between scores and people: coefficients, intervals, groups, baselines, replicates."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFERED = {
    "AgreeRequest": "request",
    "AgreeResult": "result",
    "Refused": "refusal",
    "estimate": "intervals",
    "holm": "intervals",
    "kendall": "agreement",
    "krippendorff_alpha": "agreement",
    "mean_interval": "intervals",
    "pearson": "agreement",
    "repeatability": "replicates",
    "spearman": "agreement",
    "within_groups": "groups",
}
__all__ = sorted(_OFFERED)


def __getattr__(name: str) -> Any:
    """The public names, loaded on first use."""
    if name not in _OFFERED:
        raise AttributeError(f"fabula.measures has no {name}")
    return getattr(import_module(f"fabula.measures.{_OFFERED[name]}"), name)
