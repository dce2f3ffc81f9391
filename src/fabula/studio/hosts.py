"""The addresses that a studio can listen on, and the names that it answers to there."""

from __future__ import annotations

import socket

HERE = ("127.0.0.1", "localhost", "::1")
"""Only for this machine."""
ON_ALL = ("0.0.0.0", "::")
"""For whoever reaches this machine by any of its addresses."""


def host_names(host: str) -> frozenset[str]:
    """The names that a studio on this address answers to. On all addresses: any that is a number, and the machine's own
    name; a number cannot be rebound by a name server."""
    if host in ON_ALL:
        return frozenset({*HERE, socket.gethostname().lower(), socket.getfqdn().lower(), "*"})
    return frozenset({*HERE, host.lower()})
