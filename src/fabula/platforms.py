"""What differs between Linux, macOS and Windows: folders, locks on files, groups of processes, signals.

Windows has no `fcntl`, no SIGTERM that a process can catch from another, and an event loop without signal handlers. The
differences stand here, so that the rest of the code has none. The Windows half is tested with a stand-in for `msvcrt`.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

_LOCKED_BYTES = 1


def windows() -> bool:
    """Is this Windows?"""
    return sys.platform == "win32"


def forks_safely() -> bool:
    """Can a process that has loaded much be forked? Windows cannot fork; on macOS the system's own libraries, which
    look for a proxy before a model is asked, may crash in a forked process."""
    return sys.platform == "linux"


def named(title: str) -> None:
    """Name this process in lists of processes, where the system has a place for it: 15 bytes on Linux."""
    with suppress(OSError):
        Path("/proc/self/comm").write_text(title, encoding="utf-8")


def user_folder() -> Path:
    """Where fabula.toml, settings and keys of this user stand: the folder of FABULA_CONFIG, else the system's for settings."""
    import platformdirs

    named = os.environ.get("FABULA_CONFIG")
    return Path(named).absolute().parent if named else Path(platformdirs.user_config_dir("fabula"))


def lock(file: IO[str]) -> bool:
    """Hold an open file for this process until it is closed. False if another process holds it."""
    return _windows_lock(file) if windows() else _posix_lock(file, shared=False)


def is_locked(path: Path) -> bool:
    """Does a process hold this file? Looking does not keep others from looking, except on Windows for a moment."""
    try:
        with path.open("r+") as file:
            return not (_windows_lock(file) if windows() else _posix_lock(file, shared=True))
    except FileNotFoundError:
        return False


def browser_places() -> tuple[Path, ...]:
    """Where browsers of the Chromium family stand that are on no search path."""
    if windows():
        roots = [os.environ[name] for name in ("ProgramFiles", "ProgramFiles(x86)") if name in os.environ]
        inside = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
        return tuple(Path(root) / each for root in roots for each in inside)
    if sys.platform == "darwin":
        names = ("Google Chrome", "Chromium", "Microsoft Edge")
        return tuple(Path(f"/Applications/{name}.app/Contents/MacOS/{name}") for name in names)
    return ()


def is_administrator() -> bool:
    """Is this the root user? Chromium does not start its sandbox for root."""
    return not windows() and os.geteuid() == 0


def own_group() -> Mapping[str, Any]:
    """What to start a process with, so that Ctrl-C in this terminal does not reach it."""
    if windows():
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def on_signal(number: int, act: Callable[[], None]) -> None:
    """Call `act` in the running loop when the signal comes."""
    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(number, act)
    except NotImplementedError:
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(act) and None)


@contextmanager
def held_back(number: int) -> Iterator[None]:
    """Inside the block the signal does not arrive. Windows cannot hold signals back."""
    hold: Callable[..., Any] | None = getattr(signal, "pthread_sigmask", None)
    if hold is None:
        yield
        return
    before = hold(getattr(signal, "SIG_BLOCK"), {number})  # noqa: B009 - Windows has no such name
    try:
        yield
    finally:
        hold(getattr(signal, "SIG_SETMASK"), before)  # noqa: B009


def _posix_lock(file: IO[str], *, shared: bool) -> bool:
    fcntl: Any = importlib.import_module("fcntl")
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _windows_lock(file: IO[str]) -> bool:
    msvcrt: Any = importlib.import_module("msvcrt")
    file.seek(0)
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, _LOCKED_BYTES)
    except OSError:
        return False
    return True
