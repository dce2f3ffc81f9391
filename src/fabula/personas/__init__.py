"""Readers: how one would rate a story, which of two they would choose, and what their ratings alone tell."""

from __future__ import annotations

from importlib import import_module
from typing import Any

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


def __getattr__(name: str) -> Any:
    """What the room offers, loaded when it is first asked for."""
    if name not in _OFFERED:
        raise AttributeError(f"fabula.personas has no {name}")
    return getattr(import_module(f"fabula.personas.{_OFFERED[name]}"), name)
