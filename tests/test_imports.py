"""Importing fabula costs nothing, and asking for help little: only these may load."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

FOR_HELP = {
    "fabula",
    "typer",
    "click",
    "rich",
    "markdown_it",
    "mdurl",
    "pygments",
    "shellingham",
    "annotated_doc",
    "typing_extensions",
    "colorama",
    "pydantic",
    "pydantic_core",
    "annotated_types",
    "typing_inspection",
}
"""What typer itself brings: its newer releases read the command line by pydantic."""

SPY = """
import json, sys
before = set(sys.modules)
try:
    {code}
except SystemExit as leaving:
    assert not leaving.code, leaving.code
loaded = {{name.partition(".")[0] for name in set(sys.modules) - before if not name.startswith("_sysconfigdata")}}
print(json.dumps(sorted(loaded - sys.stdlib_module_names)), file=sys.stderr)
"""
HELP = 'sys.argv = ["fabula", *{words!r}]; from fabula.cli import main; main()'


STUDIO = (
    "from importlib import import_module; from fabula.studio import serving, view; "
    "[import_module(f'fabula.studio.pages.{page}') for page in view.PAGES]"
)
FOR_JOBS = {"altair", "networkx", "onnxruntime", "rjieba", "vl_convert"}
"""What the jobs of a studio draw and measure with: each is a process of its own."""


def loaded_by(code: str) -> set[str]:
    """Top-level modules, the standard library's aside, that a fresh interpreter loads to run this."""
    done = subprocess.run(
        [sys.executable, "-c", SPY.format(code=code)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


def test_importing_fabula_loads_nothing_but_itself() -> None:
    assert loaded_by("import fabula") == {"fabula"}


@pytest.mark.parametrize("words", [["--help"], ["models", "--help"], ["--version"]], ids=" ".join)
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    assert loaded_by(HELP.format(words=words)) <= FOR_HELP


def test_the_studio_opens_without_what_draws_and_measures() -> None:
    loaded = loaded_by(STUDIO)
    assert "fastapi" in loaded and not loaded & FOR_JOBS
