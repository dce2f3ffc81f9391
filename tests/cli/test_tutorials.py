"""What the tutorials and guides show can be typed as it stands, in their order, and works.

Commands that need a data set, or would pay a model, are only parsed (test_documented_commands.py).
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import docx
import pytest
from test_documented_commands import shown

from commands import fabula
from fabula.samples import NOVELLA, sample
from loopback import Loopback

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGES = [
    "README.md",
    *sorted(
        str(page.relative_to(ROOT))
        for folder in ("tutorials", "guides")
        for page in (ROOT / "docs" / folder).glob("*.md")
    ),
]
ONLY_PARSED = re.compile(
    r"fabula (bench|agree|audit|novelist|persona|quiz run|rank|readers|results|corpus dedup|studio|train)|.*--dry-run.*raw"
)
SHORT = dict.fromkeys((NOVELLA, "novel.epub", "your-novel.epub"), "novel.docx")
"""A short book instead of a novel, so that a page takes a few seconds."""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the pages speak of."""
    (tmp_path / NOVELLA).write_bytes(sample(NOVELLA))
    synopsis = docx.Document()
    synopsis.add_paragraph(
        "Ruth Adeyemi comes to the Tide House in October 1984. Nell Marrable has kept the gauge."
    )
    synopsis.save(str(tmp_path / "synopsis.docx"))
    draft = docx.Document()
    for _ in range(20):
        draft.add_paragraph("The door was open. Ruth came in and shut it. “Who is there?” said Nell.")
    draft.save(str(tmp_path / "novel.docx"))
    (tmp_path / "examples").symlink_to(EXAMPLES)
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
        words = [SHORT.get(word, word) for word in shlex.split(line, comments=True)[1:]]
        if "--model" in words:
            at = words.index("--model")
            words[at : at + 2] = ["--model", "custom/scripted", "--base-url", loopback.url]
            words += [] if "--dry-run" in words else ["--dry-run"]
        if "--max-cost" in words:  # the price of a scripted model is not known
            at = words.index("--max-cost")
            del words[at : at + 2]
        done = fabula(*words)
        assert done.returncode == 0, f"{line}\n{done.stderr}\n{done.stdout[-500:]}"
    assert loopback.count == 0, "a tutorial pays for nothing"


@pytest.mark.usefixtures("desk")
def test_the_python_of_the_readme_runs() -> None:
    shown_lines = re.findall(
        r"^    import fabula\n(?:(?: {4}.*)?\n)+", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    said = re.sub(r"^ {4}", "", shown_lines[0], flags=re.MULTILINE)
    exec(said.replace("novel.epub", SHORT["novel.epub"]), {})
    assert Path("report/report.html").is_file()
