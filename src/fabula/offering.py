"""Helps a package's `__init__` list what it offers and load each name on first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def offered(room: str, files: Mapping[str, str]) -> Callable[[str], Any]:
    """Make a package's `__getattr__` from a table of names and the files that define them."""

    def load(name: str) -> Any:
        if name not in files:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{files[name]}"), name)

    return load
