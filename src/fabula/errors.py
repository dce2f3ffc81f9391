"""Errors for users: one line that says what went wrong and how to fix it."""


class FabulaError(Exception):
    """A failure that the user can act on. Its text is shown without a traceback; the exit code is 1."""


class UsageError(FabulaError, ValueError):
    """The user gave a bad option or a bad file. The exit code is 2."""


class Stopped(FabulaError):
    """The user stopped the work and should know what is kept. The exit code is that of Ctrl-C, 130."""
