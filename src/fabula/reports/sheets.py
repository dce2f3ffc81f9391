"""The sheets and the script that a report file holds and the studio serves."""

from __future__ import annotations

from importlib.resources import files

from fabula.reports.palette import DAY, NIGHT


def colours_and_type() -> str:
    """The light and dark colours as CSS variables, and the typefaces, so that the studio and a report are of one piece."""
    day, night = (";".join(f"--{role}:{colour}" for role, colour in each.items()) for each in (DAY, NIGHT))
    return (
        f":root{{{day};color-scheme:light}}"
        f'@media(prefers-color-scheme:dark){{:root:not([data-theme="day"]){{{night};color-scheme:dark}}}}'
        f':root[data-theme="night"]{{{night};color-scheme:dark}}\n'
    ) + _template("type.css")


def report_style() -> str:
    """How the parts of a report look."""
    return _template("report.css")


def decisions_script() -> str:
    """What keeps the author's decisions about findings."""
    return _template("findings.js")


def _template(name: str) -> str:
    return (files("fabula.reports") / "templates" / name).read_text(encoding="utf-8")
