"""What commands print: one JSON document, or tables for people on stdout; progress and notes on stderr."""

from __future__ import annotations

import json
import sys
from typing import Any

from rich.console import Console


def page() -> Console:
    """Where tables and text for people go."""
    return Console(file=sys.stdout, highlight=False, soft_wrap=False)


def margin() -> Console:
    """Where progress, warnings and notes go, so that stdout stays clean for pipes."""
    return Console(file=sys.stderr, highlight=False)


def print_json(document: Any) -> None:
    """The one document of `--json`: nothing else may reach stdout."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False) + "\n")
