"""fabula bench NAME: a benchmark that an installed package adds, with the options of its request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from fabula.cli.help import Group
from fabula.cli.options import AsJson, Asking, spread_options
from fabula.cli.terminal import plain_table, print_json, stdout
from fabula.errors import UsageError
from fabula.extensions import names
from fabula.questions import Question, added_benchmark


class Benchmarks(Group):
    """Our benchmarks, then those of installed packages. These are looked for only by name or for the list."""

    def list_commands(self, ctx: Any) -> list[str]:
        ours = super().list_commands(ctx)
        return [*ours, *(name for name in names("benchmarks") if name not in ours)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        ours = super().get_command(ctx, cmd_name)
        if ours is not None or cmd_name not in names("benchmarks"):
            return ours
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command()(_command(cmd_name))
        command = typer.main.get_command(app)
        command.name = cmd_name
        return command


def _command(name: str) -> Callable[..., None]:
    try:
        question = added_benchmark(name)
    except UsageError as error:
        return _broken(error)
    assert question is not None
    return _asking(question)


def _broken(error: UsageError) -> Callable[..., None]:
    """What stands in the list for a benchmark that cannot be used, so that the others still can."""

    def refuse() -> None:
        raise error

    refuse.__doc__ = str(error)
    return refuse


def _asking(question: Question) -> Callable[..., None]:
    def command(*, request: Any, as_json: bool = False, asking: Asking) -> None:
        from fabula.cli.rerun import answered

        model = None if question.asks == "none" else asking.named()
        document = answered(question, request.for_model(model), asking, as_json)
        if as_json:
            print_json(document)
        else:
            _show(question, document)

    command.__doc__ = question.request_type.__doc__
    command.__annotations__ = {"request": question.request_type, "as_json": AsJson, "asking": Asking}
    return spread_options(command)


def _show(question: Question, document: dict[str, Any]) -> None:
    """Every figure of the result, and every list of rows as a table."""
    from fabula.result import Result

    out = stdout()
    figures = plain_table(None, "", "")
    figures.show_header = False
    for name in question.result_type.model_fields:
        value = document[name]
        if name in Result.model_fields or value is None:
            continue
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            table = plain_table(name, *value[0])
            for row in value:
                table.add_row(*map(str, row.values()))
            out.print(table)
        else:
            figures.add_row(name.replace("_", " "), str(value))
    out.print(figures)
    out.print(document["signature"], style="dim", markup=False, soft_wrap=True)
