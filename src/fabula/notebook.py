"""The progress of a question in a notebook. In a terminal or a script, Python functions print nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fabula.models.chat import Tally

_SECONDS_BETWEEN = 0.25


@contextmanager
def progress() -> Iterator[Callable[[Tally], None] | None]:
    """A bar below the running cell: how many calls are answered, and what they cost. None outside a notebook."""
    if "ipykernel" not in sys.modules:
        yield None
        return
    from fabula.extras import extra

    with extra("notebook", "progress in a notebook"):
        from IPython.display import HTML, display

    seen: list[Tally] = []
    shown = display(HTML(""), display_id=True)
    if shown is None:  # No cell is running: a program that only loads a kernel's packages.
        yield None
        return
    over = Event()

    def tell() -> None:
        if seen:
            shown.update(HTML(_bar(seen[0])))

    def keep_telling() -> None:
        while not over.wait(_SECONDS_BETWEEN):
            tell()

    teller = Thread(target=keep_telling, daemon=True)
    teller.start()
    try:
        yield seen.append
    finally:
        over.set()
        teller.join()
        tell()


def _bar(tally: Tally) -> str:
    from fabula.models.prices import dollars

    known = tally.calls + tally.cached
    cost = "cost unknown" if tally.cost is None else dollars(tally.cost)
    said = f"{tally.calls:,} {'call' if tally.calls == 1 else 'calls'} answered · {tally.cached:,} from the ledger · {tally.in_flight} in flight · {cost}"
    return f'<progress value="{known}" max="{known + tally.in_flight}"></progress> {escape(said)}'
