"""What is chosen in the studio's settings: settings.json beside fabula.toml, with the same sections. What fabula.toml says comes first.

Only models, roles and prices are chosen there. A provider's address is not, so that nobody who can open the studio can send
the owner's keys to another server; a model at a server of one's own has a key of its own and gets no other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from fabula.errors import UsageError
from fabula.models.kept_keys import forget_key, keep_key, write_private
from fabula.platforms import user_folder

Role = Literal["model", "reading_model"]
"""The judge, and who reads for it: the names that fabula.toml has for them."""
OWN_KEY = "kept:"
"""`key = "kept:NAME"` of a model: its key is the one that was typed for it in the settings, and no other."""


def file() -> Path:
    """Where it is kept."""
    return user_folder() / "settings.json"


def slot_of(name: str) -> str:
    """Under which name the key of a model of one's own is kept."""
    return f"model:{name}"


def chosen() -> dict[str, Any]:
    """The sections as they were chosen; none before the first choice."""
    place = file()
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(f"{place}: not a file of settings that can be read ({error}): remove it") from None
    if not isinstance(found, dict):
        raise UsageError(f"{place}: not a file of settings: remove it")
    return found


def choose_roles(roles: Mapping[Role, str]) -> None:
    """Who judges and who reads where nothing else is said. An empty name forgets the choice."""
    _write(chosen() | {str(role): name for role, name in roles.items()})


def choose_price(model: str, price: Mapping[str, float] | None) -> None:
    """What a model costs; None forgets it."""
    _put("prices", model, price)


def add_model(name: str, model: str, base_url: str, key: str, price: Mapping[str, float] | None) -> None:
    """A model at a server of one's own. The key of an earlier model of that name is gone, wherever that one was."""
    parts = urlsplit(base_url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query:
        raise UsageError(
            "an address begins with http:// or https:// and names a server, such as http://localhost:8000/v1"
        )
    if not name or set(name) & set("/: ") or not model:
        raise UsageError(
            "give the model a name of your own, without spaces, slashes and colons, and its name at the server"
        )
    table = {"provider": "custom", "name": model, "base_url": base_url.strip(), "key": f"{OWN_KEY}{name}"}
    forget_key(slot_of(name))
    if key.strip():
        keep_key(slot_of(name), key)
    _put("models", name, table | ({"price": dict(price)} if price else {}))


def remove_model(name: str) -> None:
    """Forget it with its key."""
    forget_key(slot_of(name))
    _put("models", name, None)


def _put(section: str, name: str, value: object) -> None:
    said = chosen()
    within = {each: kept for each, kept in said.get(section, {}).items() if each != name}
    _write(said | {section: within | ({name: value} if value is not None else {})})


def _write(document: Mapping[str, Any]) -> None:
    write_private(file(), {name: value for name, value in document.items() if value})
