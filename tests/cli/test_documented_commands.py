"""Every command that README and docs show or name is one that this version accepts."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from documentation import ROOT, shown, words_of
from fabula.cli import app

PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "SECURITY.md",
        *(ROOT / "docs").rglob("*.md"),
    )
    if page.name not in ("commands.md", "api.md", "extending.md") and "vendor" not in page.parts
)
NAMED = re.compile(r"`fabula ((?:[a-z][a-z-]*\b ?)+)[^`]*`")


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("password.txt").write_text("an invented password", encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_are_accepted(page: str) -> None:
    for line in shown(page):
        command, context, words = found(words_of(line))
        assert command.make_context(command.name, words, parent=context).params, f"{page}: {line}"
    for named in NAMED.findall((ROOT / page).read_text(encoding="utf-8")):
        found(shlex.split(named))


def found(words: list[str]) -> tuple[Any, Any, list[str]]:
    """The command that is meant, the group that it stands in, and what is left for it."""
    command: Any = typer.main.get_command(app)
    context = None
    while hasattr(command, "resolve_command") and words:
        context = command.context_class(command, info_name="fabula", parent=context)
        _, command, words = command.resolve_command(context, words)
    return command, context, words


def test_the_pages_show_commands() -> None:
    assert len(shown("README.md")) > 10
    assert len(shown("docs/tour.md")) > 40
