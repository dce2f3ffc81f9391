"""The man page, from the list of commands: `python -m fabula.cli.manual > docs/fabula.1`."""

from __future__ import annotations

import sys

from fabula.cli import COMMANDS

_HEAD = r""".TH FABULA 1 "" "fabula" "User Commands"
.SH NAME
fabula \- read a book\-length story and say how good it is, to whom, why, and how sure it is
.SH SYNOPSIS
.B fabula
.I COMMAND
[\fIOPTIONS\fR] ...
.SH DESCRIPTION
Results go to stdout, progress and notes to stderr.
.B fabula
.I COMMAND
.B \-\-help
lists the options of a command.
Nothing leaves your machine unless you name a model.
.SH COMMANDS"""
_FOOT = r""".SH EXIT STATUS
0 for success, 1 for a failure, 2 for an invalid command.
.SH ENVIRONMENT
.TP
.B FABULA_API_KEY
The key of the server of \-\-model; OPENAI_API_KEY, ANTHROPIC_API_KEY and the like work too.
.TP
.B FABULA_LEDGER
The file that keeps every answer of a model, or postgresql://...
.TP
.B FABULA_DEBUG
Set it to 1 to see where a fault of fabula comes from.
.SH FILES
.TP
.B fabula.toml
Your models, prices and defaults, in the folder where you work or in your configuration folder."""


def manual() -> str:
    """The whole page."""
    listed = (f".TP\n.B {name}\n{_plain(each.what)}" for name, each in COMMANDS.items())
    return "\n".join([_HEAD, *listed, _FOOT]) + "\n"


def _plain(text: str) -> str:
    return text.replace("-", "\\-")


if __name__ == "__main__":
    sys.stdout.write(manual())
