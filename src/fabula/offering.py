"""A room's `__init__` lists what the room offers; each name is loaded when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def offered(room: str, files: Mapping[str, str]) -> Callable[[str], Any]:
    """A room's `__getattr__`: from the name of what is asked for to the file that holds it."""

    def load(name: str) -> Any:
        if name not in files:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{files[name]}"), name)

    return load
