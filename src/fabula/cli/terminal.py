"""What commands print: one JSON document, or tables for people on stdout; progress and notes on stderr."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console

if TYPE_CHECKING:
    from rich.table import Table

    from fabula.models.chat import BatchTally, StepTally, Tally
    from fabula.notices import Notice
    from fabula.result import Result

_Made = TypeVar("_Made")
_SECONDS_BETWEEN_LINES = 15.0
_TABLE_WIDTH = 72
"""In a narrower terminal, an estimate has a line per step instead of a table."""


def stdout() -> Console:
    """The console for tables and text (stdout)."""
    return Console(file=sys.stdout, highlight=False, soft_wrap=False)


def stderr() -> Console:
    """The console for progress, warnings and notes (stderr), so that stdout can be piped."""
    return Console(file=sys.stderr, highlight=False)


def print_json(document: Any) -> None:
    """Print the document of `--json`. Nothing else may go to stdout, and no character may be lost."""
    escaped = not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    sys.stdout.write(json.dumps(document, ensure_ascii=escaped, indent=2, allow_nan=False) + "\n")


def print_result(result: Result, show: Callable[[], object], *, as_json: bool) -> None:
    """Print a result: its document for `--json`, or what `show` prints for people."""
    if as_json:
        print_json(result.json_document)
    else:
        show()


def say_notices(notices: Iterable[Notice]) -> None:
    """What a run has to say beside its result."""
    for notice in notices:
        stderr().print(f"note: {notice}", markup=False)


def beside_the_model(notices: Iterable[Notice]) -> list[Notice]:
    """What a result has to say, without what the run itself has told of its model."""
    return [notice for notice in notices if not notice.code.startswith("models.")]


def plain_table(title: str | None, *columns: str) -> Table:
    """A table without lines: names on the left, figures on the right."""
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left")
    return table


def dollars(cost: float | None) -> str:
    """Format a cost. Says so if the cost is not known."""
    from fabula.models.prices import dollars as written

    return "unknown" if cost is None else written(cost)


@contextmanager
def counting() -> Iterator[Callable[[str, int], None]]:
    """A line that updates in a terminal. In a log, a new line each time the count doubles."""
    from rich.status import Status

    console = stderr()
    if not console.is_terminal:
        shown: dict[str, int] = {}

        def tell(what: str, count: int) -> None:
            if count >= 2 * shown.get(what, 250):
                shown[what] = count
                console.print(f"{count:,} {what}", markup=False)

        yield tell
        return
    with Status("", console=console) as status:
        yield lambda what, count: status.update(f"{count:,} {what}")


@contextmanager
def watching(
    *, show: bool = True, pace: Callable[[], str] | None = None
) -> Iterator[Callable[[Tally], None]]:
    """Shows the progress of calls on stderr: a line that updates in a terminal, or occasional lines in a log. `pace` says how
    far the books are that the calls are for."""
    seen: list[Tally] = []
    if not show:
        yield seen.append
        return
    console = stderr()

    def line() -> str:
        return " · ".join([*([pace()] if pace else []), *([_line(seen[0])] if seen else [])])

    with _living(console, line) if console.is_terminal else _logged(console, line):
        yield seen.append
    if seen and (seen[0].calls or seen[0].cached or seen[0].failed):
        console.print(line())


@contextmanager
def _living(console: Console, line: Callable[[], str]) -> Iterator[None]:
    from rich.live import Live
    from rich.text import Text

    with Live(get_renderable=lambda: Text(line()), console=console, transient=True, refresh_per_second=4):
        yield


def waited_for(work: Coroutine[Any, Any, _Made]) -> _Made:
    """What work without calls returns. In a terminal a line says that it goes on, so that nobody takes it for hanging."""
    from fabula.workers.unwaited import run_unwaited

    with at_work():
        return run_unwaited(work)


@contextmanager
def at_work() -> Iterator[None]:
    """In a terminal, a line with the seconds that have passed, once it takes longer than one."""
    console = stderr()
    if not console.is_terminal:
        yield
        return
    began = time.monotonic()

    def line() -> str:
        passed = time.monotonic() - began
        return f"working … {passed:.0f} s" if passed >= 1 else ""

    with _living(console, line):
        yield


@contextmanager
def _logged(console: Console, line: Callable[[], str]) -> Iterator[None]:
    import threading

    over = threading.Event()

    def tell() -> None:
        last = ""
        while not over.wait(_SECONDS_BETWEEN_LINES):
            if (now := line()) and now != last:
                console.print(now)
                last = now

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def _line(tally: Tally) -> str:
    parts = [
        f"{tally.calls:,} {'call' if tally.calls == 1 else 'calls'} answered",
        f"{tally.cached:,} from the ledger",
    ]
    if tally.in_flight:
        parts.append(f"{tally.in_flight} in flight")
    if tally.elsewhere:
        parts.append(f"waiting for {tally.elsewhere} that another run is fetching")
    parts += [_waiting(each) for each in tally.batches if each.open]
    if tally.failed:
        parts.append(f"{tally.failed} failed")
    if tally.asked_again:
        cost = dollars(tally.asked_again_cost)
        parts.append(
            f"{tally.asked_again} useless answers of earlier runs asked again (they had cost {cost})"
        )
    parts.append(f"{tally.input_tokens:,} tokens in, {tally.output_tokens:,} out")
    parts.append("cost unknown" if tally.cost is None else f"{dollars(tally.cost)} spent")
    return " · ".join(parts)


def _waiting(batches: BatchTally) -> str:
    at = time.strftime("%H:%M:%S", time.localtime(batches.next_look)) if batches.next_look else ""
    looks = f"; next look at {at}" if at else ""
    return f"wave {batches.waves}: {batches.done} of {batches.total} answered by the provider{looks}"


def print_plan(model: str, tally: Tally, *, as_json: bool) -> None:
    """Print what a run would cost by step, for --dry-run."""
    if as_json:
        from dataclasses import asdict

        steps = [{"step": name, **asdict(step)} for name, step in tally.by_step.items()]
        total = {
            "calls": tally.calls,
            "cached": tally.cached,
            "input_tokens": tally.input_tokens,
            "output_tokens": tally.output_tokens,
            "cost": tally.cost,
        }
        if tally.batches:
            total["waves"] = _waves(tally)
        if (hours := _gpu_hours(tally)) is not None:
            total["gpu_hours"] = hours
        print_json({"dry_run": True, "model": model, "steps": steps, "total": total})
        return
    if stdout().width < _TABLE_WIDTH:
        _print_narrow_plan(model, tally)
    else:
        _print_wide_plan(model, tally)
    if tally.batches:
        waves = _waves(tally)
        stdout().print(
            f"In {waves} {'wave' if waves == 1 else 'waves'} of batches, at half the price; each wave may take up to a day."
        )
    if (hours := _gpu_hours(tally)) is not None:
        stdout().print(
            f"About {hours:,.2f} GPU hours at {dollars(tally.gpu_hour)} each, by the tokens a second that fabula.toml gives."
        )
    if tally.cost is None:
        stdout().print(
            'The price of this model is not known: add "PROVIDER/NAME" under \\[prices] in fabula.toml.'
        )


def _print_narrow_plan(model: str, tally: Tally) -> None:
    """One line per step, because a table would cut its numbers."""
    stdout().print(f"What {model} would be asked (nothing was sent)", markup=False)
    steps: list[tuple[str, Tally | StepTally]] = [*tally.by_step.items(), ("in all", tally)]
    for name, step in steps:
        calls, cached, tokens_in, tokens_out, cost = _figures(step)
        stdout().print(
            f"{name}: {calls} calls, {cached} in the ledger, {tokens_in} tokens in, {tokens_out} out, {cost}",
            markup=False,
        )


def _print_wide_plan(model: str, tally: Tally) -> None:
    from rich.table import Table

    table = Table(title=f"What {model} would be asked (nothing was sent)", show_footer=True)
    table.add_column("step", footer="in all")
    for name, value in zip(
        ("calls", "in the ledger", "tokens in", "tokens out", "cost"), _figures(tally), strict=True
    ):
        table.add_column(name, footer=value, justify="right")
    for name, step in tally.by_step.items():
        table.add_row(name, *_figures(step))
    stdout().print(table)


def _gpu_hours(tally: Tally) -> float | None:
    return tally.cost / tally.gpu_hour if tally.cost is not None and tally.gpu_hour else None


def _waves(tally: Tally) -> int:
    """Models ask at the same time: the longest chain counts."""
    return max(each.waves for each in tally.batches)


def _figures(tally: Tally | StepTally) -> tuple[str, ...]:
    return (
        f"{tally.calls:,}",
        f"{tally.cached:,}",
        f"{tally.input_tokens:,}",
        f"{tally.output_tokens:,}",
        dollars(tally.cost),
    )
