"""Agreement between scores and people: coefficients, intervals, groups, baselines, replicates."""

from __future__ import annotations

from fabula.offering import offered

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
__getattr__ = offered(__name__, _OFFERED)
