"""Keys that were typed into the studio's settings: in the system's keyring where there is one, else in a file.

The file stands beside fabula.toml, and only its owner may read it. It says of every key whether the keyring has it, so that
the keyring is asked only for keys that are there. A key is never shown again; it can be replaced or removed.
"""

from __future__ import annotations

import importlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from fabula.errors import UsageError
from fabula.platforms import user_folder
from fabula.whole_files import write_whole

Where = Literal["keyring", "file"]
"""Where a key is kept."""
_SERVICE = "fabula"
_FILE, _IN_KEYRING = "keys.json", {"in": "keyring"}
_LONGEST = 2_000


def kept_key(slot: str) -> str | None:
    """The key of a provider, or of a model of one's own (`model:NAME`); None where none was typed."""
    entry = _entries().get(slot)
    if entry == _IN_KEYRING:
        return _from_keyring(slot)
    return entry.get("key") if entry else None


def keys_kept() -> dict[str, Where]:
    """Whose keys are kept, and where each is."""
    return {slot: "keyring" if entry == _IN_KEYRING else "file" for slot, entry in sorted(_entries().items())}


def keep_key(slot: str, typed: str) -> Where:
    """Keep a key from now on, in place of the one before."""
    key = typed.strip()
    if not key or len(key) > _LONGEST or not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError("that is not a key: copy it again, without spaces or line breaks")
    in_keyring = _into_keyring(slot, key)
    _write(_entries() | {slot: _IN_KEYRING if in_keyring else {"key": key}})
    return "keyring" if in_keyring else "file"


def forget_key(slot: str) -> None:
    """Remove a key; nothing happens if there is none."""
    entries = _entries()
    entry = entries.pop(slot, None)
    if entry == _IN_KEYRING:
        keyring = _keyring()
        if keyring is not None:
            with suppress(keyring.errors.KeyringError):
                keyring.delete_password(_SERVICE, slot)
    if entry is not None:
        _write(entries)


def write_private(path: Path, document: object) -> None:
    """Write a document so that only its owner can ever read it."""
    write_whole(path, json.dumps(document, ensure_ascii=False, indent=1), private=True)


def _write(entries: dict[str, Any]) -> None:
    write_private(user_folder() / _FILE, entries)


def _entries() -> dict[str, dict[str, str]]:
    place = user_folder() / _FILE
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(each, dict) for each in found.values()):
        raise UsageError(f"{place}: not a file of keys that can be read: remove it and type the keys again")
    return found


def _keyring() -> Any:
    """The library for the system's keyring; None where it is not installed."""
    try:
        return importlib.import_module("keyring")
    except ImportError:
        return None


def _into_keyring(slot: str, key: str) -> bool:
    """Whether the keyring has taken the key and gives it back."""
    keyring = _keyring()
    if keyring is None:
        return False
    try:
        keyring.set_password(_SERVICE, slot, key)
        return bool(keyring.get_password(_SERVICE, slot) == key)
    except keyring.errors.KeyringError:
        return False


def _from_keyring(slot: str) -> str | None:
    keyring = _keyring()
    if keyring is None:
        raise UsageError(
            f"the key of {slot} is in the system's keyring: pip install 'fabula[keyring]' to read it, or set it again"
        )
    try:
        found: str | None = keyring.get_password(_SERVICE, slot)
    except keyring.errors.KeyringError as error:
        raise UsageError(f"the system's keyring does not give the key of {slot}: {error}") from None
    return found
