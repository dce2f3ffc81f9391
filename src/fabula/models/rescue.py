"""Answers that were paid for when the ledger could not be written: put aside in a file, taken in when it is well."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from fabula.models.calls import Call
from fabula.models.chat import Choice, Usage

_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


def rescue(ledger: Path, calls: Sequence[Call]) -> Path | None:
    """Write the calls where there is still room: beside the ledger, else among temporary files; None is nowhere."""
    lines = "".join(json.dumps(_plain(call), ensure_ascii=True) + "\n" for call in calls)
    for place in _places(ledger):
        try:
            descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _NO_LINKS, 0o600)
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(lines)
                file.flush()
                os.fsync(descriptor)
        except OSError:
            continue
        return place
    return None


def rescued(ledger: Path) -> Iterator[tuple[Path, list[Call]]]:
    """The files put aside for this ledger and what they hold; a last line cut short by the same trouble is left out."""
    for place in _places(ledger):
        if place.is_file() and not place.is_symlink() and _ours(place):
            lines = place.read_text(encoding="ascii").split("\n")
            yield place, [_call(json.loads(line)) for line in lines[:-1]]


def _ours(place: Path) -> bool:
    """Nobody else may slip answers into the ledger by way of a shared temporary folder."""
    return not hasattr(os, "getuid") or place.stat().st_uid == os.getuid()


def _places(ledger: Path) -> tuple[Path, Path]:
    name = sha256(str(ledger.absolute()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return ledger.with_name(ledger.name + ".rescue"), Path(tempfile.gettempdir()) / f"fabula-{name}.rescue"


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
