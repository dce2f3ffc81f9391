"""What a GGUF file says of itself, read without llama.cpp: context, chat template, number of parameters."""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from fabula.errors import UsageError

_NUMBERS = {
    0: "<B",
    1: "<b",
    2: "<H",
    3: "<h",
    4: "<I",
    5: "<i",
    6: "<f",
    7: "<?",
    10: "<Q",
    11: "<q",
    12: "<d",
}
"""GGUF's types of values that are one number, as struct names them."""
_STRING, _LIST = 8, 9
_VERSIONS = (2, 3)


@dataclass(frozen=True, slots=True)
class GgufHead:
    """The head of one file."""

    architecture: str
    context: int
    """The most tokens that the model was trained on."""
    parameters: int
    has_chat_template: bool


def read_head(path: Path) -> GgufHead:
    """The head of a GGUF file; a UsageError where the file is no model that can answer."""
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            values, parameters = _Reader(content).head()
    except FileNotFoundError:
        raise UsageError(f"local/{path}: there is no such file") from None
    except (OSError, ValueError, struct.error, IndexError, KeyError) as error:
        raise UsageError(f"local/{path}: not a GGUF file that can be read ({error})") from None
    architecture = str(values.get("general.architecture", ""))
    context = values.get(f"{architecture}.context_length")
    if not isinstance(context, int) or context < 1:
        raise UsageError(
            f"local/{path}: this GGUF file holds no language model ({architecture or 'unknown'})"
        )
    return GgufHead(architecture, context, parameters, bool(values.get("tokenizer.chat_template")))


class _Reader:
    """Walks through the head of a file. Lists are passed over: they are the vocabulary, and llama.cpp reads it."""

    def __init__(self, content: mmap.mmap) -> None:
        self._content = content
        self._at = 0

    def head(self) -> tuple[dict[str, Any], int]:
        """All values by name, and the number of parameters."""
        if self._content[:4] != b"GGUF":
            raise ValueError("it does not begin with GGUF")
        self._at = 4
        version = self._number("<I")
        if version not in _VERSIONS:
            raise ValueError(f"version {version} of the format")
        tensors, entries = self._number("<Q"), self._number("<Q")
        values = {}
        for _ in range(entries):
            name = self._string()
            values[name] = self._value(self._number("<I"))
        return values, sum(self._size_of_tensor() for _ in range(tensors))

    def _number(self, kind: str) -> Any:
        (found,) = struct.unpack_from(kind, self._content, self._at)
        self._at += struct.calcsize(kind)
        return found

    def _string(self) -> str:
        length = self._number("<Q")
        start, self._at = self._at, self._at + length
        return self._content[start : self._at].decode("utf-8", "replace")

    def _value(self, kind: int) -> Any:
        if kind == _STRING:
            return self._string()
        if kind == _LIST:
            return self._pass_list()
        return self._number(_NUMBERS[kind])

    def _pass_list(self) -> None:
        kind, length = self._number("<I"), self._number("<Q")
        if kind in _NUMBERS:
            self._at += length * struct.calcsize(_NUMBERS[kind])
            return
        for _ in range(length):
            if kind == _STRING:
                self._at += 8 + struct.unpack_from("<Q", self._content, self._at)[0]
            else:
                self._value(kind)

    def _size_of_tensor(self) -> int:
        self._string()
        sizes = [self._number("<Q") for _ in range(self._number("<I"))]
        self._at += 4 + 8  # its type, and where it stands
        return prod(sizes)
