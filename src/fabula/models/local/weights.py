"""Which weights `vllm-offline/...` means: a folder on this machine, or a repository of Hugging Face."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fabula.errors import UsageError
from fabula.models.local.files import digest_of_file

ENDPOINT = "vllm-offline:"
"""What stands for an address: nothing leaves this machine."""
_SHOWN = 12
_TENSORS = (".safetensors", ".bin", ".pt")


@dataclass(frozen=True, slots=True)
class Weights:
    """What vLLM loads."""

    place: str
    """A folder, or a repository such as `Qwen/Qwen3-8B`."""
    name: str
    """What signatures and the ledger know the model by: a folder's own name with a digest of its files, or what was typed."""
    revision: str | None = None


def find_weights(named: str) -> Weights:
    """The weights of `vllm-offline/NAMED`. A UsageError says what would be right."""
    folder = Path(named).expanduser()
    if folder.is_dir():
        if not (folder / "config.json").is_file():
            raise UsageError(
                f"--model vllm-offline/{named}: the folder has no config.json, so it is no model"
            )
        files = sorted(each for each in folder.iterdir() if each.is_file())
        stated = tuple((each, each.stat().st_size, each.stat().st_mtime_ns) for each in files)
        return Weights(str(folder.resolve()), f"{folder.resolve().name}@{_digest(stated)}")
    repository, _, revision = named.partition("@")
    if repository.count("/") != 1 or not all(repository.split("/")):
        raise UsageError(
            f"--model vllm-offline/{named}: give the folder of a model, or its name at Hugging Face, such as Qwen/Qwen3-8B"
            " (Qwen/Qwen3-8B@REVISION for one version)"
        )
    return Weights(repository, named, revision or None)


@lru_cache(maxsize=8)
def _digest(stated: tuple[tuple[Path, int, int], ...]) -> str:
    """Of the names and contents of all files. Of weights, as of a GGUF file, slices are read."""
    found = sha256()
    for path, size, _ in stated:
        found.update(path.name.encode())
        weights = path.suffix in _TENSORS
        found.update(digest_of_file(path, size).encode() if weights else path.read_bytes())
    return found.hexdigest()[:_SHOWN]
