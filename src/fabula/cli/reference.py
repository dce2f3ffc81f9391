"""docs/commands.md, from the commands themselves: `python -m fabula.cli.reference > docs/commands.md`.

Built from what the commands declare, not from the help shown in a terminal. So neither the terminal's width nor the typer
release changes the page.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import typer

from fabula.cli import app
from fabula.cli.help import argument_name, placeholder

PREFACE = """# Commands

Generated from the commands by `python -m fabula.cli.reference > docs/commands.md`; a test checks that it is up to date.
Results go to stdout, progress and notes to stderr. Exit code 0 means success, 1 a failure, 2 an invalid command.
"""
_CHOICES = re.compile(r"[^\s<>\[\]|]+(?:\|[^\s<>\[\]|]+)+")


def reference() -> str:
    """The whole page."""
    root = typer.main.get_command(app)
    return "\n".join([PREFACE, *_sections(root, typer.Context(root, info_name="fabula"), depth=2)])


def _sections(command: Any, context: typer.Context, depth: int) -> Iterator[str]:
    parameters = [each for each in command.params if not getattr(each, "hidden", False)]
    children = command.list_commands(context) if hasattr(command, "list_commands") else []
    arguments = [argument_name(each) for each in parameters if each.param_type_name == "argument"]
    options = ["[OPTIONS]"] if len(arguments) < len(parameters) else []
    verb = ["COMMAND ..."] if children else []
    yield f"{'#' * depth} {context.command_path}\n"
    yield f"    {' '.join([context.command_path, *options, *arguments, *verb])}\n"
    if command.help:
        yield f"{_prose(command.help)}\n"
    if parameters:
        yield "| | |\n|---|---|\n" + "\n".join(_row(each, context) for each in parameters) + "\n"
    for name in children:
        child = command.get_command(context, name)
        if not child.hidden:
            yield from _sections(child, typer.Context(child, info_name=name, parent=context), depth + 1)


def _row(parameter: Any, context: typer.Context) -> str:
    shown, described = parameter.get_help_record(context)
    if parameter.param_type_name == "argument":
        name = argument_name(parameter)
    else:
        name = " / ".join(", ".join(group) for group in (parameter.opts, parameter.secondary_opts) if group)
        if not parameter.is_flag:
            choices = _CHOICES.search(shown)
            name += f" {choices.group() if choices else placeholder(parameter)}"
    return f"| `{_cell(name)}` | {_cell(described)} |"


def _prose(text: str) -> str:
    """A docstring as paragraphs. Backspaces and form feeds are only for the help formatter and are removed."""
    paragraphs = text.replace("\b", "").split("\f")[0].split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.stdout.write(reference())
