"""How servers want to be asked: one file a protocol. To add one, write its file and name it here."""

from __future__ import annotations

from urllib.parse import urlsplit

from fabula.models.protocols.anthropic import ANTHROPIC
from fabula.models.protocols.azure import AZURE
from fabula.models.protocols.chat import CHAT
from fabula.models.protocols.gemini import GEMINI
from fabula.models.protocols.protocol import CutShort, NotACompletion, Protocol, Question
from fabula.models.protocols.responses import RESPONSES
from fabula.models.providers import Address

PROTOCOLS = {"chat": CHAT, "azure": AZURE, "responses": RESPONSES, "anthropic": ANTHROPIC, "gemini": GEMINI}

__all__ = [
    "CHAT",
    "PROTOCOLS",
    "RESPONSES",
    "CutShort",
    "NotACompletion",
    "Protocol",
    "Question",
    "protocol_of",
]


def protocol_of(where: Address) -> Protocol:
    """The protocol of an address: the provider's own, unless the address itself shows another."""
    parts = urlsplit(where.base_url)
    if where.protocol == "gemini" and parts.path.rstrip("/").endswith("/openai"):
        return CHAT
    if where.protocol == "chat" and (parts.hostname or "").endswith((".openai.azure.com", ".azure-api.net")):
        return AZURE
    return PROTOCOLS[where.protocol]
