"""Audits of a judge: what it remembers, what influences it, and whether it repeats its answers."""

from __future__ import annotations

from fabula.offering import offered

_OFFERED = {
    "AuditInjectionRequest": "request",
    "AuditLengthRequest": "request",
    "AuditMemoryRequest": "request",
    "AuditOrderRequest": "request",
    "AuditRepeatRequest": "request",
    "AuditStoryRequest": "request",
    "AuditReaderRequest": "request",
    "AuditCopyingRequest": "request",
    "AuditAuthorRequest": "request",
    "AuditLanguageRequest": "request",
    "AuditFormattingRequest": "request",
    "AuditPositionRequest": "request",
    "AuditOwnRequest": "request",
    "AuditAllRequest": "request",
    "AuditRequest": "request",
    "AuditMemoryResult": "results",
    "AuditOrderResult": "results",
    "AuditLengthResult": "results",
    "AuditInjectionResult": "results",
    "AuditRepeatResult": "results",
    "AuditStoryResult": "results",
    "AuditReaderResult": "results",
    "AuditCopyingResult": "results",
    "AuditAuthorResult": "results",
    "AuditLanguageResult": "results",
    "AuditFormattingResult": "results",
    "AuditPositionResult": "results",
    "AuditOwnResult": "results",
    "AuditAllResult": "results",
    "AuditResult": "results",
}
__all__ = sorted(_OFFERED)

__getattr__ = offered(__name__, _OFFERED)
