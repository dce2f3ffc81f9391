"""Audits of a judge: what it remembers, what sways it, and whether it says the same twice."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_OFFERED = {
    "AuditInjectionRequest": "request",
    "AuditLengthRequest": "request",
    "AuditMemoryRequest": "request",
    "AuditOrderRequest": "request",
    "AuditRepeatRequest": "request",
    "AuditRequest": "request",
    "AuditMemoryResult": "results",
    "AuditOrderResult": "results",
    "AuditLengthResult": "results",
    "AuditInjectionResult": "results",
    "AuditRepeatResult": "results",
    "AuditResult": "results",
}
__all__ = sorted(_OFFERED)


def __getattr__(name: str) -> Any:
    """What the room offers, loaded when it is first asked for."""
    if name not in _OFFERED:
        raise AttributeError(f"fabula.audits has no {name}")
    return getattr(import_module(f"fabula.audits.{_OFFERED[name]}"), name)
