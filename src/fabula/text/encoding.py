"""Bytes to text: the encoding of a file, judged by its content, and how much of it could not be read."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from pathlib import Path

from fabula.bad_files import BadFile, NoSuchFile
from fabula.notices import Notice
from fabula.text.legacy import TOLERATED, guess

LARGEST_FILE = 1 << 30
"""Bytes. A larger file is not a book; the limit keeps a wrong path from filling the memory."""

_SAMPLE = 1 << 16

_TOLD = {
    "utf-16-le": "utf-16",
    "utf-16-be": "utf-16",
    "big5hkscs": "big5",
    "cp932": "shift-jis",
    "euc_jp": "euc-jp",
    "cp949": "euc-kr",
    "iso2022_jp": "iso-2022-jp",
    "iso8859-5": "iso-8859-5",
    "mac-cyrillic": "macintosh cyrillic",
}
"""The names by which people know some encodings."""
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_JIS_SHIFTS = (b"\x1b$B", b"\x1b$@")
_NULS = re.compile(b"\\0+")
_BYTES_A_NUL = 1_000
_WIDE_LINE_ENDS = (b"\n\0", b"\0\n")
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\x0b\x1a\x1b")
_CREDIBLE = re.compile(
    r"[\t\n\r\x20-\x7e\xa0-ɏ\u2010-\u203b\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef\u0370-\u04ff\uac00-\ud7a3]"
)


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str
    damaged: int = 0
    """Characters that could not be read and were replaced by U+FFFD."""
    nuls: int = 0
    """NUL characters that did not belong in the text and were left out."""
    certain: bool = True
    """Whether no other encoding fits nearly as well."""

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know about how the bytes were read."""
        told: list[Notice] = []
        if not self.certain:
            told.append(Notice.of("text.encoding-guessed", encoding=self.encoding))
        if self.nuls:
            told.append(Notice.of("text.nuls", n=self.nuls))
        if self.damaged:
            told.append(Notice.of("text.damaged", n=self.damaged, encoding=self.encoding, mark="\ufffd"))
        return tuple(told)


def read_bytes(path: Path) -> bytes:
    """The bytes of the whole file, or an error that says why not."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise BadFile(
                Notice.of("text.file-too-large", name=path.name, size=size / 1e9, most=LARGEST_FILE / 1e9)
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise NoSuchFile(Notice.of("text.no-such-file", path=str(path))) from None
    except OSError as error:
        raise BadFile(
            Notice.of("text.file-unreadable", name=path.name, why=error.strerror or str(error))
        ) from None


def decode(raw: bytes, name: str) -> Decoded:
    """The text of `raw`, in the encoding that fits it; FabulaError if it is not text."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            kept = raw if encoding != "utf-8" else raw[len(mark) :]
            return _lenient(kept, encoding)
    stray = _stray_nuls(raw)
    if stray is None and (wide := _wide(raw)) is not None:
        return _lenient(raw, wide)
    if stray:
        raw = raw.replace(b"\0", b"")
    if looks_binary(raw):
        raise BadFile(Notice.of("text.file-binary", name=name))
    return replace(_narrow(raw, name), nuls=stray or 0)


def _narrow(raw: bytes, name: str) -> Decoded:
    """The text of bytes that are not UTF-16."""
    if any(shift in raw[:_SAMPLE] for shift in _JIS_SHIFTS) and _damage(raw, "iso2022_jp") <= TOLERATED:
        return _lenient(raw, "iso2022_jp")
    try:
        return Decoded(raw.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    if _damage(raw, "utf-8") <= TOLERATED:
        return _lenient(raw, "utf-8")
    found = guess(raw)
    if found is None or _damage(raw, found.encoding) > TOLERATED:
        raise BadFile(Notice.of("text.file-encoding", name=name))
    return replace(_lenient(raw, found.encoding), certain=found.certain)


def looks_binary(raw: bytes) -> bool:
    """Whether the start of `raw` has NULs or many control characters, as text never does."""
    head = raw[:_SAMPLE]
    return b"\0" in head or len(head) - len(head.translate(None, _CONTROLS)) > len(head) * 0.01


def _stray_nuls(raw: bytes) -> int | None:
    """How many NULs a damaged file has among text: a few runs of them, or padding at its end.

    None if there are too many, as in a binary file and in UTF-16.
    """
    count = raw.count(b"\0")
    if not count:
        return 0
    head = raw.rstrip(b"\0")[:_SAMPLE]
    few = len(_NULS.findall(head)) * _BYTES_A_NUL <= len(head)
    at_line_ends = sum(head.count(end) for end in _WIDE_LINE_ENDS)
    return count if few and 2 * at_line_ends <= head.count(b"\n") else None


def _wide(raw: bytes) -> str | None:
    """UTF-16 without a mark: its line breaks hold NULs, and only one byte order reads as text."""
    head = raw[: _SAMPLE - _SAMPLE % 2]
    head = head[: len(head) - len(head) % 2]
    if b"\0" not in head:
        return None
    best, best_share = None, 0.9
    for encoding in ("utf-16-le", "utf-16-be"):
        text = head.decode(encoding, errors="replace")
        share = len(_CREDIBLE.findall(text)) / max(1, len(text))
        if share > best_share:
            best, best_share = encoding, share
    return best


def _lenient(raw: bytes, encoding: str) -> Decoded:
    text = raw.decode(encoding, errors="replace")
    return Decoded(text, _TOLD.get(encoding, encoding), text.count("\ufffd"))


def _damage(raw: bytes, encoding: str) -> float:
    """The share of unreadable characters among those beyond ASCII, in the first half megabyte that holds any."""
    text = raw[: 1 << 19].decode(encoding, errors="replace")
    beyond = sum(1 for letter in text if letter > "\x7f")
    if not beyond:
        text = raw.decode(encoding, errors="replace")
        beyond = sum(1 for letter in text if letter > "\x7f")
    return text.count("\ufffd") / max(1, beyond)
