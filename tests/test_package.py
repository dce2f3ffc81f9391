"""What a user installs holds all that the code reads beside itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import fabula

ROOT = Path(__file__).parents[1]
PACKAGE = Path(fabula.__file__).parent
PROMPTS = sorted(PACKAGE.glob("*/prompts/*.md"))


def front_matter(prompt: Path) -> dict[str, str]:
    head = prompt.read_text(encoding="utf-8").split("---")[1]
    return dict(re.findall(r"^(\w+): *(.+)$", head, flags=re.MULTILINE))


def test_the_wheel_leaves_nothing_out() -> None:
    """The wheel takes what git does not ignore: a model or prompt that a pattern ignores would be missing there."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git checkout to ask what is ignored")
    asked = ["git", "ls-files", "--others", "--ignored", "--exclude-standard", "src/fabula"]
    ignored = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [path for path in ignored if "__pycache__" not in path] == []


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda path: f"{path.parents[1].name}/{path.stem}")
def test_a_prompt_stands_in_english_and_in_chinese_at_one_version(prompt: Path) -> None:
    name, language, _ = prompt.name.split(".")
    other = prompt.with_name(f"{name}.{'zh' if language == 'en' else 'en'}.md")
    assert front_matter(other) == front_matter(prompt)
    assert front_matter(prompt)["name"] == name
