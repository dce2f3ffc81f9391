"""Texts of Aozora Bunko: readings beside words (鵞鳥《がちょう》), notes of whoever typed them (［＃８字下げ］), what they were made from.

Most Japanese books that anybody may share are published in this form. None of the marks is the author's.
"""

from __future__ import annotations

import re

from fabula.text.formats.blocks import Block

_NOTE = re.compile(r"［＃[^］\n]{1,120}］")
_KNOWN = re.compile(r"［＃[^］\n]{0,60}(?:見出し|字下げ|傍点|改ページ|改丁|入力者注|地付き|水準|ルビ)")
_HEADING = re.compile(r"［＃[^］\n]{0,80}([大中小])見出し")
_LEVELS = {"大": 1, "中": 2, "小": 3}
_READING = re.compile(r"《[\u3040-\u30ffー・、々 　]{1,30}》")
_BEGINS_READ = re.compile(r"｜(?=[^\n｜《]{1,30}《)")
_LEGEND = re.compile(r"^-{20,}\n.*?【テキスト中に現れる記号について】.*?^-{20,}$", re.M | re.S)
_MADE_FROM = "\n底本："
_FEWEST = 3
_HEAD, _MOST_HEAD = 10_000, 4


def is_aozora(text: str) -> bool:
    """Whether a text has several such notes."""
    return (
        "［＃" in text and sum(1 for _ in zip(range(_FEWEST), _KNOWN.finditer(text), strict=False)) == _FEWEST
    )


def stated(text: str) -> tuple[str, str]:
    """Title and author: the first two lines. A subtitle may stand between them."""
    head = text[:_HEAD].replace("\r\n", "\n").lstrip("\ufeff\n").split("\n\n", 1)[0].split("\n")
    head = [_NOTE.sub("", _READING.sub("", each)).strip(" 　") for each in head[:_MOST_HEAD]]
    return head[0], head[-1] if len(head) > 1 else ""


def without_marks(text: str) -> tuple[str, str]:
    """The text without readings, and what says how it was made. Notes stay: they say which lines are headings."""
    text = text.replace("\r\n", "\n")
    legend = _LEGEND.search(text[:_HEAD])
    said = legend[0] if legend else ""
    text = text.replace(said, "", 1)
    end = text.rfind(_MADE_FROM)
    if end >= 0:
        said, text = f"{said}{text[end:]}", text[:end]
    return _READING.sub("", _BEGINS_READ.sub("", text)), said


def blocks(text: str) -> list[Block]:
    """The lines, those that a note calls a heading with their level."""
    found: list[Block] = []
    for line in text.split("\n"):
        words = _NOTE.sub("", line).strip(" 　")
        heading = _HEADING.search(line)
        if words:
            found.append(Block(words, _LEVELS[heading[1]] if heading else 0))
    return found


def without_notes(text: str) -> str:
    """A text that has no headings by its notes."""
    return _NOTE.sub("", text)
