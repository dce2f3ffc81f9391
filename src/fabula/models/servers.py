"""Which server gave an answer, however its address was spelled.

A provider at its own address is known by its name. Any other server is known by its address, in one spelling; two servers are
not taken for one because their models have the same name. A name that the user gives a server stands for it wherever it moves.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from fabula.models.providers import providers

_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_USUAL_PORTS = {"http": 80, "https": 443}


def server_identity(model: str, endpoint: str, name: str | None = None) -> str:
    """The server of PROVIDER/NAME at this address, as keys hold it."""
    provider = model.partition("/")[0]
    known = providers().get(provider)
    spelled = _one_spelling(endpoint)
    if known and known.base_url and _one_spelling(known.base_url) == spelled:
        return provider
    return f"named {name}" if name else spelled


def _one_spelling(url: str) -> str:
    parts = urlsplit(url.strip())
    host = (parts.hostname or "").rstrip(".")
    host = "localhost" if host in _THIS_MACHINE else host
    scheme = parts.scheme.lower()
    port = "" if parts.port in (None, _USUAL_PORTS.get(scheme)) else f":{parts.port}"
    return f"{scheme}://{host}{port}{parts.path.rstrip('/')}"
