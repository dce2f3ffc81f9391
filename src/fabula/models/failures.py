"""What an HTTP error means: worth another try, an unsupported parameter, or the end of the run with what to do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from fabula.errors import FabulaError
from fabula.models.chat import Choice, Completion, Usage
from fabula.models.providers import Address, providers, without_credentials
from fabula.models.retry import TemporaryFailure
from fabula.notices import Notice

_OPTIONAL = ("response_format", "max_tokens", "temperature", "seed", "logprobs", "n")
_OUT_OF_MONEY = (
    "insufficient_quota",
    "insufficient balance",
    "billing_hard_limit",
    "exceeded your current quota",
)
_TOO_LONG = ("context_length", "context length", "maximum context", "too many tokens", "context window")
_REFUSED = ("content_filter", "content_policy", "invalid_prompt", "content management policy")


def rejected_parameter(said: str, sent: Mapping[str, Any]) -> str | None:
    """The optional parameter that a 400 is about. If the text names none, the schema is tried first."""
    error = _error(said)
    text = said.lower()
    if any(mark in text for mark in _TOO_LONG + _REFUSED):
        return None
    named = str(error.get("param") or "").split(".")[0]
    named = "logprobs" if named == "top_logprobs" else named
    if named in _OPTIONAL and named in sent:
        return named
    for name in _OPTIONAL[:-1]:
        if name in sent and (name in text or (name == "response_format" and "json_schema" in text)):
            return name
    for name in ("response_format", "n"):
        if name in sent and not named:
            return name
    return None


def raise_for_status(status: int, said: str, pause: float | None, where: Address) -> Completion:
    """Raise what the status means. A content filter's refusal is an answer and is returned."""
    at = without_credentials(where.base_url)
    text = said.lower()
    what = str(_error(said).get("message") or said).strip().splitlines()
    why = f": {what[0][:200]}" if what and not what[0].lstrip().startswith("<") else ""
    if status == 402 or any(mark in text for mark in _OUT_OF_MONEY):
        raise FabulaError(
            f"the account at {at} has no credit left ({status}{why}): add credit, then run the same command again;"
            " every answer so far is kept"
        )
    if status in (408, 409, 425, 429) or status >= 500:
        code = "models.server-overloaded" if status == 429 else "models.server-in-trouble"
        notice = Notice.of(code, server=at, why=f"{status}{why}")
        raise TemporaryFailure(notice, retry_after=pause, overloaded=status in (429, 503, 529))
    if status == 401:
        variables = {providers()[where.provider].key_variable or "FABULA_API_KEY", "FABULA_API_KEY"}
        raise FabulaError(f"{at} does not accept the key (401): check {' or '.join(sorted(variables))}")
    if status == 403:
        raise FabulaError(
            f"{at} does not let this key use {where.model} (403{why}): choose another model or ask for access"
        )
    if status == 404:
        raise FabulaError(f"{at} has no model {where.model} (404{why}): check --model and --base-url")
    if any(mark in text for mark in _REFUSED):
        return Completion((Choice(why.removeprefix(": "), "refusal"),), Usage())
    if any(mark in text for mark in _TOO_LONG):
        raise FabulaError(
            f"a question is longer than {where.model} can read ({status}{why}): choose smaller segments or a model"
            " with a longer context"
        )
    raise FabulaError(f"{at} refuses the question ({status}{why})")


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Retry-After in seconds, in any of its forms."""
    milliseconds = headers.get("retry-after-ms")
    written = headers.get("retry-after")
    try:
        if milliseconds:
            return max(0.0, float(milliseconds) / 1000)
        return max(0.0, float(written)) if written else None
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(written or "")
    except ValueError:
        return None
    return max(0.0, (until - datetime.now(UTC)).total_seconds()) if until.tzinfo else None


def _error(said: str) -> Mapping[str, Any]:
    try:
        document = json.loads(said)
    except ValueError:
        return {}
    error = document.get("error", document) if isinstance(document, dict) else {}
    return error if isinstance(error, dict) else {"message": str(error)}
