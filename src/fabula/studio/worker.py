"""One piece of work in a process of its own: the server stays quick, and its death cannot hurt what was paid for.

Started as `python -m fabula.studio.worker HOME ID plan|work`. A lock on the work's folder makes it the only one; the end
of its standard input (the server is gone) and SIGINT (the user said stop) end it alike: answers on the wire are waited for.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import signal
import sys
import threading
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError
from fabula.models.budget import BudgetSpent
from fabula.studio.home import Home, checked, write_json
from fabula.studio.tasks import task
from fabula.studio.tasks.desk import Desk, Slate


def main(home: str, identifier: str, purpose: str) -> int:
    """Do the work of that folder, or only reckon what it would cost; 0 when it came to its end."""
    folder = Home(Path(home)).works / checked(identifier)
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return 0
        threading.Thread(target=_end_with_the_server, daemon=True).start()
        planning = purpose == "plan"
        slate = Slate(folder / "state.json", "planning" if planning else "running")
        try:
            asyncio.run(_work(Home(Path(home)), folder, slate, planning))
        except (KeyboardInterrupt, asyncio.CancelledError):
            slate.end("new" if planning else "stopped")
            return 0
        except BudgetSpent as spent:
            slate.end("stopped", str(spent))
            return 0
        except FabulaError as error:
            slate.end("failed", str(error))
            return 1
        except Exception as error:  # noqa: BLE001 - whatever happens, whoever watches is told
            traceback.print_exc()
            slate.end("failed", f"this is a fault of fabula: {type(error).__name__}: {error}")
            return 1
        slate.end("planned" if planning else "done")
    return 0


async def _work(home: Home, folder: Path, slate: Slate, planning: bool) -> None:
    said: dict[str, Any] = json.loads((folder / "asked.json").read_text(encoding="utf-8"))
    kind = task(said["kind"])
    desk = Desk(home, folder, slate, said["settings"], planning)
    result = await kind.do(kind.Asked.model_validate(said["asked"]), desk)
    if planning:
        write_json(folder / "plan.json", asdict(slate.tally) if slate.tally else {})
    else:
        write_json(folder / "result.json", result)


def _end_with_the_server() -> None:
    """Standard input is a pipe that the server holds open and never writes to."""
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    raise SystemExit(main(*sys.argv[1:]))
