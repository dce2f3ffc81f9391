"""A warm process: it has loaded what work needs and forks a child for each piece of it, so that work begins at once.

A new Python takes a third of a second to start and two seconds to load what a job needs; a fork takes milliseconds.
`begin` forks the warm process from one that has a single thread and no database open yet, so that no child inherits
either. From then on any thread may ask it for a child. It loads step by step, once somebody has asked or after a few
quiet seconds, and between two steps it sees to requests: the first children load for themselves what is not there yet.

A request on the line to it is one byte, which says what kind of child, and three open files: the channel to the child,
and the child's standard input and output. The child itself reads its order from the channel, so nobody who is slow or
gone keeps the warm process waiting. A child begins in a session of its own, with the environment and folder of whoever
asked, the usual signals and no other file.

- A bound child is killed when whoever asked hangs up, however they end. Its work sends the result through the channel.
- A free child goes on, and can ask for children itself. Its exit code comes through the channel.
- The warm process ends when all who can ask are gone and its last child has ended.

Where the system does not fork safely there is none, and whoever asks starts a new Python.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

from fabula.platforms import forks_safely, named

_FREE, _BOUND = b"f", b"b"
_HANDLES = 3
_QUIET = 3_000
"""Milliseconds without a request before the warm process loads what nobody has asked for yet."""
_USUAL: dict[int, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    getattr(signal, "SIGCHLD", signal.SIGTERM): signal.SIG_DFL,
}
"""What a new Python does on signals."""

_line: socket.socket | None = None
"""From here to the warm process; None where there is none."""


@dataclass(frozen=True, slots=True)
class _Order:
    """What a child does, and where it thinks it is."""

    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    environment: dict[str, str]
    folder: str | None


def begin(loading: Iterator[object]) -> None:
    """Fork the warm process from this one. There each step of `loading` loads some of what children need; it starts no
    thread and leaves no file open. Does nothing where a fork is not safe."""
    global _line
    if not forks_safely() or threading.active_count() > 1:
        return
    for each in (sys.stdout, sys.stderr):
        each.flush()
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        ours.close()
        _be_warm(theirs, loading)
    theirs.close()
    _line = ours


def bound_child(work: Callable[..., object], *arguments: object) -> Connection | None:
    """A child that runs `work(channel, *arguments)`; our end of the channel. Close it, and the child is killed. None
    where no process is warm."""
    with Path(os.devnull).open("rb") as nothing:
        return _child(_BOUND, nothing.fileno(), 2, work, arguments)


def free_child(
    work: Callable[..., int], *arguments: object, stdin: int, output: int, environment: dict[str, str]
) -> Connection | None:
    """A child that runs `work(*arguments)`, with these open files as its standard input and output. Its exit code comes
    through the channel, or the end of the channel if nobody knows it. None where no process is warm."""
    return _child(_FREE, stdin, output, work, arguments, environment)


def _child(
    kind: bytes,
    stdin: int,
    output: int,
    work: Callable[..., object],
    arguments: tuple[object, ...],
    environment: dict[str, str] | None = None,
) -> Connection | None:
    global _line
    line = _line
    if line is None:
        return None
    ours, theirs = socket.socketpair()
    channel = Connection(ours.detach())
    try:
        with theirs:
            socket.send_fds(line, [kind], [theirs.fileno(), stdin, output])
        channel.send(_Order(work, arguments, environment or dict(os.environ), _folder()))
    except OSError:
        _line = None  # it was killed; from now on new processes are started
        channel.close()
        return None
    return channel


def _folder() -> str | None:
    try:
        return str(Path.cwd())
    except OSError:  # it was removed
        return None


def _be_warm(line: socket.socket, loading: Iterator[object]) -> NoReturn:
    code = 1
    try:
        os.setsid()
        named("fabula warm")
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with Path(os.devnull).open("r+b") as nothing:
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)
        _Warm(line).serve(loading)
        code = 0
    except BaseException:  # noqa: BLE001 - this is the end of the process
        traceback.print_exc()
    finally:
        os._exit(code)


class _Warm:
    """The warm process at work: it waits for requests, for those who hang up, and for children that end."""

    def __init__(self, line: socket.socket) -> None:
        self._poll = select.poll()
        self._lines: dict[int, socket.socket] = {}
        self._channels: dict[int, Connection] = {}
        """Of each child, by its process."""
        self._bound: dict[int, int] = {}
        """The process at the other end of a channel, for those who are killed when it closes."""
        self._woken, self._waker = socket.socketpair()
        for each in (self._woken, self._waker):
            each.setblocking(False)
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._poll.register(self._woken, select.POLLIN)
        self._open(line)

    def serve(self, loading: Iterator[object]) -> None:
        """Until nobody is left. Files are closed last in each round, so that no number means two of them."""
        quiet: int | None = _QUIET
        while self._lines or self._channels:
            ready = [handle for handle, _ in self._poll.poll(quiet)]
            if quiet is not None:
                quiet = 0 if ready or _loaded_more(loading) else None
            for handle in ready:
                if handle in self._bound:
                    os.kill(self._bound[handle], signal.SIGKILL)
                    self._poll.unregister(handle)
            for handle in ready:
                if handle in self._lines:
                    self._asked(self._lines[handle])
            if self._woken.fileno() in ready:
                self._reap()

    def let_go(self) -> None:
        """In a child: hold nothing of the warm process or of its other children."""
        signal.set_wakeup_fd(-1)
        for line in (*self._lines.values(), self._woken, self._waker):
            line.close()
        for channel in self._channels.values():
            channel.close()

    def _open(self, line: socket.socket) -> None:
        self._lines[line.fileno()] = line
        self._poll.register(line, select.POLLIN)

    def _asked(self, line: socket.socket) -> None:
        kind, handles = b"", list[int]()
        with suppress(OSError):
            kind, handles, *_ = socket.recv_fds(line, 1, _HANDLES)
        if kind:
            self._fork(kind, handles)
            for each in handles:
                os.close(each)
        else:
            self._poll.unregister(line)
            del self._lines[line.fileno()]
            line.close()

    def _fork(self, kind: bytes, handles: Sequence[int]) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            process = os.fork()
            if process == 0:
                ours.close()
                _be_child(self, kind, handles, theirs)
        channel = Connection(os.dup(handles[0]))
        self._channels[process] = channel
        if kind == _FREE:
            self._open(ours)
        else:
            ours.close()
            self._bound[channel.fileno()] = process
            self._poll.register(channel, 0)  # it tells that the other end is closed, and nothing else

    def _reap(self) -> None:
        with suppress(BlockingIOError):
            while self._woken.recv(1024):
                pass
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                channel = self._channels.pop(ended[0])
                if self._bound.pop(channel.fileno(), None) is None:
                    with suppress(OSError):  # whoever asked is gone
                        channel.send(os.waitstatus_to_exitcode(ended[1]))
                else:
                    with suppress(KeyError):  # it was killed
                        self._poll.unregister(channel)
                channel.close()


def _loaded_more(loading: Iterator[object]) -> bool:
    """The next step, or False if there is none: from now on the garbage collector leaves what was loaded alone."""
    try:
        next(loading)
    except StopIteration:
        gc.freeze()
        return False
    except Exception:  # noqa: BLE001 - whoever needs it will be told
        traceback.print_exc()
    return True


def _be_child(warm: _Warm, kind: bytes, handles: Sequence[int], line: socket.socket) -> NoReturn:
    global _line
    code = 1
    try:
        os.setsid()
        named("fabula child")
        warm.let_go()
        for number, handler in _USUAL.items():
            signal.signal(number, handler)
        channel, stdin, output = handles
        for own, taken in ((0, stdin), (1, output), (2, output)):
            os.dup2(taken, own)
        os.close(stdin)
        os.close(output)
        sys.stdout = sys.stderr = open(1, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115  # fmt: skip
        if kind == _FREE:
            _line = line
        else:
            line.close()
            _line = None
        code = _obey(kind, Connection(channel))
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    except EOFError:
        pass  # whoever asked is gone before they said for what
    except BaseException:  # noqa: BLE001 - this is the end of the process
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def _obey(kind: bytes, channel: Connection) -> int:
    order: _Order = channel.recv()
    os.environ.clear()
    os.environ.update(order.environment)
    if order.folder is not None:
        with suppress(OSError):
            os.chdir(order.folder)
    if kind == _FREE:
        return int(order.work(*order.arguments))
    order.work(channel, *order.arguments)
    return 0
