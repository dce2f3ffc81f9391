"""The record of a run: inputs, prompts, versions and totals."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from fabula.models.chat import Tally
from fabula.models.ledger.kept import KeptLedger
from fabula.models.ledger.owners import this_process
from fabula.version import __version__

PROCESS = "process"
"""In the record of a run that has not ended: where it runs."""
Status = Literal["running", "done", "stopped", "failed"]


@dataclass(slots=True)
class Run:
    """One run: from opening a door to closing it."""

    id: str
    started: float
    command: str
    model: str
    endpoint: str
    version: str = __version__
    status: Status = "running"
    """`stopped` by a budget, by the user, or because its process is gone."""
    ended: float | None = None
    about: dict[str, Any] = field(default_factory=dict)
    """Inputs, prompts with their digests, signatures: whatever made the numbers."""
    tally: Mapping[str, Any] = field(default_factory=dict)


def new_run(command: str, model: str, endpoint: str, about: Mapping[str, Any]) -> Run:
    """A run that starts now; its name sorts by time."""
    started = time.time()
    stamp = datetime.fromtimestamp(started, UTC).strftime("%Y%m%d-%H%M%S")
    return Run(f"{stamp}-{secrets.token_hex(3)}", started, command, model, endpoint, about=dict(about))


def write_run(ledger: KeptLedger, run: Run, tally: Tally) -> None:
    """Write the run as it is now to the ledger, in place of what was written before. A run that is under way names its
    process, so that a reader can tell whether it was killed."""
    about = run.about | ({PROCESS: this_process()} if run.status == "running" else {})
    ledger.execute(
        """INSERT INTO runs (id, started, ended, status, command, model, endpoint, version, about, tally)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
            ended = excluded.ended, status = excluded.status, about = excluded.about, tally = excluded.tally""",
        (
            run.id, run.started, run.ended, run.status, run.command, run.model, run.endpoint, run.version,
            json.dumps(about), json.dumps(asdict(tally)),
        ),
    )  # fmt: skip
