"""What README, the tutorials and the guides show can be typed as it stands, in their order, works, and prints what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from documentation import DOCS, RELEASED, ROOT, SHORT, as_it_runs, lay_out
from loopback import Loopback


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("page", DOCS)
def test_the_commands_of_a_page_work_and_print_what_it_shows(page: str, loopback: Loopback) -> None:
    shown = (ROOT / page).read_text(encoding="utf-8")
    assert as_it_runs(page, loopback.url) == shown, "python tests/documentation.py"
    assert loopback.count == 0, "a tutorial pays for nothing"


@pytest.mark.long
@pytest.mark.usefixtures("desk")
def test_the_tables_of_released_data_are_those_that_the_tutorial_shows(loopback: Loopback) -> None:
    if not RELEASED.is_dir():
        pytest.skip("needs the released data of LongStoryEval in ../shared")
    page = "docs/tutorials/researcher.md"
    assert as_it_runs(page, loopback.url, RELEASED) == (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.usefixtures("desk")
def test_the_python_of_the_readme_runs() -> None:
    shown_lines = re.findall(
        r"^    import fabula\n(?:(?: {4}.*)?\n)+", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    said = re.sub(r"^ {4}", "", shown_lines[0], flags=re.MULTILINE)
    exec(said.replace("novel.epub", SHORT["novel.epub"]), {})
    assert Path("report/report.html").is_file()
