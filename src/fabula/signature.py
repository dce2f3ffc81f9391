"""One line that says how a number was made, so that anyone can reproduce it. Modelled on sacreBLEU.

    longstory.summary|m:openai/gpt-4o|n:5|T:0|rubric:3f2a90c1b7de|prompt:91bc44a0e352|text:5d0e18f6a9b4|v:0.2.0

Two different numbers never share a signature. It contains every option that changes the result and differs from its
default, what the server accepted, and the engines, prompts and texts that were used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fabula.digests import digest, digest_of_path
from fabula.request import Request, options, signed
from fabula.version import __version__

__all__ = ["digest", "digest_of_path", "sign"]


def sign(
    request: Request | None,
    method: str,
    *,
    model: str | None = None,
    asked: Mapping[str, object] | None = None,
    left_out: Iterable[str] = (),
    engines: Mapping[str, str] | None = None,
    digests: Mapping[str, str | None] | None = None,
) -> str:
    """The signature of a number that answers a request.

    `asked` are values settled during the run, such as the number of replicates. They replace the request's own values.
    `left_out` names parameters that the server refused. `engines` are the embedder, checker or reader model that was
    used. `digests` represent long inputs: the text, the rubric, the prompts.
    """
    refused = sorted(left_out)
    parts: dict[str, str] = {} if model is None else {"m": model}
    parts |= {name: _plain(value) for name, value in (asked or {}).items() if value is not None}
    if request is not None:
        stands_for = set(parts) | {name for name, value in (digests or {}).items() if value is not None}
        stands_for |= set(asked or {})
        shown = {each.signed_as for each in options(type(request))}
        parts |= {name: value for name, value in signed(request).items() if name in shown - stands_for}
    if "temperature" in refused and "T" in parts:
        parts["T"] = "unset"
    if refused:
        parts["left-out"] = "+".join(refused)
    parts |= dict(engines or {})
    parts |= {name: value for name, value in (digests or {}).items() if value is not None}
    parts["v"] = __version__
    return "|".join([method, *(f"{name}:{value}" for name, value in parts.items())])


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
