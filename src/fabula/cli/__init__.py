"""The command line. Each command group has one file, loaded only when it is used."""

from __future__ import annotations

import io
import os
import shutil
import sys
import textwrap
import threading
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from fabula.cli.help import sectioned, write_groups
from fabula.cli.machine import condition_of_the_machine
from fabula.cli.stopping import TERMINATED, terminated_like_ctrl_c
from fabula.errors import FabulaError, Stopped, UsageError
from fabula.memory import collect_seldom
from fabula.version import __version__

_CTRL_C = 130
"""The exit code of a command that Ctrl-C stopped."""
_STOPPED = (_CTRL_C, TERMINATED)


@dataclass(frozen=True, slots=True)
class Listed:
    """A command or a group in the list of all: the module that defines its `app`, and what it is for."""

    module: str
    what: str


GROUPS: dict[str, dict[str, Listed]] = {
    "Start here": {
        "demo": Listed("fabula.cli.demo", "judge the sample novella: no model, no key, no network"),
        "studio": Listed("fabula.studio.command", "everything below in your browser"),
    },
    "Judge and edit books": {
        "outline": Listed("fabula.cli.outline", "what fabula reads in a book: chapters, people, left out"),
        "evaluate": Listed("fabula.cli.evaluate", "judge books: eight aspects, or what can be measured"),
        "edit": Listed("fabula.cli.edit", "notes at the line, what to keep, a letter to the author"),
        "facts": Listed("fabula.cli.facts", "is a summary true to its story? people as a graph"),
        "persona": Listed("fabula.cli.persona", "judge as one reader, or an audience, would"),
        "compare": Listed("fabula.cli.compare", "two drafts or two reports: what changed beyond noise"),
        "draft": Listed("fabula.cli.draft", "a book's drafts: what changed, which notes were dealt with"),
        "pitch": Listed("fabula.cli.pitch", "logline, synopses, comparable titles, checked by the book"),
        "rank": Listed("fabula.cli.rank", "put books in order by comparing pairs of them"),
        "read": Listed("fabula.cli.read", "read a book once with a model, for every later judge"),
    },
    "Measure models": {
        "novelist": Listed("fabula.cli.novelist", "can a model write? its place among human novelists"),
        "quiz": Listed("fabula.cli.quiz", "does a model know its literature? questions about novels"),
        "audit": Listed("fabula.cli.audit", "can this judge be trusted? its memory and its biases"),
        "agree": Listed("fabula.cli.agree", "how well scores agree with people, with intervals"),
        "calibrate": Listed("fabula.cli.calibrate", "a judge's scores as the stars that readers give"),
        "bench": Listed("fabula.cli.bench", "the papers' tables from end to end, beside baselines"),
    },
    "Learn from readers": {
        "readers": Listed("fabula.cli.readers", "what real readers said, and a model learned from it"),
        "train": Listed("fabula.cli.train", "fine-tune a judge on readers' reviews"),
    },
    "Many books, past runs, settings": {
        "corpus": Listed("fabula.cli.corpus", "turn many files into a clean shelf"),
        "results": Listed("fabula.cli.results", "finished runs as one table: filter, compare, export"),
        "rerun": Listed("fabula.cli.rerun", "ask the question of a saved result again"),
        "runs": Listed("fabula.cli.runs", "what was asked, what it cost, and the answers"),
        "models": Listed("fabula.cli.models", "what a server supports; prices; models to fetch"),
        "cite": Listed("fabula.cli.cite", "how to cite fabula and the five papers"),
    },
}
"""In the order of the help: what a newcomer needs first stands first."""
COMMANDS = {name: listed for group in GROUPS.values() for name, listed in group.items()}


class Doors(TyperGroup):
    """Loads a command's module only when that command is needed."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command = typer.main.get_command(sectioned(import_module(COMMANDS[cmd_name].module).app))
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - click's signature
        """The list for --help, without loading a single command."""
        write_groups(
            {title: {name: each.what for name, each in group.items()} for title, group in GROUPS.items()},
            formatter,
        )

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """`help COMMAND` as `COMMAND --help`, and the command that a mistyped name is closest to."""
        if args[:1] == ["help"]:
            if len(args) == 1:
                print(ctx.get_help())
                ctx.exit()
            args = [*args[1:], "--help"]
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
        False, "--version", callback=_print_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Reads a book-length story and says how good it is, for which readers, why, and how sure it is."""


def command() -> None:
    """The installed command: `main()`, and where it was stopped, an end without waiting for threads whose work nobody wants
    any more. A long book may keep one for half a minute."""
    try:
        main()
    except SystemExit as leaving:
        if leaving.code not in _STOPPED or not _threads_at_work():
            raise
        assert isinstance(leaving.code, int)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(leaving.code)


def _threads_at_work() -> bool:
    ours = threading.main_thread()
    return any(each is not ours and not each.daemon for each in threading.enumerate())


def main() -> None:
    """Run a command. Every error ends in one line on stderr and an exit code, without a traceback."""
    collect_seldom()
    _print_what_can_be_printed()
    with terminated_like_ctrl_c():
        _run()


def _print_what_can_be_printed() -> None:
    """A terminal or pipe whose encoding lacks a character gets a question mark there, and the command goes on."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _run() -> None:
    try:
        app(prog_name="fabula")
    except SystemExit as leaving:
        if leaving.code == _CTRL_C:
            _leave("stopped", _CTRL_C)
        raise
    except Stopped as error:
        _leave(str(error), _CTRL_C)
    except FabulaError as error:
        _leave(_told(error), 2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
    except Exception as error:
        if os.environ.get("FABULA_DEBUG"):
            raise
        if condition := condition_of_the_machine(error):
            _leave(condition, 1)
        _leave(f"this is a fault of fabula: {type(error).__name__}: {error} (FABULA_DEBUG=1 shows where)", 1)


def _told(error: FabulaError) -> str:
    """The error's one line, in the language that is asked for where it is known in it."""
    from fabula.bad_files import told
    from fabula.cli.error_language import error_language

    return told(error, error_language(sys.argv[1:]))


def _leave(message: str, code: int) -> None:
    said = f"fabula: {message}"
    print(_between_words(said) if sys.stderr.isatty() else said, file=sys.stderr)
    raise SystemExit(code)


def _between_words(message: str) -> str:
    """Lines that end between words, in a terminal. A path or an address stays whole, to be copied."""
    width = shutil.get_terminal_size().columns
    return "\n".join(
        textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False)
        for line in message.splitlines()
    )
