"""Paid answers that could not be written to the ledger: saved in another file until the ledger can be written."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from fabula.models.chat import Choice, Usage
from fabula.models.ledger.calls import Call

_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


def save_aside(rescue: Path, calls: Sequence[Call]) -> Path | None:
    """Write the calls to this file beside the ledger, or else among temporary files; None if neither works."""
    lines = "".join(json.dumps(_plain(call), ensure_ascii=True) + "\n" for call in calls)
    for place in _places(rescue):
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _NO_LINKS, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(lines)
                file.flush()
                os.fsync(descriptor)
        except OSError:
            continue
        return place
    return None


def unsaved_answers(rescue: Path) -> Iterator[tuple[Path, list[Call]]]:
    """The files saved for a ledger with their calls. An incomplete last line is skipped."""
    for place in _places(rescue):
        if place.is_file() and not place.is_symlink() and _ours(place):
            lines = place.read_text(encoding="ascii").split("\n")
            yield place, [_call(json.loads(line)) for line in lines[:-1]]


def _ours(place: Path) -> bool:
    """The file belongs to this user: others must not add answers through a shared temporary folder."""
    return not hasattr(os, "getuid") or place.stat().st_uid == os.getuid()


def _places(rescue: Path) -> tuple[Path, Path]:
    ledger = str(rescue.absolute()).removesuffix(".rescue")
    name = sha256(ledger.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return rescue, Path(tempfile.gettempdir()) / f"fabula-{name}.rescue"


def _plain(call: Call) -> dict[str, Any]:
    return {**asdict(call), "key": call.key.hex(), "body": call.body.decode("utf-8", "surrogatepass")}


def _call(data: dict[str, Any]) -> Call:
    answer = data["choice"]
    choice = {**answer, "logprobs": tuple(answer["logprobs"]), "left_out": tuple(answer.get("left_out", ()))}
    return Call(
        **{
            **data,
            "key": bytes.fromhex(data["key"]),
            "body": data["body"].encode("utf-8", "surrogatepass"),
            "choice": Choice(**choice),
            "usage": Usage(**data["usage"]),
        }
    )
