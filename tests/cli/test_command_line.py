"""The command line as a whole: mistyped commands, completion, and what fits a narrow terminal."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from commands import fabula, typed
from fabula.cli import COMMANDS, GROUPS, main

NOVELLA = Path(__file__).parents[2] / "examples" / "the-tide-house.epub"


def test_a_mistyped_command_gets_a_suggestion() -> None:
    done = fabula("evalute", NOVELLA)
    assert done.returncode == 2 and "Did you mean 'evaluate'?" in done.stderr
    assert "Did you mean 'check'?" in fabula("facts", "chek").stderr
    assert "No such command 'xyzzy'" in fabula("xyzzy").stderr


def test_the_shell_completes_commands_and_options() -> None:
    def completed(typed: str) -> list[str]:
        words = f"fabula {typed}"
        asked = {
            "_FABULA_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
        }
        return fabula(**asked).stdout.split()

    assert completed("ev") == ["evaluate"]
    assert completed("facts ") == ["graph", "check", "refine", "pairs"]
    assert completed("evaluate --pre") == ["--premise"]


def test_a_real_bash_completes_once_the_tour_is_followed(tmp_path: Path) -> None:
    script = """
        fabula --install-completion && source ~/.bashrc
        COMP_WORDS=(fabula facts ch) COMP_CWORD=2
        _fabula_completion fabula
        echo "completed: ${COMPREPLY[*]}"
        complete -p fabula
    """
    own = {"HOME": str(tmp_path), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    if not (bash := shutil.which("bash")) or not shutil.which("fabula", path=own["PATH"]):
        pytest.skip("needs bash and the installed command")
    typed = tmp_path / "typed.sh"
    typed.write_text(script, encoding="utf-8")
    done = subprocess.run([bash, typed], env=os.environ | own, capture_output=True, text=True, check=True)
    assert "completed: check\n" in done.stdout, done.stdout + done.stderr
    assert "-F _fabula_completion fabula" in done.stdout


def test_an_estimate_in_a_narrow_terminal_keeps_its_numbers() -> None:
    asked = ("evaluate", NOVELLA, "--model", "openai/gpt-4o", "--dry-run")
    wide, narrow = (fabula(*asked, COLUMNS=columns, OPENAI_API_KEY="x").stdout for columns in ("120", "40"))
    numbers = re.findall(r"\$?\d[\d,.]*\d", wide)
    assert any("$" in number for number in numbers)
    assert "…" not in narrow and all(number in narrow for number in numbers)


def test_the_help_lists_every_command_in_one_whole_line_under_what_it_is_for() -> None:
    listed = fabula("--help").stdout.partition("Start here:")[2].splitlines()
    lines = [line for line in listed if line.startswith("  ")]
    assert [line.split()[0] for line in lines] == list(COMMANDS)
    assert all(len(line) <= 80 and not line.endswith("...") for line in lines)
    assert [line.removesuffix(":") for line in listed if line.endswith(":")] == list(GROUPS)[1:]


def test_an_edit_says_where_its_page_is_or_how_to_get_one(tmp_path: Path) -> None:
    book = tmp_path / "story.txt"
    book.write_text("Anna went home by the long road.\n", encoding="utf-8")
    assert "--out FOLDER" in fabula("edit", book).stdout
    said = fabula("edit", book, "--out", tmp_path / "notes").stdout
    page = tmp_path / "notes" / "manuscript.html"
    assert said.endswith(f"→ {page}\n") and page.is_file()


@pytest.mark.parametrize("command", ["outline", "edit", "draft add", "evaluate --out ../report"])
def test_the_folder_of_chapters_that_one_is_in_can_be_named_by_a_dot(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "The Long Way"
    book.mkdir()
    for n in (1, 2):
        (book / f"{n}.txt").write_text(f"Chapter {n}\n\nAnna went home by the long road.\n", encoding="utf-8")
    monkeypatch.chdir(book)
    done = fabula(*command.split(), ".")
    assert done.returncode == 0, done.stderr
    assert "The Long Way" in done.stdout + done.stderr
    assert command != "draft add" or (tmp_path / "The Long Way.drafts").is_dir()


def test_an_output_that_lacks_the_characters_gets_question_marks_and_json_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "书.txt"
    book.write_text("第一章 归来\n\n林远在渡口等船。\n", encoding="utf-8")

    def printed(*words: object) -> str:
        ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        monkeypatch.setattr(sys, "stdout", ascii_only)
        with typed(words), pytest.raises(SystemExit) as end:
            main()
        ascii_only.flush()
        assert end.value.code == 0
        return ascii_only.buffer.getvalue().decode("ascii")

    assert "?" in printed("outline", book)
    assert json.loads(printed("outline", book, "--json"))["title"] == "书"


def test_a_group_says_in_whole_sentences_what_its_commands_are_for() -> None:
    for group in ("models", "quiz", "audit"):
        assert "..." not in fabula(group, "--help").stdout.partition("Commands:")[2]


def test_ctrl_c_stops_work_that_asks_no_model_at_once_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: Path) -> bytes:
        signal.raise_signal(signal.SIGINT)
        return path.read_bytes()

    monkeypatch.setattr("fabula.text.files.read_bytes", interrupted)
    done = fabula("outline", NOVELLA)
    assert (done.returncode, done.stderr) == (130, "fabula: stopped\n")


def test_help_is_also_a_word() -> None:
    assert fabula("help").stdout == fabula("--help").stdout
    assert fabula("help", "facts", "check").stdout == fabula("facts", "check", "--help").stdout


def test_the_options_of_a_command_that_asks_a_model_are_listed_by_purpose() -> None:
    shown = fabula("evaluate", "--help").stdout
    headings = re.findall(r"(?m)^([A-Z][^\n]*):$", shown)
    assert headings == ["Arguments", "Options", "About the book", "Output", "Model and cost"]
    model = shown.partition("Model and cost:")[2]
    assert "--max-cost" in model and "--out " not in model
    assert shown.startswith("Usage: fabula evaluate [OPTIONS] [BOOK...]\n")
