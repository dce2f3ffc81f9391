"""fabula reads a book-length story and says how good it is, for which readers, why, and how sure it is.

    book = fabula.open("novel.epub")
    report = fabula.evaluate(book)

Names are loaded on first use, so importing fabula is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fabula.version import __version__ as __version__


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module 'fabula' has no attribute {name!r}")
    api = import_module("fabula.api")
    found = getattr(api, name) if name in ("open", "ask", "Report") else api.function(name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    api = import_module("fabula.api")
    kinds = [api.python_name(kind) for kind in api.QUESTIONS]
    return sorted(["__version__", "Report", "ask", "open", *kinds, *(f"{kind}_async" for kind in kinds)])
