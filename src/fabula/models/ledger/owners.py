"""Who fetches an answer: a process that lives. What it claimed is free for others as soon as it is gone.

A process on this machine is looked up. One elsewhere is known by its lease, which it renews while it lives.
"""

from __future__ import annotations

import os
import platform
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

LEASE = 90.0
"""Seconds for which an owner elsewhere counts as alive after it was last heard of."""
RENEWED_AFTER = 20.0


@dataclass(frozen=True, slots=True)
class Owner:
    """One open ledger of one process."""

    id: str
    host: str
    pid: int
    born: str
    """When the process began, in the words of its system: a number may be given to another process later."""


def this_owner() -> Owner:
    """A new owner in this process."""
    pid = os.getpid()
    return Owner(secrets.token_hex(8), _host(), pid, _state(pid)[1])


def this_process() -> dict[str, str | int]:
    """This process, as a run's record names it."""
    pid = os.getpid()
    return {"host": _host(), "pid": pid, "born": _state(pid)[1]}


def has_ended(process: Mapping[str, Any]) -> bool:
    """Whether a recorded process is known to be gone: it was on this machine, which was started again since, or has no
    such process now. What runs elsewhere is not known to be gone."""
    here, there = _host().split("/"), str(process.get("host")).split("/")
    if here != there:
        return here[0] == there[0] and here[1:2] != there[1:2]
    state, born = _state(int(process["pid"]))
    return state == "gone" or born != process["born"]


def is_alive(owner: Owner, until: float, now: float) -> bool:
    """Whether the owner may still bring what it claimed. A process that was halted (Ctrl-Z) has its lease, no more."""
    if owner.host == _host():
        state, born = _state(owner.pid)
        if state == "gone" or born != owner.born:
            return False
        if state == "running":
            return True
    return now < until


@lru_cache(maxsize=1)
def _host() -> str:
    """This machine since it was started, and within it the space in which its process numbers hold."""
    parts = [platform.node()]
    for place in ("/proc/sys/kernel/random/boot_id", "/proc/self/ns/pid"):
        try:
            parts.append(str(Path(place).readlink()) if "ns" in place else Path(place).read_text().strip())
        except OSError:
            parts.append("")
    return "/".join(parts)


def _state(pid: int) -> tuple[str, str]:
    """`running`, `halted`, `gone` or `unknown`, and when the process began."""
    if os.name != "posix":
        return "unknown", ""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="latin-1").rpartition(")")[2].split()
        return {"Z": "gone", "X": "gone", "T": "halted", "t": "halted"}.get(fields[0], "running"), fields[19]
    except FileNotFoundError:
        if Path("/proc/self/stat").exists():
            return "gone", ""
    except OSError:
        return "unknown", ""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return "gone", ""
    except OSError:
        return "unknown", ""
    return "running", ""
