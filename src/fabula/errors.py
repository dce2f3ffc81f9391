"""What a user is told when something cannot be done: one line on what was wrong and what would be right."""


class FabulaError(Exception):
    """A failure that the user can act on. Its text is shown as it is, without a traceback; exit code 1."""


class UsageError(FabulaError, ValueError):
    """The user asked for something that cannot be: a bad option, a bad file of their own; exit code 2."""
