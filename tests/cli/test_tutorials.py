"""What the tutorials and guides show can be typed as it stands, in their order, and works.

Commands that need a data set, or would pay a model, are only parsed (test_documented_commands.py).
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from test_documented_commands import shown

from commands import fabula
from fabula.samples import NOVELLA, sample
from loopback import Loopback

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGES = sorted(
    str(page.relative_to(ROOT))
    for folder in ("tutorials", "guides")
    for page in (ROOT / "docs" / folder).glob("*.md")
)
ONLY_PARSED = re.compile(
    r"fabula (bench|agree|audit|novelist|readers|results|corpus dedup|train)|.*--dry-run.*raw"
)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the pages speak of."""
    (tmp_path / NOVELLA).write_bytes(sample(NOVELLA))
    shutil.copy(EXAMPLES / "the-tide-house.synopsis.txt", tmp_path / "synopsis.txt")
    (tmp_path / "raw").mkdir()
    shutil.copy(EXAMPLES / "seven-keys.zh.txt", tmp_path / "raw" / "seven-keys.txt")
    shutil.copy(EXAMPLES / "the-tide-house.txt", tmp_path / "raw")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files_of(page: str) -> dict[str, str]:
    """Files that the page shows in full: a block whose first line is a comment with the file's name."""
    blocks = re.findall(r"^((?: {4}.*\n|\n)+)", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    texts = [re.sub(r"^ {4}", "", block, flags=re.MULTILINE).strip("\n") for block in blocks]
    return {text.splitlines()[0][2:]: text for text in texts if re.match(r"# [\w-]+\.toml\n", text)}


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_a_page_work_in_their_order(page: str, desk: Path, loopback: Loopback) -> None:
    for name, text in files_of(page).items():
        (desk / name).write_text(text.split("\n\nfabula ")[0], encoding="utf-8")
    (desk / "my-prompts").mkdir()
    for line in shown(page):
        if ONLY_PARSED.match(line):
            continue
        words = shlex.split(line, comments=True)[1:]
        if "--model" in words:
            at = words.index("--model")
            words[at : at + 2] = ["--model", "custom/scripted", "--base-url", loopback.url]
        done = fabula(*words)
        assert done.returncode == 0, f"{line}\n{done.stderr}\n{done.stdout[-500:]}"
    assert loopback.count == 0, "a tutorial pays for nothing"
