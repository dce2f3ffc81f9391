"""What an HTTP error means: worth another try, an unsupported parameter, or the end of the run with what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from fabula.errors import FabulaError
from fabula.models.addresses import what_to_set
from fabula.models.providers import Address, without_credentials
from fabula.models.refusals import is_content_refusal, is_too_long
from fabula.models.retry import TemporaryFailure
from fabula.notices import Notice

_KEY_REFUSED = (
    "invalid_api_key",
    "api_key_invalid",
    "incorrect api key",
    "invalid api key",
    "api key not valid",
)
_WRONG_KEY = (*_KEY_REFUSED, "authentication", "unauthorized")
_NO_MODEL = re.compile(
    r"model not exist|invalid model\b|not a valid model|model_not_found|模型不存在|no such model|unknown model"
)
"""How some servers say with status 400 that they have no such model."""
_OUT_OF_MONEY = (
    "insufficient_quota",
    "insufficient balance",
    "billing_hard_limit",
    "credit balance is too low",
)
_QUOTA = "exceeded your current quota"
"""No money left, or none of a minute's quota: then it says when to try again (Gemini)."""
_NO_MEMORY = "requires more system memory"
"""How Ollama says, with status 500, that a model is too large for the machine: no wait helps."""
_WHEN = re.compile(
    r"(?:try again|retry) (?:in|after) ([\d.]+ ?[a-z]+(?:[\d.]+[a-z]+)*)|\"retrydelay\": ?\"([\d.]+s)\""
)
_PIECE = re.compile(
    r"([\d.]+) ?(ms|milliseconds?|h(?:ours?)?|m(?:in(?:utes?)?)?|s(?:ec(?:onds?)?)?)(?![a-z])"
)
_SECONDS = {"ms": 0.001, "milli": 0.001, "h": 3600.0, "m": 60.0, "s": 1.0}
_RESETS = ("", "-requests", "-tokens")
_A_DATE = 1e9
"""A larger number is no duration but seconds since 1970, or a thousand times as many milliseconds."""


class KeyRefused(FabulaError):
    """A server does not accept the key."""

    def __init__(self, server: str, said: str) -> None:
        super().__init__(server, said)  # both, so that a worker's refusal comes whole from its process
        self.server = server
        self.said = said

    def __str__(self) -> str:
        return self.said


def wants_responses(said: str) -> bool:
    """Is the model served by Responses alone?"""
    text = said.lower()
    return "v1/responses" in text and ("only" in text or "not in v1/chat" in text or "use" in text)


def refuses_probe(status: int, said: str) -> bool:
    """Does this answer to a list of models mean that no question will be answered? A missing list means nothing.

    A key may be allowed to ask and not to list: OpenAI's restricted keys lack that scope.
    """
    return status in (401, 402, 403) and "scope" not in said.lower()


def error_text(document: Mapping[str, Any]) -> str:
    """What a server's error says, at readable length."""
    return str(_error(json.dumps(document)).get("message") or document.get("error"))[:200]


def readable(said: str) -> str:
    """A server's error with its letters as letters: many write Chinese as JSON's escapes."""
    if "\\u" not in said:
        return said
    try:
        return json.dumps(json.loads(said), ensure_ascii=False).encode("utf-8", "replace").decode()
    except ValueError:
        return said


def status_of_error(document: Mapping[str, Any]) -> int | None:
    """The status that an error in a 200 stands for; None for an answer, 502 where it does not say."""
    error = document.get("error")
    if not error:
        choices = document.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        error = first.get("error") if isinstance(first, dict) else None
    if not error:
        return None
    for name in ("code", "status", "status_code"):
        code = error.get(name) if isinstance(error, dict) else None
        if str(code).isdecimal() and 400 <= int(str(code)) < 600:
            return int(str(code))
    text = json.dumps(error, ensure_ascii=False).lower()
    if any(mark in text for mark in _WRONG_KEY):
        return 401
    if "rate" in text and "limit" in text:
        return 429
    if has_no_model(400, text):
        return 404
    if is_too_long(text):
        return 400
    return 400 if "invalid" in text or "unsupported" in text or "not support" in text else 502


def is_wrong_key(status: int, said: str) -> bool:
    """Is a refused request about the key? Gemini and xAI say so with status 400."""
    return status == 400 and any(mark in said.lower() for mark in _KEY_REFUSED)


def has_no_model(status: int, said: str) -> bool:
    """Is a refused request about a model that the server does not have?"""
    return status in (400, 422) and _NO_MODEL.search(said.lower()) is not None


def is_out_of_money(status: int, said: str) -> bool:
    """Is a refused request about the account's credit?"""
    text = said.lower()
    spent = any(mark in text for mark in _OUT_OF_MONEY) or (_QUOTA in text and not _WHEN.search(text))
    return status == 402 or spent


def raise_for_status(status: int, said: str, pause: float | None, where: Address) -> str:
    """Raise what the status means. A content filter's refusal is an answer: its text is returned."""
    at = without_credentials(where.base_url)
    text = said.lower()
    error = _error(said)
    what = str(error.get("message") or error.get("detail") or said).strip().splitlines()
    why = f": {what[0][:200]}" if what and not what[0].lstrip().startswith("<") else ""
    if is_out_of_money(status, text):
        raise FabulaError(
            f"the account at {at} has no credit left ({status}{why}): add credit, then run the same command again;"
            " every answer so far is kept"
        )
    if _NO_MEMORY in text:
        raise FabulaError(f"{at} cannot load {where.model} ({status}{why}): choose a smaller model")
    if status in (408, 409, 425, 429) or status >= 500:
        code = "models.server-overloaded" if status == 429 else "models.server-in-trouble"
        notice = Notice.of(code, server=at, why=f"{status}{why}")
        raise TemporaryFailure(notice, retry_after=pause, overloaded=status in (429, 503, 529))
    if status == 401 or is_wrong_key(status, text):
        raise KeyRefused(at, f"{at} does not accept the key ({status}): {what_to_set(where)}")
    if status == 403:
        raise FabulaError(
            f"{at} does not let this key use {where.model} (403{why}): choose another model or ask for access"
        )
    if status == 404 or has_no_model(status, text):
        bare = "model" not in text and not re.search(r"/v\d", urlsplit(at).path)
        where_else = "; most addresses end in /v1" if bare else ""
        raise FabulaError(
            f"{at} has no model {where.model} ({status}{why}): check --model and --base-url{where_else}"
        )
    if is_content_refusal(text):
        return why.removeprefix(": ")
    if status == 413 or is_too_long(text):
        raise FabulaError(
            f"a question is longer than {where.model} can read ({status}{why}): choose smaller segments or a model"
            " with a longer context"
        )
    raise FabulaError(f"{at} refuses the question ({status}{why})")


def pause_asked(status: int, headers: Mapping[str, str], said: str) -> float | None:
    """How many seconds the server asks to wait: in Retry-After, else where a busy one says when its limits begin anew."""
    asked = retry_after(headers)
    if asked is not None or status not in (429, 503):
        return asked
    resets = [_until(headers, kind) for kind in _RESETS]
    known = [each for each in resets if each is not None]
    if known:
        return max(known)
    found = _WHEN.search(said.lower())
    return _duration(found[1] or found[2]) if found else None


def _until(headers: Mapping[str, str], kind: str) -> float | None:
    """Seconds until this limit begins anew, unless something of it is left."""
    left = headers.get(f"x-ratelimit-remaining{kind}", "0")
    written = headers.get(f"x-ratelimit-reset{kind}") or headers.get(f"ratelimit-reset{kind}") or ""
    if left.strip() != "0" or not written:
        return None
    try:
        number = float(written)
    except ValueError:
        return _duration(written.lower())
    if number < _A_DATE:
        return max(0.0, number)
    return max(0.0, number / (1000 if number > 1000 * _A_DATE else 1) - datetime.now(UTC).timestamp())


def _duration(written: str) -> float | None:
    """`7.66s`, `6m0s`, `120ms` in seconds."""
    pieces = _PIECE.findall(written)
    if not pieces:
        return None
    return sum(
        float(number) * next(size for name, size in _SECONDS.items() if unit.startswith(name))
        for number, unit in pieces
    )


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
