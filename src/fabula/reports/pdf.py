"""A page as a PDF, printed by a browser that is on this machine.

The pages are drawn for browsers, so a browser prints them as they look. WeasyPrint has a suitable licence (BSD), but needs
the system's Pango libraries, which no wheel brings, runs no script and lays the pages out in another way.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from fabula.errors import FabulaError, UsageError
from fabula.platforms import browser_places, is_administrator

ASKED = "FABULA_BROWSER"
_NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge",
    "brave-browser",
)  # fmt: skip
_PATIENCE = 180.0


def browser() -> str:
    """The browser that prints: the one that FABULA_BROWSER names, or any of the Chromium family."""
    named = os.environ.get(ASKED)
    found = shutil.which(named) if named else None
    if named and not found:
        raise UsageError(f"{ASKED} names no program that can be run: {named}")
    installed = (str(place) for place in browser_places() if place.is_file())
    found = (
        found
        or next((each for name in _NAMES if (each := shutil.which(name))), None)
        or next(installed, None)
    )
    if not found:
        raise UsageError(
            "a PDF is printed by Chromium, Chrome or Edge, and none was found: install one, name one in"
            f" {ASKED}, or print the HTML page from your browser"
        )
    return found


def print_pdf(page: Path, pdf: Path) -> None:
    """Print an HTML file. The browser keeps nothing and its own pages load nothing from any network."""
    with tempfile.TemporaryDirectory(prefix="fabula-print-") as profile:
        made = Path(profile) / "page.pdf"
        command = [
            browser(), "--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer",
            *(["--no-sandbox"] if is_administrator() else []),
            f"--user-data-dir={profile}", f"--print-to-pdf={made}", page.absolute().as_uri(),
        ]  # fmt: skip
        try:
            subprocess.run(command, check=False, capture_output=True, timeout=_PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise FabulaError(f"{pdf.name} was not printed ({type(error).__name__}): {command[0]}") from None
        if not made.is_file():
            raise FabulaError(f"{pdf.name} was not printed: {command[0]} ended without a page")
        shutil.copyfile(made, pdf)
