"""The sheet and the script of what a report says, which a file holds and the studio serves."""

from __future__ import annotations

from importlib.resources import files


def report_style() -> str:
    """How the parts of a report look."""
    return _template("report.css")


def decisions_script() -> str:
    """What keeps the author's decisions about findings."""
    return _template("findings.js")


def _template(name: str) -> str:
    return (files("fabula.reports") / "templates" / name).read_text(encoding="utf-8")
