"""How --help is laid out: commands by purpose, and the options of a command that asks a model in sections."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Mapping
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup

OPTIONS = "Options"
ABOUT_THE_BOOK = "About the book"
OUTPUT = "Output"
MODEL = "Model and cost"
_ORDER = (OPTIONS, ABOUT_THE_BOOK, OUTPUT, MODEL)
"""The last section stands right above the prompt, where a reader looks first."""


_KINDS = {
    "<int range>": "<number>",
    "<float range>": "<number>",
    "<int>": "<number>",
    "<float>": "<number>",
    "<str>": "<text>",
}
"""What a programmer calls a value, and what everybody calls it."""


class SectionedCommand(TyperCommand):
    """A command whose --help puts options under the headings that `placed_in` gave them."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """`[OPTIONS] BOOK [FILE]`, as in docs/commands.md."""
        arguments = [each for each in self.get_params(ctx) if each.param_type_name == "argument"]
        return ["[OPTIONS]", *map(argument_name, arguments)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments first, then a section for each heading that has options."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], **{name: [] for name in _ORDER}}
        for each in self.get_params(ctx):
            record = each.get_help_record(ctx)
            if record is None:
                continue
            if each.param_type_name == "argument":
                sections["Arguments"].append((placeholder(each), record[1]))
            else:
                heading = getattr(each, "rich_help_panel", None) or OPTIONS
                sections[heading].append((_in_plain_words(record[0]), record[1]))
        for name, records in sections.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)


class Group(TyperGroup):
    """A group whose --help says what each of its commands is for in whole sentences."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The first paragraph of each command's help."""
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        shown = [(name, each) for name, each in commands if each is not None and not each.hidden]
        if shown:
            with formatter.section("Commands"):
                formatter.write_dl([(name, (each.help or "").partition("\n\n")[0]) for name, each in shown])


def argument_name(parameter: Any) -> str:
    """A positional argument as a usage line has it: BOOK, BOOKS... or [FILE]."""
    name = placeholder(parameter).removesuffix("...") + ("..." if parameter.nargs != 1 else "")
    return name if parameter.required else f"[{name}]"


def placeholder(parameter: Any) -> str:
    """What stands for the value that a user types."""
    return str(parameter.metavar or parameter.name.upper())


def _in_plain_words(shown: str) -> str:
    for kind, plain in _KINDS.items():
        shown = shown.replace(kind, plain)
    return shown


def sectioned(app: typer.Typer) -> typer.Typer:
    """The app of a command or of a group, with every command in it laid out in sections."""
    for command in app.registered_commands:
        command.cls = SectionedCommand
    if getattr(app.info.cls, "value", app.info.cls) in (None, TyperGroup):
        app.info.cls = Group
    return app


def placed_in(heading: str, parameter: inspect.Parameter) -> inspect.Parameter:
    """The parameter under a heading, unless its declaration names another."""
    if get_origin(parameter.annotation) is not Annotated:
        return parameter
    kind, declared, *rest = get_args(parameter.annotation)
    if getattr(declared, "rich_help_panel", None):
        return parameter
    declared = copy.copy(declared)
    declared.rich_help_panel = heading
    return parameter.replace(annotation=Annotated[(kind, declared, *rest)])


def write_groups(groups: Mapping[str, Mapping[str, str]], formatter: Any) -> None:
    """The commands of each group with what they are for, in one column throughout."""
    widest = max(len(name) for group in groups.values() for name in group)
    for title, group in groups.items():
        with formatter.section(title):
            formatter.write_dl([(name.ljust(widest), what) for name, what in group.items()])
