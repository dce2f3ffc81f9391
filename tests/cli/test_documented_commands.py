"""Every command that README and docs show is one that this version accepts."""

from __future__ import annotations

import re
import shlex
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
import typer

from fabula.cli import app

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/methods.md",
    "docs/models.md",
    "docs/gauge.md",
    "docs/reader-model.md",
    "docs/testing.md",
    "docs/index.md",
    "docs/editing.md",
    "docs/facts.md",
    "docs/scale.md",
    "docs/tour.md",
    *sorted(
        str(page.relative_to(ROOT))
        for folder in ("tutorials", "guides")
        for page in (ROOT / "docs" / folder).glob("*.md")
    ),
)


def shown(page: str) -> list[str]:
    """The commands of a page, with continued lines joined."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = re.findall(r"^```\w*\n(.*?)^```|^((?: {4}\S[^\n]*\n)+)", text, re.DOTALL | re.MULTILINE)
    lines = (
        line.strip().removeprefix(".venv/bin/") for block in blocks for line in "".join(block).splitlines()
    )
    return [line for line in lines if line.startswith("fabula ")]


@pytest.mark.parametrize(("page", "line"), [(page, line) for page in PAGES for line in shown(page)])
def test_a_documented_command_is_accepted(
    page: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("password.txt").write_text("an invented password", encoding="utf-8")
    words = list(takewhile(lambda word: word != ">", shlex.split(line, comments=True)[1:]))
    command: Any = typer.main.get_command(app)
    context = None
    while hasattr(command, "resolve_command"):
        context = command.context_class(command, info_name="fabula", parent=context)
        _, command, words = command.resolve_command(context, words)
    assert command.make_context(command.name, list(words), parent=context).params, f"{page}: {line}"


def test_the_pages_show_commands() -> None:
    assert len(shown("README.md")) > 10
    assert len(shown("docs/tour.md")) > 40
