"""The sheets and scripts: each that a page asks for is there and is asked for, and nothing is styled that no page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STUDIO = Path(__file__).parents[2] / "src" / "fabula" / "studio"
SHEETS = sorted((STUDIO / "static").glob("*.css"))
SHOWN = "\n".join(
    place.read_text(encoding="utf-8")
    for kind in ("templates/**/*.j2", "static/*.js", "pages/*.py", "*.py")
    for place in STUDIO.glob(kind)
)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_what_is_styled_is_shown_somewhere(sheet: Path) -> None:
    rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    styled = set(re.findall(r"[.#]([a-zA-Z][\w-]*)(?=[^{}]*\{)", rules))
    assert styled, sheet.name
    assert [name for name in sorted(styled) if not re.search(rf"(?<![\w-]){name}(?![\w-])", SHOWN)] == []


def test_a_rule_of_several_pages_stands_in_the_sheet_of_all() -> None:
    rules = [
        rule.strip()
        for sheet in SHEETS
        for rule in sheet.read_text(encoding="utf-8").splitlines()
        if re.match(r"[.a-z]", rule)
    ]
    assert [rule for rule in sorted(set(rules)) if rules.count(rule) > 1] == []


def test_every_sheet_and_script_is_asked_for_and_there() -> None:
    asked = set(re.findall(r"/static/([\w./-]+\.(?:css|js|svg))", SHOWN)) | set(
        re.findall(r'from "\./([\w-]+\.js)', SHOWN)
    )
    ours = {str(place.relative_to(STUDIO / "static")) for place in (STUDIO / "static").rglob("*.*")}
    assert asked - ours <= {"colours-and-type.css", "report.css", "findings.js"}, (
        "those are the reports' and made when asked for"
    )
    assert {name for name in ours if name.endswith((".css", ".js"))} <= asked


def test_space_comes_in_steps() -> None:
    """A margin, a padding or a gap is one of the nine of `studio.css`, unless it is the page's own."""
    space = re.compile(r"(?<![\w-])(?:margin|padding|(?:column-)?gap)(?:-\w+)?:([^;}]+)")
    loose = [
        (sheet.name, written)
        for sheet in SHEETS
        for written in space.findall(sheet.read_text(encoding="utf-8"))
        if "clamp" not in written
        and any(0.1 <= float(size) < 3.5 for size in re.findall(r"([\d.]+)rem", written))
    ]
    assert loose == []


def test_a_page_has_its_sheets_before_it_has_what_they_style() -> None:
    """What a finished job puts on its page would be drawn without its sheet for a moment, if it brought it along."""
    for file in (STUDIO / "templates").rglob("*.j2"):
        text = file.read_text(encoding="utf-8")
        head_ends = "{% block main" if "{% extends" in text else "</head>"
        assert 'rel="stylesheet"' not in text.partition(head_ends)[2 if head_ends in text else 0], file.name
