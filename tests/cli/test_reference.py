"""docs/commands.md says what the commands are."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.api_reference import python_reference
from fabula.cli.reference import reference

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"
PYTHON = PAGE.with_name("api.md")


def test_the_command_reference_says_what_the_commands_are() -> None:
    if PAGE.read_text(encoding="utf-8") != reference():
        pytest.fail(
            "docs/commands.md is behind: python -m fabula.cli.reference > docs/commands.md", pytrace=False
        )


def test_a_narrow_terminal_does_not_change_the_command_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = reference()
    monkeypatch.setenv("COLUMNS", "40")
    assert reference() == wide


def test_shell_completion_is_installed_once_for_all_commands() -> None:
    assert reference().count("--install-completion") == 1


def test_the_python_reference_says_what_the_functions_are() -> None:
    if PYTHON.read_text(encoding="utf-8") != python_reference():
        pytest.fail("docs/api.md is behind: python -m fabula.api_reference > docs/api.md", pytrace=False)
