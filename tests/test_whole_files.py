"""A file is written whole or left as it was."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from fabula.errors import FabulaError
from fabula.whole_files import beside, write_whole

posix = pytest.mark.skipif(sys.platform == "win32", reason="no pipes or file modes there")


def test_text_and_bytes_make_their_folder(tmp_path: Path) -> None:
    write_whole(tmp_path / "deep" / "text", "一\n")
    write_whole(tmp_path / "deep" / "bytes", b"\0\xff")
    assert (tmp_path / "deep" / "text").read_bytes() == "一\n".encode()
    assert (tmp_path / "deep" / "bytes").read_bytes() == b"\0\xff"
    assert {each.name for each in (tmp_path / "deep").iterdir()} == {"text", "bytes"}


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    place.write_text("before")
    with pytest.raises(ValueError, match="half way"), beside(place) as aside:
        aside.write_text("half")
        raise ValueError("half way")
    assert place.read_text() == "before"
    assert list(tmp_path.iterdir()) == [place]


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path, tmp_path / "file" / "below"):
        with pytest.raises(FabulaError, match=f"{place} cannot be written: "):
            write_whole(place, "")


@posix
def test_only_the_owner_reads_a_private_file(tmp_path: Path) -> None:
    write_whole(tmp_path / "key", "k", private=True)
    write_whole(tmp_path / "page", "p")
    mask = os.umask(0)
    os.umask(mask)
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("key", "page")]
    assert modes == [0o600 & ~mask, 0o666 & ~mask]


@posix
def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_whole(tmp_path / "pipe", "through")
    assert os.read(reader, 100) == b"through"
    assert (tmp_path / "pipe").is_fifo()
    os.close(reader)
