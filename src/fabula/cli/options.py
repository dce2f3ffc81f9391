"""Options that several commands share, so that they read the same everywhere."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from fabula.errors import FabulaError, UsageError

if TYPE_CHECKING:
    from fabula.models.door import Door, DoorSettings

T = TypeVar("T")

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Seed = Annotated[int, typer.Option("--seed", help="Where chance has a part, the same seed gives the same.")]
Ledger = Annotated[
    Path | None,
    typer.Option("--ledger", help="The file that keeps every answer; FABULA_LEDGER names it too."),
]


class EngineChoice(StrEnum):
    """What runs the work, as typed."""

    POOL = "pool"
    RAY = "ray"


EngineOption = Annotated[
    EngineChoice,
    typer.Option("--engine", help="pool: processes here; ray: the cluster of RAY_ADDRESS, or one here."),
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Processes of the pool; default: cores.")
]


@dataclass(frozen=True, slots=True)
class Asking:
    """What the user said about the model to ask; a command that asks one has it by `@asks_a_model`."""

    model: Annotated[
        str | None,
        typer.Option(
            "--model", help="PROVIDER/NAME, such as openai/gpt-4o or ollama/llama3.1; or replay:FILE."
        ),
    ] = None
    base_url: Annotated[
        str | None,
        typer.Option("--base-url", help="Where the server is, for custom/NAME, a proxy or another port."),
    ] = None
    max_cost: Annotated[
        float | None,
        typer.Option("--max-cost", min=0, help="Stop before more US dollars than this are spent."),
    ] = None
    max_calls: Annotated[
        int | None, typer.Option("--max-calls", min=0, help="Stop before more calls than this are paid for.")
    ] = None
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Send nothing; print calls, tokens and cost by step.")
    ] = False
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", min=1, help="Calls in flight at most.")
    ] = None
    ledger: Ledger = None
    prompts: Annotated[
        Path | None,
        typer.Option(
            "--prompts", file_okay=False, help="A folder of your own prompt files, to stand before ours."
        ),
    ] = None

    def named(self) -> str | None:
        """The model by --model, else by fabula.toml."""
        from fabula.models.config import load_config

        return self.model or load_config().model

    def settings(self, about: Mapping[str, Any]) -> DoorSettings:
        """What the door is told; `about` are the inputs and seeds that the record of the run will hold."""
        from fabula.models.door import DoorSettings

        if self.prompts and not self.prompts.is_dir():
            raise UsageError(f"--prompts {self.prompts}: there is no such folder")
        return DoorSettings(
            base_url=self.base_url,
            ledger=self.ledger,
            prompts=self.prompts,
            max_cost=self.max_cost,
            max_calls=self.max_calls,
            concurrency=self.concurrency,
            rehearsal=self.dry_run,
            command=_typed(),
            about=about,
        )

    def run(self, work: Callable[[Door], Awaitable[T]], *, as_json: bool, about: Mapping[str, Any]) -> T:
        """Do the work behind an open door, with progress; with --dry-run print what it would take and leave."""
        import asyncio
        from dataclasses import replace

        from fabula.cli.terminal import margin, print_plan, watching
        from fabula.models.door import open_door

        model = self.named()
        if model is None:
            raise UsageError(
                "which model? --model PROVIDER/NAME (such as openai/gpt-4o), or `model` in fabula.toml"
            )
        settings = self.settings(about)

        async def behind() -> T:
            async with open_door(model, replace(settings, watch=watch)) as door:
                try:
                    result = await work(door)
                except asyncio.CancelledError:
                    margin().print(
                        f"Stopping. {door.tally.in_flight} calls are under way and will be paid for: waiting for their"
                        " answers (Ctrl-C again leaves at once)."
                    )
                    raise
                if self.dry_run:
                    print_plan(door.model, door.tally, as_json=as_json)
                return result

        with watching(show=not self.dry_run) as watch:
            try:
                result = asyncio.run(behind())
            except KeyboardInterrupt:
                raise FabulaError(
                    "stopped; every answer so far is kept, and the same command goes on from here"
                ) from None
        if self.dry_run:
            raise typer.Exit
        return result


def asks_a_model(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the model options; it receives them as one `asking: Asking`.

    An option that the command declares itself stays its own: `bench` takes --model more than once.
    """
    return spread_options(command)


def spread_options(command: Callable[..., None]) -> Callable[..., None]:
    """Take a parameter that is a dataclass of options apart into them: what several commands ask stands once.

    The command receives the dataclass; the user sees its options, in its place among the command's own.
    """
    signature = inspect.signature(command, eval_str=True)
    own = {each.name for each in signature.parameters.values() if not is_dataclass(each.annotation)}
    shown: list[inspect.Parameter] = []
    spread: dict[str, tuple[type[Any], list[str]]] = {}
    for each in signature.parameters.values():
        kind: type[Any] = each.annotation
        if not is_dataclass(kind):
            shown.append(each.replace(kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        within = [option for option in _options(kind) if option.name not in own]
        spread[each.name] = (kind, [option.name for option in within])
        shown += within

    @functools.wraps(command)
    def with_options(**given: Any) -> None:
        whole = {
            name: kind(**{each: given.pop(each) for each in names}) for name, (kind, names) in spread.items()
        }
        command(**given, **whole)

    with_options.__signature__ = signature.replace(parameters=shown)  # type: ignore[attr-defined]
    with_options.__annotations__ = {each.name: each.annotation for each in shown}
    return with_options


def _options(kind: type[Any]) -> list[inspect.Parameter]:
    hints = inspect.get_annotations(kind, eval_str=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(kind)
    ]


def _typed() -> str:
    """The command as it was typed, for the record: addresses without credentials."""
    import re
    import shlex
    import sys

    words = [
        re.sub(r"://[^/@\s]*@", "://", word).partition("?")[0] if "://" in word else word
        for word in sys.argv[1:]
    ]
    return shlex.join(["fabula", *words])
