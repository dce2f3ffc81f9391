"""Which file `local/...` means, and which model that file is.

A file is known by a digest, wherever it stands: its size and 1,024 slices spread evenly over it. The SHA-256 of some
gigabytes takes half a minute; this takes a moment, and no tensor of a usual model is so small that all slices miss it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from platformdirs import user_data_path

from fabula.errors import UsageError
from fabula.models.local.gguf import GgufHead, read_head
from fabula.models.local.recommended import recommended

PROVIDER = "local"
ENDPOINT = "local:"
"""What stands for an address: nothing leaves this process."""
_SLICES = 1_024
_SLICE = 16_384
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class LocalFile:
    """A model file, and what is known of it before it is loaded."""

    path: Path
    name: str
    """The file's name and its digest: `qwen3-4b@5d0e18f6a9b4`. Signatures and the ledger know the model by it."""
    head: GgufHead


def models_folder() -> Path:
    """Where `fabula models fetch` puts files."""
    return user_data_path("fabula") / "models"


def find_file(named: str) -> LocalFile:
    """The file of `local/NAMED`: a path, or a fetched model by its name. A UsageError says what would be right."""
    path = Path(named).expanduser()
    bare, _, told = named.partition("@")
    if not path.is_file() and (fetched := fetched_file(bare)):
        path = fetched
    elif not path.is_file():
        raise UsageError(f"--model local/{named}: {_what_to_do(bare)}")
    found = _known(path.resolve(), path.stat().st_size, path.stat().st_mtime_ns)
    if told and path != Path(named).expanduser() and found.name != f"{path.stem}@{told}":
        raise UsageError(f"--model local/{named}: {path} is another file now ({found.name})")
    return found


def fetched_file(name: str) -> Path | None:
    """The file of a fetched model, by the name that `fabula models fetch` takes or by the file's own name."""
    known = recommended().get(name)
    file = models_folder() / (known.file if known else f"{Path(name).name.removesuffix('.gguf')}.gguf")
    return file if file.is_file() else None


def _what_to_do(name: str) -> str:
    if name in recommended():
        return f"it is not here yet; `fabula models fetch {name}` gets it"
    return (
        f"there is no such file; give the path of a GGUF file, or fetch one of {', '.join(recommended())} "
        "with `fabula models fetch NAME`"
    )


@lru_cache(maxsize=8)
def _known(path: Path, size: int, _changed: int) -> LocalFile:
    """What is known of a file. It is read again where its size or its time of change differ."""
    head = read_head(path)
    if not head.has_chat_template:
        raise UsageError(
            f"local/{path}: the file has no chat template, so the model cannot answer questions; use an instruct model"
        )
    return LocalFile(path, f"{path.stem}@{digest_of_file(path, size)}", head)


def digest_of_file(path: Path, size: int) -> str:
    """A digest of a large file that takes a moment."""
    found = sha256(str(size).encode())
    with path.open("rb") as file:
        if size <= _SLICES * _SLICE:
            found.update(file.read())
        else:
            for index in range(_SLICES):
                file.seek(index * (size - _SLICE) // (_SLICES - 1))
                found.update(file.read(_SLICE))
    return found.hexdigest()[:_SHOWN]
