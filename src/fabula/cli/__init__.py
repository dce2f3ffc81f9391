"""The command line. Each command group has one file, loaded only when it is used."""

from __future__ import annotations

import os
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from fabula.cli.stopping import terminated_like_ctrl_c
from fabula.errors import FabulaError, UsageError
from fabula.version import __version__

COMMANDS: dict[str, str] = {
    "demo": "fabula.cli.demo",
    "outline": "fabula.cli.outline",
    "read": "fabula.cli.read",
    "evaluate": "fabula.cli.evaluate",
    "edit": "fabula.cli.edit",
    "rank": "fabula.cli.rank",
    "compare": "fabula.cli.compare",
    "persona": "fabula.cli.persona",
    "quiz": "fabula.cli.quiz",
    "novelist": "fabula.cli.novelist",
    "facts": "fabula.cli.facts",
    "readers": "fabula.cli.readers",
    "train": "fabula.cli.train",
    "agree": "fabula.cli.agree",
    "calibrate": "fabula.cli.calibrate",
    "audit": "fabula.cli.audit",
    "corpus": "fabula.cli.corpus",
    "bench": "fabula.cli.bench",
    "models": "fabula.cli.models",
    "runs": "fabula.cli.runs",
    "rerun": "fabula.cli.rerun",
    "studio": "fabula.studio.command",
    "cite": "fabula.cli.cite",
}
"""Commands and groups in the order of the help, each with the module that defines its `app`."""


class Doors(TyperGroup):
    """Loads a command's module only when that command or the full list is needed."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command = typer.main.get_command(import_module(COMMANDS[cmd_name]).app)
        command.name = cmd_name
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Suggest the command that a mistyped name is closest to. Commands that are not loaded count too."""
        name = args[0] if args else ""
        if name not in COMMANDS and (close := get_close_matches(name, COMMANDS, n=1)):
            ctx.fail(f"No such command {name!r}. Did you mean {close[0]!r}?")
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=Doors,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"fabula {__version__}")
        raise typer.Exit()


@app.callback()
def root(
    version: bool = typer.Option(
        False, "--version", callback=_print_version, is_eager=True, help="Print it."
    ),
) -> None:
    """Reads a book-length story and says how good it is, for which readers, why, and how sure it is."""


def main() -> None:
    """Run a command. Every error ends in one line on stderr and an exit code, without a traceback."""
    with terminated_like_ctrl_c():
        _run()


def _run() -> None:
    try:
        app()
    except UsageError as error:
        _leave(str(error), 2)
    except FabulaError as error:
        _leave(str(error), 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except Exception as error:
        if os.environ.get("FABULA_DEBUG"):
            raise
        _leave(f"this is a fault of fabula: {type(error).__name__}: {error} (FABULA_DEBUG=1 shows where)", 1)


def _leave(message: str, code: int) -> None:
    print(f"fabula: {message}", file=sys.stderr)
    raise SystemExit(code)
