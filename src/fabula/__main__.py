"""`python -m fabula` is the same as `fabula`."""

from fabula.cli import command

command()
