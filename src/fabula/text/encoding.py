"""Bytes to text: the encoding of a file, judged by its content, and how much of it could not be read."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import Path

from charset_normalizer import from_bytes

from fabula.errors import FabulaError

LARGEST_FILE = 1 << 30
"""Bytes. A larger file is not a book; the limit keeps a wrong path from filling the memory."""

_SAMPLE = 1 << 16
_TOLERATED = 0.02
"""The largest share of damaged characters at which a file still counts as being in an encoding."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LINE_BEYOND_ASCII = re.compile(rb"[^\n]{0,4000}[\x80-\xff][^\n]*\n?")
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\x0b\x1a\x1b")
_CREDIBLE = re.compile(r"[\t\n\r\x20-\x7e\xa0-ɏ\u2010-\u203b\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Decoded:
    text: str
    encoding: str
    damaged: int = 0
    """Characters that could not be read and were replaced by U+FFFD."""


def read_bytes(path: Path) -> bytes:
    """The bytes of the whole file, or an error that says why not."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise FabulaError(
                f"{path.name} is {size / 1e9:.1f} GB; a book has at most {LARGEST_FILE / 1e9:.1f} GB"
            )
        return path.read_bytes()
    except OSError as error:
        raise FabulaError(f"cannot read {path.name}: {error.strerror or error}") from None


def decode(raw: bytes, name: str) -> Decoded:
    """The text of `raw`, in the encoding that fits it; FabulaError if it is not text."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            kept = raw if encoding != "utf-8" else raw[len(mark) :]
            return _lenient(kept, encoding)
    if (wide := _wide(raw)) is not None:
        return _lenient(raw, wide)
    if looks_binary(raw):
        raise FabulaError(f"{name} is binary, not text: give an EPUB, DOCX, PDF, HTML, Markdown or text file")
    try:
        return Decoded(raw.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        pass
    if _damage(raw, "utf-8") <= _TOLERATED:
        return _lenient(raw, "utf-8")
    return _by_detection(raw, name)


def looks_binary(raw: bytes) -> bool:
    """Whether the start of `raw` has NULs or many control characters, as text never does."""
    head = raw[:_SAMPLE]
    return b"\0" in head or len(head) - len(head.translate(None, _CONTROLS)) > len(head) * 0.01


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


def _by_detection(raw: bytes, name: str) -> Decoded:
    sample = bytearray()
    for line in _LINE_BEYOND_ASCII.finditer(raw):
        sample += line.group()
        if len(sample) > _SAMPLE:
            break
    best = from_bytes(bytes(sample), cp_isolation=["gb18030", "big5", "cp1252"], threshold=0.3).best()
    if best is not None and _damage(raw, best.encoding) <= _TOLERATED:
        return _lenient(raw, best.encoding)
    damage, encoding = min((_damage(bytes(sample), each), each) for each in ("gb18030", "big5", "big5hkscs"))
    if damage <= _TOLERATED:
        return _lenient(raw, encoding)
    if _damage(bytes(sample), "cp1252") <= _TOLERATED and best is not None:
        return _lenient(raw, "cp1252")
    raise FabulaError(f"{name} is in an encoding that fabula does not know: save it as UTF-8")


def _lenient(raw: bytes, encoding: str) -> Decoded:
    text = raw.decode(encoding, errors="replace")
    name = {"utf-16-le": "utf-16", "utf-16-be": "utf-16", "big5hkscs": "big5"}.get(encoding, encoding)
    return Decoded(text, name, text.count("\ufffd"))


def _damage(raw: bytes, encoding: str) -> float:
    """The share of unreadable characters among those beyond ASCII, in the first half megabyte that holds any."""
    text = raw[: 1 << 19].decode(encoding, errors="replace")
    beyond = sum(1 for letter in text if letter > "\x7f")
    if not beyond:
        text = raw.decode(encoding, errors="replace")
        beyond = sum(1 for letter in text if letter > "\x7f")
    return text.count("\ufffd") / max(1, beyond)
