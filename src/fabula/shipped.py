"""What is shipped besides code, and on which terms: one table, from which NOTICE and docs/data.md are made."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

_NOTICE = """fabula
Copyright (c) the fabula developers. MIT licence: see LICENSE.

What fabula ships besides its own code. `python -m fabula.shipped notice > NOTICE` makes this file.
"""
_DATA = """# What is shipped, and from where

fabula ships no text by a living author, no review and no language model. These files hold something learned, collected or made by others.
`python -m fabula.shipped data > docs/data.md` makes this page, and a test checks that every file is named.

| file | what it is | learned or collected from | terms |
|---|---|---|---|
"""
_WHO_IS_MISSING = """
## Who is missing

The readers that the reader model knows are those of English novels on one American site in 2024; half of them read romance. It gives no
rating to books in other languages, and its card says for which mix of books its figures hold. The speakers' novels were all published
before 1935, most of them in Britain. The word lists know English, Chinese and Spanish names best. fabula finds fewer people with names from
elsewhere; you can correct them with `--people`.
"""


@dataclass(frozen=True, slots=True)
class Part:
    """Files of one origin."""

    files: Sequence[str]
    """Patterns from the root of the repository. A folder's `*` holds its folders too."""
    what: str
    origin: str
    terms: str
    licence: str | None = None
    """The file with the whole licence, where the files are somebody else's."""


@cache
def parts() -> tuple[Part, ...]:
    """The table."""
    rows = tomllib.loads(files("fabula").joinpath("shipped.toml").read_text(encoding="utf-8"))["part"]
    return tuple(
        Part(**{("origin" if name == "from" else name): value for name, value in row.items()}) for row in rows
    )


def notice(root: Path) -> str:
    """NOTICE: every part with its terms, then the licences of others in full."""
    lines = [_NOTICE]
    for part in parts():
        lines.append(
            f"{', '.join(part.files)}\n  {_plain(part.what)}\n  From: {part.origin}\n  Terms: {_plain(part.terms)}\n"
        )
    for part in parts():
        if part.licence:
            text = (root / part.licence).read_text(encoding="utf-8").strip()
            lines.append(f"{'-' * 72}\n{part.licence}\n\n{text}\n")
    return "\n".join(lines)


def data_page() -> str:
    """docs/data.md: the table for people."""
    rows = (f"| {_places(part)} | {part.what} | {part.origin} | {part.terms} |\n" for part in parts())
    return _DATA + "".join(rows) + _WHO_IS_MISSING


def _places(part: Part) -> str:
    return ", ".join(f"`{each.removeprefix('src/fabula/')}`" for each in part.files)


def _plain(text: str) -> str:
    return text.replace("`", "").replace("[card](", "card: docs/").replace(".md)", ".md")


if __name__ == "__main__":
    sys.stdout.write(notice(Path()) if sys.argv[1] == "notice" else data_page())
