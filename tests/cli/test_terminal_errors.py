"""An error in a real terminal: its lines end between words, and what one copies from it stays whole."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path


def _on_a_terminal(*words: str, columns: int) -> list[str]:
    """The lines that a terminal of so many columns is sent on stderr."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    subprocess.run(
        [sys.executable, "-m", "fabula", *words],
        stdout=theirs,
        stderr=theirs,
        env={name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")},
        check=False,
    )
    os.close(theirs)
    said = os.read(ours, 65536).decode()
    os.close(ours)
    return said.splitlines()


def test_an_error_is_wrapped_between_its_words(tmp_path: Path) -> None:
    lines = _on_a_terminal("pitch", str(tmp_path), columns=60)
    assert len(lines) > 1 and all(len(line) <= 60 for line in lines if " " in line)
    assert "fabula.toml" in " ".join(lines)


def test_a_long_path_is_not_cut(tmp_path: Path) -> None:
    path = str(tmp_path / ("a-name-with-hyphens-" * 5)) + ".epub"
    assert path in _on_a_terminal("outline", path, columns=60)
