"""Makes the long list of English words from SCOWL's: `python -m fabula.languages.word_lists FOLDER`.

The folder holds Debian's packages wamerican-small, wbritish-small, wamerican-huge and wbritish-huge, unpacked by `dpkg -x`. They
are `american-english-small` and so on, somewhere below it.
"""

from __future__ import annotations

import lzma
import sys
import unicodedata
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

_SHORTEST = 2
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
"""For text of letters only. It saves a tenth."""


def plain_words(lines: Iterable[str]) -> set[str]:
    """Words in small letters, with their accents taken off: no names and no abbreviations."""
    apart = (unicodedata.normalize("NFD", line.strip()) for line in lines)
    bare = ("".join(each for each in line if not unicodedata.combining(each)) for line in apart)
    return {
        word
        for word in bare
        if word.isascii() and word.isalpha() and word.islower() and len(word) >= _SHORTEST
    }


def packed_words(words: Iterable[str]) -> bytes:
    """What `fabula.languages.lexicons.packed` reads."""
    text = "\n".join(sorted(words)).encode("ascii")
    return lzma.compress(text, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, filters=_FILTERS)


def words_of_both(folder: Path, size: str) -> set[str]:
    """The words of the American and the British list of a size."""
    paths = [path for path in folder.rglob(f"*-english-{size}") if path.is_file()]
    return {word for path in paths for word in plain_words(path.read_text(encoding="utf-8").split("\n"))}


def _write(folder: Path) -> None:
    common = words_of_both(folder, "small")
    lexicons = Path(str(files("fabula.languages"))) / "en" / "lexicons"
    (lexicons / "spelled_common.txt.xz").write_bytes(packed_words(common))
    (lexicons / "spelled_seldom.txt.xz").write_bytes(packed_words(words_of_both(folder, "huge") - common))


if __name__ == "__main__":
    _write(Path(sys.argv[1]))
