"""The head of a GGUF file, without weights: what fabula reads before llama.cpp does."""

from __future__ import annotations

import struct
from pathlib import Path


def gguf_head(path: Path, *, context: int | None = 4_096, template: bool = True, matrix: int = 1_000) -> Path:
    """Write a head with a vocabulary of two words and one matrix of `matrix` squared parameters."""
    values = [(b"general.architecture", 8, _string(b"llama"))]
    words = struct.pack("<IQ", 8, 2) + _string(b"one") + _string(b"two")
    values.append((b"tokenizer.ggml.tokens", 9, words))
    values.append((b"tokenizer.ggml.scores", 9, struct.pack("<IQff", 6, 2, 0.0, 1.0)))
    if context is not None:
        values.append((b"llama.context_length", 4, struct.pack("<I", context)))
    if template:
        values.append((b"tokenizer.chat_template", 8, _string(b"{{ messages }}")))
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, len(values))
    head += b"".join(_string(name) + struct.pack("<I", kind) + value for name, kind, value in values)
    head += _string(b"token_embd.weight") + struct.pack("<IQQIQ", 2, matrix, matrix, 0, 0)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(head)
    return path


def _string(text: bytes) -> bytes:
    return struct.pack("<Q", len(text)) + text
