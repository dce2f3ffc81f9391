"""Outlining a long generated EPUB, compared with the least that any reader must do: unzip it and extract each page's text
with lxml."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from lxml import html

from fabula.text.files import read
from fabula.text.words import count_words

_CHAPTERS, _WORDS_A_CHAPTER = 126, 4_500
_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
_MEMORY = """
import re, sys
from pathlib import Path
from fabula.text.files import read
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
before = peak()
book = read(sys.argv[1])
print(peak() - before, sum(len(chapter.text.encode()) for chapter in book.chapters))
"""
"""Peak kilobytes above what the imports took. (ru_maxrss would be inherited from this process.)"""


def run() -> None:
    """Print the words per second of both in the same run, their ratio, and the memory that the book took."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.epub"
        _make(path)
        _outline(path)
        ours, peer = [], []
        for _ in range(3):
            seconds, words = _outline(path)
            ours.append(seconds)
            peer.append(_bare(path))
        kilobytes, size = map(int, _in_own_process(path).split())
    print(f"outline: an EPUB of {words:,} words, best of 3")
    print(f"  fabula, chapters found and counted   {min(ours):6.2f} s   {words / min(ours):12,.0f} words/s")
    print(f"  zipfile + lxml text_content, no more {min(peer):6.2f} s   {words / min(peer):12,.0f} words/s")
    print(f"  ratio {min(ours) / min(peer):.1f} times the bare reading's time")
    print(
        f"  memory {kilobytes / 1024:.0f} MB for {size / 1e6:.1f} MB of text: {kilobytes * 1024 / size:.1f} times the text"
    )


def _outline(path: Path) -> tuple[float, int]:
    started = time.perf_counter()
    book = read(path)
    words = sum(count_words(chapter.text, book.language) for chapter in book.chapters)
    seconds = time.perf_counter() - started
    if len(book.chapters) != _CHAPTERS:
        raise SystemExit(f"outline: {len(book.chapters)} chapters found, {_CHAPTERS} made")
    return seconds, words


def _bare(path: Path) -> float:
    started = time.perf_counter()
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".xhtml"):
                html.fromstring(archive.read(name)).text_content()
    return time.perf_counter() - started


def _in_own_process(path: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", _MEMORY, str(path)], capture_output=True, text=True, check=True
    )
    return done.stdout


def _make(path: Path) -> None:
    """A book of invented words in sentences and paragraphs of uneven length, the same every time."""
    dice = random.Random(7)
    syllables = ["ba", "lo", "ter", "mi", "san", "vel", "ku", "ri", "no", "dan", "shi", "por"]
    lexicon = ["".join(dice.choices(syllables, k=dice.randint(1, 4))) for _ in range(6_000)]
    items, spine = [], []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("META-INF/container.xml", _CONTAINER)
        for number in range(1, _CHAPTERS + 1):
            archive.writestr(f"c{number}.xhtml", _page(number, lexicon, dice))
            items.append(f'<item id="c{number}" href="c{number}.xhtml" media-type="application/xhtml+xml"/>')
            spine.append(f'<itemref idref="c{number}"/>')
        archive.writestr(
            "content.opf",
            '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
            "<dc:title>Long</dc:title><dc:language>en</dc:language></metadata>"
            f"<manifest>{''.join(items)}</manifest><spine>{''.join(spine)}</spine></package>",
        )


def _page(number: int, lexicon: list[str], dice: random.Random) -> str:
    paragraphs, left = [], _WORDS_A_CHAPTER
    while left > 0:
        length = min(left, dice.randint(5, 120))
        left -= length
        words = " ".join(dice.choices(lexicon, k=length))
        paragraphs.append(f"<p>{words.capitalize()}, <i>{dice.choice(lexicon)}</i>.</p>")
    body = f"<h2>Chapter {number}</h2>{''.join(paragraphs)}"
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Long</title></head><body>{body}</body></html>'
