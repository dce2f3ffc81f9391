"""Refuses a PDF whose packed streams would unpack to more than any book has: 10 KB can hold 5 GB.

The library that reads PDFs unpacks a page's streams whole, so each is first unpacked here, in small pieces that are
thrown away, and only as far as the bound.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

from fabula.errors import FabulaError

_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")
_PICTURE = re.compile(rb"/Subtype\s*/Image\b")
_MOST = 256 << 20
"""Bytes that all streams of a file may unpack to. Pictures are not unpacked for their text, so that each counts alone."""
_PIECE = 1 << 16
_DICTIONARY = 2_048
"""Bytes before a stream in which its filters are named."""


def check(raw: bytes, name: str, most: int = _MOST) -> None:
    """Raise a FabulaError if the file's streams unpack to more than `most` bytes."""
    left = most
    for stream in _STREAM.finditer(raw):
        head = raw[max(0, stream.start() - _DICTIONARY) : stream.start()]
        head = head[head.rfind(b" obj") + 1 :]
        before = left
        for size in _unpacked(raw, stream.end(), len(_FLATE.findall(head))):
            left -= size
            if left < 0:
                raise FabulaError(
                    f"{name} unpacks to more than {most >> 20} MB, as a ZIP bomb does: save the text in another format"
                )
        if _PICTURE.search(head):
            left = before


def _unpacked(raw: bytes, start: int, times: int) -> Iterator[int]:
    """The sizes of the pieces that a stream unpacks to, after each of its filters. Ends where it is not valid."""
    if not times:
        return
    pieces: Iterator[bytes] = (raw[at : at + _PIECE] for at in range(start, len(raw), _PIECE))
    for _ in range(times):
        pieces = _inflated(pieces)
    for piece in pieces:
        yield len(piece)


def _inflated(pieces: Iterator[bytes]) -> Iterator[bytes]:
    unpacker = zlib.decompressobj()
    try:
        for piece in pieces:
            packed = piece
            while packed and not unpacker.eof:
                yield unpacker.decompress(packed, _PIECE)
                packed = unpacker.unconsumed_tail
            if unpacker.eof:
                return
    except zlib.error:
        return
