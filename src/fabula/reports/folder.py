"""Writes the files of a report into a folder that is complete or absent."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from fabula.errors import FabulaError

if TYPE_CHECKING:
    from collections.abc import Mapping

VIEW, MANUSCRIPT_VIEW = "said.json", "text.json"
"""What a report says, and the text with its notes, as data whose words are chosen by a server when it shows them."""


def write_folder(folder: Path, contents: Mapping[str, str | bytes]) -> None:
    """Write all files to a temporary folder first and then move each into place, the page last: a crash never
    leaves a half-written page."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=".writing-", dir=folder))
    except OSError as error:
        raise FabulaError(
            f"no report can be written to {folder}: {error.strerror}; name another folder with --out"
        ) from None
    try:
        for name, content in contents.items():
            path = aside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode("utf-8", "replace") if isinstance(content, str) else content)
        for name in contents:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (aside / name).replace(folder / name)
    except OSError as error:
        raise FabulaError(f"the report in {folder} could not be written: {error.strerror}") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
