"""Refuses a PDF whose packed streams would unpack to more than any book has: 10 KB can hold 5 GB.

The library that reads PDFs unpacks a page's streams whole, so each is first unpacked here, filter by filter, in small
pieces that are thrown away, and only as far as the bound.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator

from fabula.bad_files import BadFile
from fabula.notices import Notice

MOST_PAGES = 20_000
_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_FILTERS = re.compile(rb"/F(?:ilter)?\s*(?:\[([^\]]*)\]|(/[^\s/<>\[\]()]+)|(\d+)\s+\d+\s+R)")
_NAME = re.compile(rb"/([^\s/<>\[\]()]+)")
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
_PICTURE = re.compile(rb"/Subtype\s*/Image\b")
MOST = 256 << 20
"""Bytes that all streams of a file may unpack to."""
MOST_PICTURES = 1 << 30
"""Bytes that all streams marked as pictures may unpack to. They are not unpacked for their text, but a mark may lie."""
_PIECE = 1 << 16
_DICTIONARY = 1 << 16
"""Bytes before a stream in which its dictionary begins."""
_CLEAR, _END, _WIDEST = 256, 257, 4096
Pieces = Iterator[bytes]


def check(raw: bytes, name: str) -> None:
    """Raise a FabulaError if the file's streams unpack to more than they may, or its pictures to more than they may."""
    most = {False: MOST, True: MOST_PICTURES}
    left = dict(most)
    for stream in _STREAM.finditer(raw):
        begins = max(0, stream.start() - _DICTIONARY)
        head = raw[max(begins, raw.rfind(b" obj", begins, stream.start())) : stream.start()]
        picture = _PICTURE.search(head) is not None
        for size in _unpacked(raw, stream.end(), _filters(head, raw)):
            left[picture] -= size
            if left[picture] < 0:
                raise BadFile(Notice.of("text.file-swells", name=name, most=most[picture] >> 20))


def _filters(head: bytes, raw: bytes) -> list[bytes]:
    """The names of a stream's filters, in order. They may stand in another object."""
    found = _FILTERS.search(_ESCAPE.sub(lambda code: bytes([int(code[1], 16)]), head))
    if found is None:
        return []
    if found[3]:
        elsewhere = re.search(rb"(?<!\d)%b\s+\d+\s+obj([^<>]{0,400}?)endobj" % found[3], raw)
        return _NAME.findall(elsewhere[1]) if elsewhere else [b"FlateDecode"]
    return _NAME.findall(found[1] or found[2])


def _unpacked(raw: bytes, start: int, filters: list[bytes]) -> Iterator[int]:
    """The sizes of the pieces that a stream unpacks to. Ends where it is not valid or is a picture's own format."""
    end = len(raw)
    if filters and _UNPACK.get(filters[0]) is not _inflated:  # what zlib packed says itself where it ends
        end = raw.find(b"endstream", start) % (end + 1)
    pieces: Pieces = (raw[at : min(at + _PIECE, end)] for at in range(start, end, _PIECE))
    unpacks = False
    for each in filters:
        unpack = _UNPACK.get(each)
        if unpack is None:
            break
        pieces, unpacks = unpack(pieces), True
    if unpacks:
        for piece in pieces:
            yield len(piece)


def _inflated(pieces: Pieces) -> Pieces:
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


def _from_hex(pieces: Pieces) -> Pieces:
    for piece in pieces:
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", piece.partition(b">")[0])
        yield bytes.fromhex((digits[: len(digits) // 2 * 2]).decode())
        if b">" in piece:
            return


def _from_ascii85(pieces: Pieces) -> Pieces:
    held: list[int] = []
    for piece in pieces:
        out = bytearray()
        for letter in piece:
            if letter == 0x7A and not held:
                out += bytes(4)
            elif 0x21 <= letter <= 0x75:
                held.append(letter - 0x21)
                if len(held) == 5:
                    out += _four(held)
                    held = []
            elif letter == 0x7E:
                if held:
                    out += _four([*held, *[84] * (5 - len(held))])[: len(held) - 1]
                yield bytes(out)
                return
        yield bytes(out)


def _four(digits: list[int]) -> bytes:
    value = 0
    for digit in digits:
        value = value * 85 + digit
    return (value & 0xFFFFFFFF).to_bytes(4, "big")


def _from_runs(pieces: Pieces) -> Pieces:
    held = b""
    for piece in pieces:
        held += piece
        out, at = bytearray(), 0
        while at < len(held):
            count = held[at]
            if count == 128:
                yield bytes(out)
                return
            length = count + 2 if count < 128 else 2
            if at + length > len(held):
                break
            out += held[at + 1 : at + length] if count < 128 else held[at + 1 : at + 2] * (257 - count)
            at += length
        held = held[at:]
        yield bytes(out)


def _from_lzw(pieces: Pieces) -> Pieces:
    table = [bytes([code]) for code in range(256)] + [b"", b""]
    width, bits, count, before = 9, 0, 0, b""
    for piece in pieces:
        out = bytearray()
        for byte in piece:
            bits, count = (bits << 8 | byte) & 0xFFFFFF, count + 8
            if count < width:
                continue
            count -= width
            code = bits >> count & ((1 << width) - 1)
            if code == _CLEAR:
                del table[258:]
                width, before = 9, b""
                continue
            if code == _END or code > len(table) or (code == len(table) and not before):
                yield bytes(out)
                return
            entry = table[code] if code < len(table) else before + before[:1]
            if before and len(table) < _WIDEST:
                table.append(before + entry[:1])
            width = min(12, (len(table) + 1).bit_length())
            before = entry
            out += entry
            if len(out) > _PIECE:
                yield bytes(out)
                out.clear()
        yield bytes(out)


_UNPACK: dict[bytes, Callable[[Pieces], Pieces]] = {
    b"FlateDecode": _inflated,
    b"Fl": _inflated,
    b"LZWDecode": _from_lzw,
    b"LZW": _from_lzw,
    b"ASCII85Decode": _from_ascii85,
    b"A85": _from_ascii85,
    b"ASCIIHexDecode": _from_hex,
    b"AHx": _from_hex,
    b"RunLengthDecode": _from_runs,
    b"RL": _from_runs,
}
