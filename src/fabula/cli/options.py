"""Options that several commands share, so that they are the same everywhere."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin

import typer

from fabula.cli.help import ABOUT_THE_BOOK, MODEL, OPTIONS, OUTPUT, placed_in
from fabula.cli.stopping import calls_are_waited_for
from fabula.errors import Stopped, UsageError
from fabula.models.options import ModelOptions
from fabula.reading.book_request import STATED
from fabula.request import Option, Request, alternatives, options

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from fabula.models.chat import Tally
    from fabula.models.door import Door
    from fabula.models.door_settings import DoorSettings
    from fabula.models.ledger.databases import Place
    from fabula.models.several import Doors

T = TypeVar("T")
D = TypeVar("D", "Door", "Doors")

_NOTHING_USABLE: ContextVar[bool] = ContextVar("nothing usable", default=False)
"""Whether the command asked models and has no answer that can be used: its exit code is 1."""
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same random choices.")]
Ledger = Annotated[
    str | None,
    typer.Option(
        "--ledger", help="The file that stores every answer, or postgresql://... FABULA_LEDGER sets it too."
    ),
]


def ledger_named(ledger: str | None) -> Place:
    """The ledger of --ledger, or the usual one."""
    from fabula.models.config import default_ledger, load_config
    from fabula.models.ledger.databases import placed

    return placed(ledger) if ledger else default_ledger(load_config())


class EngineChoice(StrEnum):
    """The engine that runs the work, as the user typed it."""

    POOL = "pool"
    RAY = "ray"


EngineOption = Annotated[
    EngineChoice,
    typer.Option(
        "--engine",
        help="pool: processes on this machine; ray: the cluster in RAY_ADDRESS, or a local one.",
        rich_help_panel=OPTIONS,
    ),
]


def engaged(command: Callable[..., None]) -> Callable[..., None]:
    """Add --engine to a command: where its work is done, and where its calls leave from."""

    @functools.wraps(command)
    def with_engine(*, engine: EngineChoice = EngineChoice.POOL, **given: Any) -> None:
        from fabula.workers.place import elsewhere

        with elsewhere(engine.value):
            command(**given)

    own = inspect.signature(command, eval_str=True)
    option = inspect.Parameter(
        "engine", inspect.Parameter.KEYWORD_ONLY, default=EngineChoice.POOL, annotation=EngineOption
    )
    with_engine.__signature__ = own.replace(parameters=[*own.parameters.values(), option])  # type: ignore[attr-defined]
    with_engine.__annotations__ = {**inspect.get_annotations(command, eval_str=True), "engine": EngineOption}
    return with_engine


Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", min=1, help="Number of processes. Default: one per core.", rich_help_panel=OPTIONS
    ),
]


@dataclass(frozen=True, slots=True)
class Asking(ModelOptions):
    """The model options of a command. Opens the door to the model and runs the work."""

    def run(
        self,
        work: Callable[[Door], Awaitable[T]],
        *,
        as_json: bool,
        about: Mapping[str, Any],
        pace: Callable[[], str] | None = None,
    ) -> T:
        """Run the work with an open door and show progress. With --dry-run, print the estimate and stop."""
        from fabula.models.opening import open_door

        model = self.required()
        return self._run(lambda settings: open_door(model, settings), work, as_json, about, (model,), pace)

    def run_several(
        self,
        request: Request,
        work: Callable[[Doors], Awaitable[T]],
        *,
        as_json: bool,
        about: Mapping[str, Any],
    ) -> T:
        """Run with the several models of a request. --max-cost and --max-calls limit all of them together."""
        from fabula.models.opening import open_doors

        models = self.all_of(request)
        return self._run(
            lambda settings: open_doors(settings, models), work, as_json, about, self.main(request)
        )

    def _run(
        self,
        opening: Callable[[DoorSettings], AbstractAsyncContextManager[D]],
        work: Callable[[D], Awaitable[T]],
        as_json: bool,
        about: Mapping[str, Any],
        main: Sequence[str],
        pace: Callable[[], str] | None = None,
    ) -> T:
        import asyncio
        from dataclasses import replace

        from fabula.cli.terminal import print_plan, say_notices, watching

        settings = self.settings(about, typed_command(), main=main)

        async def behind(settings: DoorSettings) -> tuple[T, bool]:
            async with opening(settings) as opened:
                try:
                    result = await work(opened)
                except asyncio.CancelledError:
                    if opened.waits:
                        _say_what_is_waited_for(opened.tally)
                    raise
                say_notices(opened.notices)
                if self.dry_run:
                    print_plan(", ".join(opened.models), opened.tally, as_json=as_json)
                return result, bool(opened.nothing_usable)

        with watching(show=not self.dry_run, pace=pace) as watch, calls_are_waited_for():
            try:
                result, useless = asyncio.run(behind(replace(settings, watch=watch)))
            except KeyboardInterrupt:
                raise Stopped(
                    "stopped; all answers so far are kept, and the same command continues from here"
                ) from None
        _NOTHING_USABLE.set(useless)
        if self.dry_run:
            raise typer.Exit
        return result


def _say_what_is_waited_for(tally: Tally) -> None:
    from fabula.cli.terminal import stderr

    stderr().print(
        f"Stopping. Waiting for {tally.in_flight} calls in progress: a paid server bills them anyway"
        " (Ctrl-C again quits at once)."
    )


def asks_a_model(command: Callable[..., None]) -> Callable[..., None]:
    """Add the model options to a command, which receives them as one `asking: Asking`.

    Options that the command declares itself take precedence: `bench` accepts --model more than once. A command whose
    model gave nothing of use fails once it has printed what it has.
    """

    @functools.wraps(command)
    def asking(**given: Any) -> None:
        _NOTHING_USABLE.set(False)
        command(**given)
        if _NOTHING_USABLE.get():
            raise typer.Exit(1)

    return spread_options(asking)


def spread_options(command: Callable[..., None]) -> Callable[..., None]:
    """Replace each parameter that is a request by its options, so that shared options are declared once.

    The command receives the dataclass. The user sees its options in its place among the command's own options. If two
    dataclasses share an option name, the first one keeps it.
    """
    signature = inspect.signature(command, eval_str=True)
    own = {each.name for each in signature.parameters.values() if not is_dataclass(each.annotation)}
    asks = any(_is_of_model(each.annotation) for each in signature.parameters.values())
    shown: list[inspect.Parameter] = []
    spread: dict[str, tuple[type[Any], list[str]]] = {}
    taken = set(own)
    for each in signature.parameters.values():
        kind: type[Any] = each.annotation
        if not is_dataclass(kind):
            own_option = each.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            shown.append(placed_in(OUTPUT, own_option) if asks else own_option)
            continue
        within = [option for option in _options(kind) if option.name not in taken]
        taken |= {option.name for option in within}
        spread[each.name] = (kind, [option.name for option in within])
        shown += [placed_in(_heading(kind, option.name), option) for option in within] if asks else within

    @functools.wraps(command)
    def with_options(**given: Any) -> None:
        whole = {
            name: kind(**_as_declared(kind, {each: given.pop(each) for each in names}))
            for name, (kind, names) in spread.items()
        }
        command(**given, **whole)

    with_options.__signature__ = signature.replace(parameters=shown)  # type: ignore[attr-defined]
    with_options.__annotations__ = {each.name: each.annotation for each in shown}
    return with_options


def _is_of_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, ModelOptions)


def _heading(kind: type[Any], name: str) -> str:
    """Where --help lists an option of a request."""
    if _is_of_model(kind):
        return MODEL
    return ABOUT_THE_BOOK if name in (*STATED, "people") else OPTIONS


def _options(kind: type[Any]) -> list[inspect.Parameter]:
    if issubclass(kind, Request):
        return [_parameter(each) for each in options(kind)]
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


def _parameter(each: Option) -> inspect.Parameter:
    """Turn a field of a request into a command-line parameter."""
    kind = _typed_kind(each)
    default = inspect.Parameter.empty if each.required else each.default
    if each.argument:
        declared: Any = typer.Argument(help=each.help)
    elif "/" in each.flag:
        declared = typer.Option(each.flag, help=each.help)
    elif kind is bool and each.default:
        declared = typer.Option(f"{each.flag}/--no-{each.flag.removeprefix('--')}", help=each.help)
    else:
        flags = (each.flag, each.short) if each.short else (each.flag,)
        declared = typer.Option(*flags, help=each.help, min=each.minimum, max=each.maximum)
    if default == ():
        default = None
    elif each.comma and isinstance(default, tuple):
        default = ",".join(map(str, default))
    return inspect.Parameter(
        each.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, declared]
    )


def _typed_kind(each: Option) -> Any:
    """The type on the command line: a path for a book, text with commas for a list of words, repeated flags otherwise."""
    members = [kind for kind in alternatives(each.kind) if kind is not type(None)]
    kind = Path if Path in members else members[0]
    if get_origin(kind) is tuple:
        member: Any = get_args(kind)[0]
        if each.choices:  # typer accepts a list of an enumeration but not of a Literal
            member = _enumeration(each)
        elif Path in alternatives(member):
            member = Path
        kind = str if each.comma else list[member]
    optional = type(None) in alternatives(each.kind) or each.default in (None, ())
    return kind | None if optional else kind


def _enumeration(each: Option) -> Any:
    """The choices of a field as an enumeration."""
    members = [(str(one), str(one)) for one in each.choices]
    return StrEnum("Choice", members)


def _as_declared(kind: type[Any], given: dict[str, Any]) -> dict[str, Any]:
    """Convert what was typed to the type that the request declares: lists become tuples."""
    if not issubclass(kind, Request):
        return given
    declared = {each.name: each for each in options(kind)}
    return {name: _value(declared[name], value) for name, value in given.items()}


def _value(each: Option, value: Any) -> Any:
    kind = next((kind for kind in alternatives(each.kind) if get_origin(kind) is tuple), None)
    if kind is None:
        return value
    if isinstance(value, str):
        return _numbers(each, value) if get_args(kind)[0] is int else _words(value)
    return tuple(one.value if isinstance(one, StrEnum) else one for one in value) if value else each.default


def _words(typed: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in typed.split(",") if part.strip())


def _numbers(each: Option, typed: str) -> tuple[int, ...]:
    """Whole numbers with commas, or a range: `0,5` or `0..5`; each at most once."""
    if span := re.fullmatch(r"\s*(\d+)\s*\.\.\s*(\d+)\s*", typed):
        return tuple(range(int(span[1]), int(span[2]) + 1))
    try:
        return tuple(dict.fromkeys(int(part) for part in _words(typed)))
    except ValueError:
        raise UsageError(f"{each.flag} {typed}: give whole numbers, such as 0,5 or 0..5") from None


def typed_command() -> str:
    """The command as typed, for the record, with credentials removed from addresses."""
    import shlex
    import sys

    words = [
        re.sub(r"://[^/@\s]*@", "://", word).partition("?")[0] if "://" in word else word
        for word in sys.argv[1:]
    ]
    return shlex.join(["fabula", *words])
