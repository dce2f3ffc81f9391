"""A book whose speech has no quotation marks says so, and no other book does."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.text.files import read

BARE = (
    "You are late, {tag}; the boat has gone. I am not, said I. The tide was out, and we sat down by the wall."
)
TAGS = ("cried he", "said my brother Fritz", "said Fritz", "answered Jack", "asked she")


def warned(tmp_path: Path, text: str) -> list[object]:
    path = tmp_path / "book.txt"
    path.write_text(text, encoding="utf-8")
    return [each.fields["n"] for each in read(path).warnings if each.code == "text.unmarked-speech"]


def test_speech_without_marks(tmp_path: Path) -> None:
    pages = "\n\n".join(BARE.format(tag=TAGS[n % len(TAGS)]) for n in range(20))
    assert warned(tmp_path, pages) == [36]
    assert not warned(tmp_path, "\n\n".join(BARE.format(tag="said he") for _ in range(5))), "a page of it"


@pytest.mark.parametrize(
    "marked",
    [
        "“You are late,” said he; “the boat has gone.” “I am not,” said I.",
        '"You are late," said he. "The boat has gone." "I am not," said I.',
        "‘You are late,’ said he. ‘The boat has gone.’ ‘I am not,’ said I.",
        "—You are late, said he.\n\n—I am not, said I.",
        "- You are late, said he.\n\n- I am not, said I.",
        "--You are late, said he.\n\n--I am not, said I.",
        "He came in, said he was tired, and went to bed. She rose, asked Tom for bread, and sat down.",
    ],
)
def test_speech_with_marks(tmp_path: Path, marked: str) -> None:
    assert not warned(tmp_path, "\n\n".join(f"{marked}\n\nThe tide was out." for _ in range(20)))
