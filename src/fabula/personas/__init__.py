"""Readers: how one would rate a story, which of two they would choose, and predictions from ratings alone."""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "PersonaBuildRequest": "request",
    "PersonaBuildResult": "results",
    "PersonaCompareRequest": "request",
    "PersonaCompareResult": "results",
    "PersonaRateRequest": "request",
    "PersonaRateResult": "results",
    "PersonaSettings": "prompt_settings",
    "Profile": "profiles",
    "read_profiles": "profiles",
    "read_table": "rating_tables",
}
__all__ = sorted(_OFFERED)

__getattr__ = offered(__name__, _OFFERED)
