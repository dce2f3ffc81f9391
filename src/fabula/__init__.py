"""fabula reads a book-length story and says how good it is, to whom, why, and how sure it is.

    book = fabula.open("novel.epub")
    report = fabula.evaluate(book)

Every name here is loaded when it is first used, so that importing fabula costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fabula.api import evaluate as evaluate
    from fabula.api import evaluate_async as evaluate_async
    from fabula.api import open as open

__version__ = "0.1.0"
__all__ = ["__version__", "evaluate", "evaluate_async", "open"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module("fabula.api"), name)
    raise AttributeError(f"module 'fabula' has no attribute {name!r}")
