"""Tables about readers and judges at 80 columns, with long names: no figure is cut, and no line is wider."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from audits.judges import first_or_fair
from commands import fabula
from loopback import Loopback
from personas.scripted_readers import stories

READER = "a reader whose name is much longer than any column of a table at eighty columns can be"
MODEL = "custom/first-judge-with-a-name-that-is-longer-than-most-names-of-models-are"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A profile of two readers, a table of ratings, two plots, and a table of pairs."""
    past = [
        {"reader": f"{READER} {who}", "text": f"Plot {n} of {who}.", "item": f"p{n}", "review": "Fine.", "score": n + who + 3}
        for who in (0, 1)
        for n in range(4)
    ]  # fmt: skip
    _lines(tmp_path / "readers.jsonl", past)
    _lines(
        tmp_path / "ratings.jsonl",
        [
            {"reader": f"{READER} {who}", "item": f"s{n}", "plot": f"Plot {n}.", "score": 3 + (n + who) % 6}
            for who in range(9)
            for n in range(6)
        ],
    )
    one, two = stories(2)
    (tmp_path / "one.txt").write_text(one.text, encoding="utf-8")
    (tmp_path / "two.txt").write_text(two.text, encoding="utf-8")
    _lines(
        tmp_path / "pairs.jsonl",
        [{"plot_a": a.text, "plot_b": b.text, "ending": "A"} for a, b in combinations(stories(3), 2)],
    )
    _lines(
        tmp_path / "translated.jsonl",
        [
            {"title": here.name, "plot": here.text, "translation": there.text}
            for here, there in zip(stories(2), stories(2, "zh"), strict=True)
        ],
    )
    _lines(
        tmp_path / "written.jsonl",
        [
            {"title": f"{n} by {writer}", "premise": f"premise {n}", "writer": writer, "text": f"{writer} tells {n}.", "score": 6 + n}
            for n in range(2)
            for writer in (MODEL, "another")
        ],
    )  # fmt: skip
    return tmp_path


def _lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")


COMMANDS = {
    "persona rate": ("persona", "rate", "one.txt", "--profile", "readers.jsonl", "--repeats", "2"),
    "persona compare": ("persona", "compare", "one.txt", "two.txt", "--profile", "readers.jsonl"),
    "of an audience": ("persona", "compare", "one.txt", "two.txt", "--ratings", "ratings.jsonl", "--format", "mpst",
                       "--audience", "kind"),
    "audit order": ("audit", "order", "pairs.jsonl", "--profile", "readers.jsonl"),
    "audit memory": ("audit", "memory", "pairs.jsonl"),
    "audit repeat": ("audit", "repeat", "pairs.jsonl"),
    **{f"audit {kind}": ("audit", kind, "pairs.jsonl", "--stories", "2")
       for kind in ("length", "injection", "story", "author", "formatting", "position")},
    **{f"audit {kind}": ("audit", kind, "pairs.jsonl", "--stories", "2", "--profile", "readers.jsonl")
       for kind in ("reader", "copying")},
    "audit language": ("audit", "language", "translated.jsonl"),
    "audit own": ("audit", "own", "written.jsonl"),
}  # fmt: skip


def printed(loopback: Loopback, files: Path, words: tuple[str, ...]) -> str:
    loopback.answer = first_or_fair
    placed = (str(files / word) if (files / word).is_file() else word for word in words)
    found = fabula(*placed, "--model", MODEL, "--base-url", loopback.url, COLUMNS="80")
    assert found.returncode == 0, found.stderr
    lines = [line for line in found.stdout.splitlines() if not re.match(r"(persona|audit)\.\w+\|", line)]
    assert max(map(len, lines)) <= 80 and "…" not in "".join(lines)
    return found.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_no_figure_is_cut_at_80_columns(loopback: Loopback, files: Path, command: str) -> None:
    assert re.search(r"\d", printed(loopback, files, COMMANDS[command]))


def test_a_readers_figures_stand_beside_a_name_of_several_lines(loopback: Loopback, files: Path) -> None:
    shown = printed(loopback, files, COMMANDS["persona rate"])
    rows = re.findall(r"a reader whose name .*?(\d\.\d) +(\d\.\d) +(\d\.\d)", shown)
    assert len(rows) == 2


def test_two_passports_at_80_columns(loopback: Loopback, files: Path) -> None:
    words = (
        "audit",
        "all",
        "pairs.jsonl",
        "--against",
        "custom/fair",
        "--stories",
        "2",
        "--pairs",
        "1",
        "--page",
        str(files / "p.html"),
    )
    shown = printed(loopback, files, words)
    assert "more than the other judge, p 1.000" in " ".join(shown.split())
