"""Reads untrusted ZIP archives. Nothing is unpacked to disk; unsafe paths, ZIP bombs and passwords are rejected."""

from __future__ import annotations

import io
import lzma
import posixpath
import struct
import zipfile
import zlib
from urllib.parse import unquote

from fabula.bad_files import BadFile
from fabula.notices import Notice

LARGEST_MEMBER = 256 << 20
LARGEST_TOTAL = 512 << 20
"""Bytes unpacked. The longest novels have some 20 MB of markup."""
LARGEST_RATIO = 200
_RATIO_COUNTS_FROM = 16 << 20
_MOST_MEMBERS = 50_000
_UNPACKING = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError, RuntimeError,
)  # fmt: skip
"""The errors that zipfile raises for a damaged member. A directory that points before the file is a ValueError."""


class Archive:
    """The text members of an EPUB, DOCX or ODT, read within size limits."""

    def __init__(self, raw: bytes, name: str) -> None:
        self.name = name
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(raw))
            infos = self._zip.infolist()
        except _UNPACKING:
            raise BadFile(Notice.of("text.file-cut-short", name=name)) from None
        if len(infos) > _MOST_MEMBERS:
            raise BadFile(Notice.of("text.file-too-full", name=name, n=len(infos)))
        for info in infos:
            if climbs_out(info.filename):
                raise BadFile(Notice.of("text.file-leads-out", name=name, path=info.filename[:60]))
        self._members = {info.filename: info for info in infos}
        self._lower = {info.filename.lower(): info for info in infos}
        self._unpacked = 0

    def __contains__(self, member: str) -> bool:
        return member in self._members or member.lower() in self._lower

    def names(self) -> list[str]:
        return list(self._members)

    def read(self, member: str) -> bytes:
        """The bytes of one member by name. Case is ignored, because some files get it wrong."""
        info = self._members.get(member) or self._lower[member.lower()]
        if info.flag_bits & 1:
            raise BadFile(Notice.of("text.file-locked", name=self.name))
        self._check(info.file_size, info.compress_size)
        try:
            with self._zip.open(info) as stream:
                raw = stream.read(LARGEST_MEMBER + 1)
        except _UNPACKING as error:
            raise BadFile(
                Notice.of("text.file-damaged-member", name=self.name, member=member, why=str(error))
            ) from None
        self._unpacked += len(raw)
        self._check(len(raw), info.compress_size)
        return raw

    def _check(self, size: int, packed: int) -> None:
        swollen = size > _RATIO_COUNTS_FROM and size > packed * LARGEST_RATIO
        if swollen or size > LARGEST_MEMBER or self._unpacked > LARGEST_TOTAL:
            raise BadFile(Notice.of("text.file-bomb", name=self.name))


def climbs_out(path: str) -> bool:
    """Whether a path inside an archive would name something outside it."""
    path = path.replace("\\", "/")
    return path.startswith("/") or path[1:2] == ":" or ".." in path.split("/")


def resolve(base: str, href: str, name: str) -> str:
    """The member that `href` in member `base` points to, without its fragment."""
    path = unquote(href.partition("#")[0])
    if not path:
        return base
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(base), path.replace("\\", "/")))
    if joined.startswith("../") or joined == ".." or climbs_out(joined):
        raise BadFile(Notice.of("text.file-refers-out", name=name, path=href[:60]))
    return joined
