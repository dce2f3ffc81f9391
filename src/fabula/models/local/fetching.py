"""Gets a recommended file from the Hugging Face hub: what it is stands there first, and it is checked afterwards."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from fabula.errors import FabulaError, UsageError
from fabula.extras import extra
from fabula.models.local.files import models_folder
from fabula.models.local.recommended import Recommended, recommended
from fabula.models.named import nearest

_NEEDED_FOR = "fetching a model file"
_CHUNK = 2**20


@dataclass(frozen=True, slots=True)
class Offer:
    """A file as the hub has it now."""

    model: Recommended
    revision: str
    size: int
    licence: str
    sha256: str


def offered_by_hub(name: str) -> Offer:
    """What the hub says of the file. Nothing is downloaded."""
    if name not in recommended():
        raise UsageError(f"fetch {name}: {nearest(name, [*recommended(), 'minilm'])}")
    model = recommended()[name]
    with extra("local", _NEEDED_FOR):
        from huggingface_hub import HfApi
    found = _asked(lambda: HfApi(endpoint=_hub()).model_info(model.repo, files_metadata=True, timeout=30))
    file = next((each for each in found.siblings or () if each.rfilename == model.file), None)
    if file is None or file.lfs is None or file.size is None or not found.sha:
        raise FabulaError(
            f"{model.repo} on the hub has no {model.file} any more: give another file as local/PATH"
        )
    licence = str(getattr(found.card_data, "license", None) or "none")
    if licence != model.licence:
        raise FabulaError(
            f"{model.repo} now states the licence {licence}, not {model.licence} as when it was listed: read it there,"
            " download the file yourself if it suits you, and give it as local/PATH"
        )
    return Offer(model, found.sha, file.size, licence, file.lfs.sha256)


def fetched(offer: Offer) -> Path:
    """The file, downloaded into fabula's folder. A file with another checksum is deleted."""
    with extra("local", _NEEDED_FOR):
        from huggingface_hub import hf_hub_download
    model, folder = offer.model, models_folder()
    _room_for(offer, folder)
    place = _asked(
        lambda: hf_hub_download(
            model.repo, model.file, revision=offer.revision, local_dir=folder, endpoint=_hub()
        )
    )
    file = Path(place)
    found = checksum(file)
    if found != offer.sha256:
        file.unlink()
        raise FabulaError(
            f"{model.file} came with the SHA-256 {found}, and the hub states {offer.sha256}: it was deleted; try again"
        )
    return file


def checksum(file: Path) -> str:
    """The SHA-256 of a whole file."""
    found = sha256()
    with file.open("rb") as content:
        while part := content.read(_CHUNK):
            found.update(part)
    return found.hexdigest()


def _hub() -> str | None:
    """The address of the hub; HF_ENDPOINT names a mirror."""
    return os.environ.get("HF_ENDPOINT") or None


def _room_for(offer: Offer, folder: Path) -> None:
    import shutil

    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    if free < offer.size:
        raise FabulaError(
            f"{folder} has {free / 1e9:.1f} GB free, and {offer.model.file} needs {offer.size / 1e9:.1f}"
        )


def _asked(ask: Any) -> Any:
    """The hub's answer; one line where there is none."""
    with extra("local", _NEEDED_FOR):
        from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled
    from httpx2 import TransportError

    try:
        return ask()
    except OfflineModeIsEnabled:
        raise FabulaError("HF_HUB_OFFLINE is set: unset it to fetch a model") from None
    except HfHubHTTPError as error:
        raise FabulaError(f"the hub refuses: {str(error).splitlines()[0]}") from None
    except (TransportError, OSError) as error:
        raise FabulaError(
            f"the hub at {_hub() or 'https://huggingface.co'} does not answer ({type(error).__name__}): are you online?"
        ) from None
