"""Reading takes steps in proportion to the text and a few times its memory, however odd the text."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from fabula.languages import ENGLISH
from fabula.text.boilerplate import without_boilerplate
from fabula.text.files import read
from fabula.text.headings import split_chapters
from fabula.text.headings.places import candidates
from fabula.text.lines import Lines
from fabula.text.paragraphs import layout, lines_of

PROSE = "It was a dark night and the rain fell on the roofs of the town and the men went home"
HAN = "那天夜里下着大雨，街上没有一个人，只有他站在门口。"

ODD: dict[str, Callable[[int], str]] = {
    "bare numbers": lambda n: "".join(f"{number}\n\n" for number in range(1, n)) + f"{PROSE}.\n" * 5,
    "headings without text": lambda n: (
        "".join(f"Chapter {number}\n\n" for number in range(1, n)) + f"{PROSE}.\n" * 5
    ),
    "page numbers within sentences": lambda n: "".join(f"{PROSE}\n\n{number}\n\n" for number in range(1, n)),
    "a part before every chapter": lambda n: "".join(
        f"第{number}卷\n\n第{number}章\n\n{HAN * 4}\n\n" for number in range(1, n)
    ),
    "Chinese headings": lambda n: "".join(f"第{number}章\n\n{HAN}\n\n" for number in range(1, n)),
    "many lists of contents": lambda n: "".join(
        f"Chapter {number}\n\nChapter {number + 1}\n\n{PROSE * 3}.\n\n" for number in range(1, n, 2)
    ),
    "one heading again and again": lambda n: "Chapter 1\n" * n,
    "one heading again and again, with text": lambda n: f"Chapter 1\n\n{PROSE * 2}\n\n" * n,
    "two numbers in turn": lambda n: "1\n\n2\n\n" * n,
    "running heads": lambda n: "Chapter 1\n\n" + f"{PROSE.lower()}\n\nChapter 1\n\n" * n,
    "prefaces": lambda n: (
        f"Preface\n\n{PROSE}.\n\n" * n + f"Chapter 1\n\n{PROSE * 9}\n\nChapter 2\n\n{PROSE * 9}"
    ),
    "names that take turns": lambda n: "".join(
        f"{('Anna', 'Tom', 'Joan')[number % 3]}\n\n{PROSE * 20}.\n\n" for number in range(n // 4)
    ),
    "counts that start again below titles": lambda n: (
        f"The Long Night\n\nI\n\n{PROSE}.\n\nII\n\n{PROSE}.\n\n" * n
    ),
    "one title above numerals": lambda n: (
        "I\n\n" + "The Long Night\n\n" * n + f"I\n\n{PROSE}.\n\nII\n\n{PROSE}.\n\n" * 9
    ),
    "contents titles": lambda n: "Contents\n\n" * n + f"Chapter 1\n\n{PROSE * 9}",
    "notes": lambda n: (
        f"Chapter 1\n\n{PROSE * 9}\n\nChapter 2\n\n{PROSE * 9}\n\n" + f"Notes\n\n{PROSE}.\n\n" * n
    ),
    "lines": lambda n: f"{PROSE[:20]}.\n" * n,
    "paragraphs": lambda n: f"{PROSE}.\n\n" * n,
    "wrapped lines": lambda n: f"{PROSE}\n" * n,
    "indented lines": lambda n: f"    {PROSE}\n{PROSE}\n" * n,
    "adverts": lambda n: "".join(
        f"Chapter {number}\n\nRead on at www.hub{number}.com\n\n{PROSE * 3}. Read the latest chapters at hub.com.\n\n"
        for number in range(1, n)
    ),
    "addresses": lambda n: (
        f"Chapter 1\n\n{PROSE}\n\nChapter 2\n\n{PROSE}\n\nChapter 3\n\n" + "hub.com\n\n" * n
    ),
    "an advert in one line": lambda n: (
        f"Chapter 1\n\n{PROSE}\n\nChapter 2\n\n{PROSE}\n\nChapter 3\n\n"
        + f"{PROSE}. Read on at hub.com. " * n
    ),
    "blank lines": lambda n: f"{PROSE}.\n\n" + "\n" * 3 * n + f"{PROSE}.\n",
}


def cut_and_cleaned(text: str) -> None:
    without_boilerplate(split_chapters(text, "en").chapters, ENGLISH)


def steps(text: str) -> int:
    """Calls of functions and methods that cutting a text into chapters and cleaning them takes."""
    taken = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal taken
        taken += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        cut_and_cleaned(text)
    finally:
        sys.setprofile(before)
    return taken


@pytest.mark.parametrize("odd", ODD)
def test_twice_the_text_takes_twice_the_steps(odd: str) -> None:
    cut_and_cleaned(ODD[odd](1_200))  # Patterns are compiled once, some of them only for longer texts.
    assert steps(ODD[odd](1_200)) < 2.4 * steps(ODD[odd](600))  # A few steps are left out in shorter texts.


@pytest.mark.parametrize(
    "text",
    [
        f"{PROSE}, " * 6_000,
        f"{PROSE[:20]}.\n" * 10_000,
        f"{PROSE}.\n\n" * 6_000,
        "".join(f"Chapter {n}\n\n" + f"{PROSE}.\n\n" * 40 for n in range(1, 120)),
        "".join(f"第{n}章\n\n" + f"{HAN}\n\n" * 60 for n in range(1, 120)),
    ],
    ids=["one line", "short lines", "paragraphs", "chapters", "Chinese chapters"],
)
def test_reading_takes_at_most_five_times_the_memory_of_the_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "book.txt"
    path.write_text(text[:2_000], encoding="utf-8")
    read(path)
    path.write_text(text, encoding="utf-8")
    tracemalloc.start()
    try:
        book = read(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert book.chapters
    assert peak < 5 * path.stat().st_size


def test_of_a_run_of_headings_too_long_for_a_contents_list_only_the_last_is_kept() -> None:
    lines = lines_of("".join(f"Chapter {number}\n\n" for number in range(1, 3_001)) + PROSE)
    assert [each.heading.number for each in candidates(lines, layout(lines), 0, len(lines))] == [3_000]


def test_a_long_contents_list_does_not_hide_the_chapters() -> None:
    listed = "".join(f"第{number}章 归途\n" for number in range(1, 2_201))
    text = "".join(f"第{number}章 归途\n{HAN * 5}\n" for number in range(1, 2_201))
    assert len(split_chapters(f"目录\n{listed}\n{text}", "zh").chapters) == 2_200


def test_lines_are_those_of_the_text_without_space_at_their_ends() -> None:
    lines = Lines("one  \n\n two\t\nthree")
    assert list(lines) == lines[:] == ["one", "", " two", "three"]
    assert (len(lines), lines[2], lines[1:3]) == (4, " two", ["", " two"])
    lines[1] = "changed"
    assert list(lines)[1] == lines[1] == "changed"
    with pytest.raises(IndexError):
        lines[4]
