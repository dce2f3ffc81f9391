"""What stops a command and is no fault of fabula: a full disk, a file system that can only be read, no memory left."""

from __future__ import annotations

import errno
import sys

_CONDITIONS = frozenset(
    getattr(errno, name)
    for name in ("ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO", "EMFILE", "ENFILE", "ENOMEM")
    if hasattr(errno, name)
)


def condition_of_the_machine(error: Exception) -> str | None:
    """One line for an error that the user mends outside of fabula; None for every other error."""
    if isinstance(error, MemoryError):
        return "this machine has not enough memory for it"
    if isinstance(error, OSError) and error.errno in _CONDITIONS:
        place = f"{error.filename}: " if error.filename else ""
        return (
            f"{place}{(error.strerror or str(error)).lower()}; run the same command again when that is mended"
        )
    sqlite = sys.modules.get("sqlite3")
    if sqlite is not None and isinstance(error, sqlite.OperationalError):
        conditions = (sqlite.SQLITE_FULL, sqlite.SQLITE_IOERR, sqlite.SQLITE_READONLY)
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in conditions:
            return f"a file of saved work: {error}; run the same command again when that is mended"
    return None
