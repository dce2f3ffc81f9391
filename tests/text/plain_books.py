"""The shared EPUBs as plain text files would print them, for tests of chapter headings."""

from __future__ import annotations

import textwrap
import zipfile
from pathlib import Path

import pytest
from lxml import html

BOOKS = Path(__file__).parents[2] / ".." / "shared" / "books"
_BLOCKS = "//h1|//h2|//h3|//h4|//p|//hgroup"


def shared_book(name: str) -> Path:
    path = BOOKS / name
    if not path.is_file():
        pytest.skip(f"shared book {name} is not here")
    return path


def plain_text_of(name: str, only: tuple[str, ...], width: int | None = 72, contents: bool = True) -> str:
    """The EPUB's pieces whose names begin with one of `only`, in order, with a contents list, wrapped at a width."""
    pieces = list(_pieces(shared_book(name), only))
    book = "\n\n\n\n".join("\n\n".join(_wrapped(each, width) for each in piece) for piece in pieces)
    listed = "Contents\n\n" + "\n".join(piece[0] for piece in pieces) + "\n\n\n\n" if contents else ""
    return f"A TITLE PAGE\n\nby an author\n\n\n{listed}{book}\n"


def _pieces(path: Path, only: tuple[str, ...]) -> list[list[str]]:
    with zipfile.ZipFile(path) as archive:
        names = [
            name for name in archive.namelist() if Path(name).name.startswith(only) and name.endswith("xhtml")
        ]
        names.sort(
            key=lambda name: (
                only.index(next(o for o in only if Path(name).name.startswith(o))),
                int("".join(filter(str.isdigit, Path(name).name)) or 0),
            )
        )
        return [_paragraphs(archive.read(name)) for name in names]


def _paragraphs(page: bytes) -> list[str]:
    body = html.fromstring(page)
    found = (" ".join(each.text_content().split()) for each in body.xpath("//h1|//h2|//h3|//h4|//p"))
    return [each for each in found if each]


def _wrapped(paragraph: str, width: int | None) -> str:
    return paragraph if width is None else textwrap.fill(paragraph, width, break_long_words=False)
