"""One job in its own process: the server stays fast, and its end cannot lose answers that were paid for.

Forked from the warm process, or started as `python -m fabula.studio.worker HOME ID plan|run`. A lock on the job's folder
makes it the only one. A word on its standard input (the user said stop), the end of that input (the server is gone) and
SIGTERM (the machine stops) end it alike: answers on the wire are waited for, unless SIGTERM comes twice.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from fabula.confined import hold
from fabula.errors import FabulaError
from fabula.memory import collect_seldom
from fabula.models.budget import BudgetSpent
from fabula.models.failures import KeyRefused
from fabula.platforms import lock, named, on_signal
from fabula.studio.home import Home, checked, saved_job, write_json
from fabula.studio.refusals import Missing, account
from fabula.studio.tasks import task
from fabula.studio.tasks.context import Progress, TaskContext
from fabula.studio.times import Past

STOP = b"stop\n"
"""What the server writes to a worker's standard input when the user says stop."""
_LOOKS, _BETWEEN_LOOKS = 10, 0.05


def main(home: str, identifier: str, purpose: str) -> int:
    """Run the job of that folder, or only estimate its cost. Returns 0 when it finished."""
    hold()
    named(f"fabula {purpose}")
    collect_seldom()
    folder = Home(Path(home)).jobs / checked(identifier)
    with (folder / "lock").open("w") as held:
        if not _alone(held):
            return 0
        planning = purpose == "plan"
        progress = Progress(folder / "state.json", "planning" if planning else "running")
        try:
            asyncio.run(_run(Home(Path(home)), folder, progress, planning))
        except BudgetSpent as spent:
            progress.end("stopped", str(spent), next_call=spent.next_call)
            return 0
        except KeyRefused as refused:
            progress.end("failed", str(refused), refused_by=refused.server)
            return 1
        except FabulaError as error:
            progress.end("failed", str(error), **account(error))
            return 1
        except MemoryError:
            progress.end("failed", "this job takes more memory than this machine can give it")
            return 1
        except Exception as error:  # noqa: BLE001 - whatever happens, the page is told
            traceback.print_exc()
            progress.end("failed", f"this is a fault of fabula: {type(error).__name__}: {error}")
            return 1
        progress.end("planned" if planning else "done")
    return 0


async def _run(home: Home, folder: Path, progress: Progress, planning: bool) -> None:
    ending = _listen_for_the_end()
    saved = saved_job(folder)
    if saved is None:
        raise Missing("no-job")
    kind = task(saved["kind"])
    past = Past.of(home, saved["kind"], saved["form"], planning=planning)
    progress.expect(past.expected)
    context = TaskContext(home, folder, progress, saved["settings"], planning)
    try:
        result = await kind.run(kind.Form.model_validate(saved["form"]), context)
    except asyncio.CancelledError:
        progress.end("new" if planning else "interrupted" if ending.server_gone else "stopped")
        os._exit(0)  # what was paid for is in the ledger; a thread that only measures is not waited for
    if planning:
        write_json(folder / "plan.json", asdict(progress.tally) if progress.tally else {})
    else:
        write_json(folder / "result.json", result)
    if progress.paid_for_all:
        past.remember(progress.seconds)


@dataclass(slots=True)
class _Ending:
    """How the end was called for."""

    called: bool = False
    server_gone: bool = False


def _listen_for_the_end() -> _Ending:
    """Cancel the job when the user says stop or the server is gone; a second call changes nothing, as answers on the
    wire are still coming home. Only a SIGTERM after another call does not wait for them."""
    loop, job, ending = asyncio.get_running_loop(), asyncio.current_task(), _Ending()

    def end(server_gone: bool) -> None:
        if not ending.called and job is not None:
            ending.called, ending.server_gone = True, server_gone
            job.cancel()

    def listen() -> None:
        """Standard input is a pipe that the server holds open. All that it writes there is that the user said stop."""
        with suppress(RuntimeError):  # the job has come to its end just now
            while os.read(0, 1024):
                loop.call_soon_threadsafe(end, False)
            loop.call_soon_threadsafe(end, True)

    def terminate() -> None:
        if ending.called and job is not None:
            job.cancel()
        end(True)

    on_signal(signal.SIGTERM, terminate)
    threading.Thread(target=listen, daemon=True).start()
    return ending


def _alone(file: IO[str]) -> bool:
    """Hold the job for this process. Whoever only looks whether it is held lets go in a moment."""
    for _ in range(_LOOKS):
        if lock(file):
            return True
        time.sleep(_BETWEEN_LOOKS)
    return False


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
