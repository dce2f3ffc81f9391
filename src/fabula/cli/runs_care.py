"""fabula runs check, repair, backup and prune: the care of the ledger."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson, Ledger, ledger_named
from fabula.cli.terminal import dollars, print_json, stderr, stdout
from fabula.errors import FabulaError, UsageError

if TYPE_CHECKING:
    from fabula.models.ledger.databases import Place
    from fabula.models.ledger.upkeep import Extent

_DAY = 86400.0


def check(ledger: Ledger = None, as_json: AsJson = False) -> None:
    """Check that every answer can be read and belongs to its question."""
    from fabula.models.ledger import upkeep
    from fabula.models.ledger.databases import database_at

    path = ledger_named(ledger)
    name, wrong = database_at(path).name, upkeep.check(path)
    damaged = any(each.startswith("the file is damaged") for each in wrong)
    held, size = (None, None) if damaged else upkeep.extent(path)
    if as_json:
        counts = {"runs": held.runs, "answers": held.answers} if held else {}
        print_json({"ledger": name, "bytes": size, **counts, "wrong": wrong})
    elif held and size:
        stdout().print(f"{name}: {_told(held)}, {size / 1e6:,.1f} MB", markup=False, soft_wrap=True)
    for each in wrong if not as_json else ():
        stderr().print(each, markup=False, soft_wrap=True)
    if wrong:
        raise FabulaError(
            f"{name}: `fabula runs repair` saves what can be read" if damaged else f"{name}: see above"
        )
    if not as_json:
        stdout().print("Nothing is wrong with it.")


def repair(ledger: Ledger = None, as_json: AsJson = False) -> None:
    """Save what can be read of a damaged ledger into a new file. The damaged one is kept beside it."""
    from fabula.models.ledger import upkeep

    path = ledger_named(ledger)
    done = upkeep.repair(path)
    if as_json:
        counts = {"runs": done.saved.runs, "answers": done.saved.answers}
        print_json({"ledger": str(path), **counts, "damaged": str(done.damaged)})
    else:
        told = f"Saved {_told(done.saved)} in {path}. The damaged file is {done.damaged}."
        stdout().print(told, markup=False, soft_wrap=True)


def backup(
    file: Annotated[Path, typer.Argument(dir_okay=False, help="The new file; it is a ledger itself.")],
    ledger: Ledger = None,
    as_json: AsJson = False,
) -> None:
    """Copy the ledger to a new file. Runs may continue meanwhile."""
    from fabula.models.ledger import upkeep
    from fabula.models.ledger.databases import database_at

    path = ledger_named(ledger)
    held = upkeep.backup(path, file)
    if as_json:
        print_json(
            {"ledger": database_at(path).name, "copy": str(file), "runs": held.runs, "answers": held.answers}
        )
    else:
        stdout().print(f"{_told(held)} copied to {file}.", markup=False, soft_wrap=True)


def prune(
    older_than: Annotated[
        str | None,
        typer.Option(
            "--older-than", metavar="AGE", help="Runs that began longer ago than this, such as 90d or 12w."
        ),
    ] = None,
    run: Annotated[
        list[str] | None,
        typer.Option("--run", metavar="RUN", help="A run's id, the start of an id, or `last`. Repeat it."),
    ] = None,
    everything: Annotated[bool, typer.Option("--everything", help="All runs and all answers.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking for confirmation.")] = False,
    ledger: Ledger = None,
    as_json: AsJson = False,
) -> None:
    """Delete runs and the answers that only they used. Says first what would be deleted and what asking again would cost."""
    from fabula.models.ledger.databases import database_at
    from fabula.models.ledger.upkeep import forget

    path = ledger_named(ledger)
    name, chosen = database_at(path).name, _chosen(path, older_than, run or [], everything)
    gone = forget(path, chosen, only_tell=True)
    if not yes:
        if as_json or not sys.stdin.isatty():
            raise UsageError(
                f"this deletes {_told(gone)} from {name}. {_again(gone)} Add --yes if you mean it"
            )
        if not typer.confirm(f"Delete {_told(gone)} from {name}? {_again(gone)}", err=True):
            raise FabulaError("nothing was deleted")
    gone = forget(path, chosen)
    if as_json:
        print_json({"ledger": name, "runs": gone.runs, "answers": gone.answers, "cost": gone.cost})
    else:
        stdout().print(f"Deleted {_told(gone)} from {name}. {_again(gone)}", markup=False, soft_wrap=True)


def _chosen(path: Place, older_than: str | None, names: list[str], everything: bool) -> set[str] | None:
    """The runs to delete; None for all that the ledger holds."""
    from fabula.models.ledger.archive import run_named
    from fabula.models.ledger.upkeep import runs_before

    if everything:
        if older_than or names:
            raise UsageError("--everything leaves nothing for --older-than or --run: give one of them")
        return None
    if not older_than and not names:
        raise UsageError("which runs? --older-than 90d, --run ID, or --everything")
    chosen = {run_named(path, name).id for name in names}
    return chosen | set(runs_before(path, time.time() - _seconds(older_than))) if older_than else chosen


def _seconds(age: str) -> float:
    found = re.fullmatch(r"(\d+)\s*([dw])", age.strip())
    if not found:
        raise UsageError(f"--older-than {age}: write days or weeks, such as 90d or 12w")
    return int(found[1]) * _DAY * (7 if found[2] == "w" else 1)


def _told(held: Extent) -> str:
    return f"{held.runs:,} runs and {held.answers:,} answers"


def _again(gone: Extent) -> str:
    return (
        f"Asking again would cost about {dollars(gone.cost)}."
        if gone.cost
        else "Asking again would take as long as before."
    )
