"""RTF, as Scrivener and old word processors save it: outline levels make chapters; notes and deleted text go.

The libraries for RTF give text without its headings, and it is the headings that make the chapters.
"""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass

from fabula.text.formats import markup
from fabula.text.formats.blocks import LAYOUT_CELL, STYLE_OF_HEADING, Block, fill
from fabula.text.formats.draft import Draft

_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n]+|([^\\{}\r\n]+)", re.S
)
_WIDE_RUN = re.compile(r"(?:\\u-?\d{1,5} ?\\'[0-9a-fA-F]{2})+")
"""Unicode letters, each with one byte in its place for old programs: a whole Chinese book, read at once."""
_UNICODE = re.compile(r"\\u(-?\d+)")
_NOT_STORY = frozenset(
    (
        "colortbl",
        "pict",
        "object",
        "header",
        "headerl",
        "headerr",
        "headerf",
        "footer",
        "footerl",
        "footerr",
        "footerf",
        "footnote",
        "annotation",
        "fldinst",
        "listtext",
        "pntext",
        "nonshppict",
        "xe",
        "tc",
        "rxe",
        "private",
    )
)
"""Groups that hold no words of the story. Groups that begin with `*` are left out too."""
_TABLES = frozenset(("fonttbl", "stylesheet", "info"))
"""Groups that say something about the document."""
_ENDS = frozenset(("par", "sect", "page", "row", "cell", "nestcell", "column"))
_LETTERS = {
    "line": "\n",
    "tab": " ",
    "emdash": "—",
    "endash": "–",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "bullet": "•",
    "emspace": " ",
    "enspace": " ",
}
_SIGNS = {"~": " ", "_": "-", "\\": "\\", "{": "{", "}": "}"}
_CODE_PAGES = {
    77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gb18030", 136: "big5hkscs", 161: "cp1253", 162: "cp1254",
    163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250",
}  # fmt: skip
"""Python's name for each character set of a font."""
_RENAMED = {936: "gb18030", 950: "big5hkscs", 65001: "utf-8", 10000: "mac_roman"}
_TITLE, _NO_HEADING, _LIST_OF_CHAPTERS = 0, 9, -1
"""Levels of a style that are no heading's."""


@dataclass(slots=True)
class _State:
    """What holds inside a group, and ends with it."""

    place: str = ""
    """The table that the group is in, or the field of the document's information; empty in the text."""
    silent: bool = False
    """True in a group that holds no words of the story."""
    hidden: bool = False
    deleted: bool = False
    in_table: bool = False
    font: int = 0
    fallback: int = 1
    """Signs after each Unicode letter that stand for it in old programs."""
    style: int = 0
    outline: int = _NO_HEADING


def read(raw: bytes, name: str) -> Draft:
    draft = Draft(format="rtf")
    fill(draft, row(raw, name, draft))
    return draft


def row(raw: bytes, name: str, draft: Draft) -> list[Block]:  # noqa: ARG001 - every reader takes the file's name
    reader = _Reader(draft)
    reader.take(raw.decode("latin-1"))
    return reader.found


class _Reader:
    """Goes through the file once. Bytes wait until their run ends, for a letter may be two of them."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.found: list[Block] = []
        self.state = _State()
        self.outer: list[_State] = []
        self.code_page = "cp1252"
        self.fonts: dict[int, str] = {}
        self.levels: dict[int, int] = {}
        self.text: list[str] = []
        self.waiting = bytearray()
        self.to_skip = 0
        self.opened = False
        """True right after a group begins: its first word says what it is."""

    def take(self, source: str) -> None:
        place = 0
        while place < len(source):
            if self.state.fallback == 1 and not self.opened and (run := _WIDE_RUN.match(source, place)):
                self._decode()
                self._say("".join(chr(int(each) % 0x10000) for each in _UNICODE.findall(run[0])))
                place = run.end()
            elif found := _TOKEN.match(source, place):
                place = found.end() + self._token(found)
            else:
                break
        self._end_paragraph()

    def _token(self, found: re.Match[str]) -> int:
        """Take one token; returns how many bytes of a picture follow it."""
        word, number, byte, sign, brace, letters = found.groups()
        if letters is not None:
            self._letters(letters)
        elif byte is not None:
            self._byte(int(byte, 16))
        elif word == "bin":
            return max(0, int(number or 0))
        elif word is not None:
            self._word(word, int(number) if number is not None else None)
        elif sign is not None:
            self._sign(sign)
        elif brace is not None:
            self._brace(brace)
        self.opened = brace == "{" or (self.opened and sign == "*")
        return 0

    def _brace(self, brace: str) -> None:
        self._decode()
        self.to_skip = 0
        if brace == "{":
            self.outer.append(self.state)
            self.state = copy(self.state)
        elif self.outer:
            if self.state.place and self.state.place != self.outer[-1].place:
                self._end_of_table()
            self.state = self.outer.pop()

    def _letters(self, letters: str) -> None:
        if self.to_skip:
            letters, self.to_skip = letters[self.to_skip :], max(0, self.to_skip - len(letters))
        self.waiting += letters.encode("latin-1")
        if self.state.place == "stylesheet" and ";" in letters:
            self._end_of_style()

    def _byte(self, byte: int) -> None:
        if self.to_skip:
            self.to_skip -= 1
        else:
            self.waiting.append(byte)

    def _sign(self, sign: str) -> None:
        self._decode()
        if sign == "*" and self.opened:
            self.state.silent = True
        elif self.to_skip:
            self.to_skip -= 1
        elif sign in "\r\n":
            self._end_paragraph()
        elif sign in _SIGNS:
            self._say(_SIGNS[sign])

    def _word(self, word: str, number: int | None) -> None:
        self._decode()
        if self.opened and (word in _NOT_STORY or word in _TABLES or self.state.place == "info"):
            self.state.silent = self.state.silent or word in _NOT_STORY
            self.state.place = word if word not in _NOT_STORY else self.state.place
        elif word == "u" and number is not None:
            self._say(chr(number % 0x10000))
            self.to_skip = self.state.fallback
        elif word in _LETTERS:
            self._say(_LETTERS[word])
        elif word in _ENDS:
            self._end_paragraph()
        else:
            self._property(word, number)

    def _property(self, word: str, number: int | None) -> None:
        state = self.state
        match word:
            case "pard":
                state.style, state.outline, state.in_table = 0, _NO_HEADING, False
            case "plain":
                state.hidden = state.deleted = False
            case "v":
                state.hidden = number != 0
            case "deleted":
                state.deleted = number != 0
            case "intbl":
                state.in_table = True
            case "uc":
                state.fallback = min(max(number or 0, 0), 8)
            case "s":
                state.style = number or 0
            case "outlinelevel":
                state.outline = number if number is not None else _NO_HEADING
            case "f":
                state.font = number or 0
            case "fcharset":
                if number in _CODE_PAGES:
                    self.fonts[state.font] = _CODE_PAGES[number]
            case "ansicpg":
                self.code_page = _python_name(number or 1252)
            case "mac":
                self.code_page = "mac_roman"

    def _decode(self) -> None:
        if self.waiting:
            name = self.fonts.get(self.state.font, self.code_page)
            self._say(self.waiting.decode(name, "replace"))
            self.waiting.clear()

    def _say(self, text: str) -> None:
        if not (self.state.silent or self.state.hidden or self.state.deleted):
            self.text.append(text)

    def _end_of_style(self) -> None:
        """The name of a style is whole."""
        self._decode()
        name = self._taken().strip(" ;").lower()
        if heading := STYLE_OF_HEADING.match(name):
            self.levels[self.state.style] = int(heading[1])
        elif name.startswith("toc "):
            self.levels[self.state.style] = _LIST_OF_CHAPTERS
        elif name == "title":
            self.levels[self.state.style] = _TITLE
        elif self.state.outline < 6:
            self.levels[self.state.style] = self.state.outline + 1

    def _end_of_table(self) -> None:
        """A group that says something about the document ends."""
        said = " ".join(self._taken().split())
        if self.state.place == "title":
            self.draft.title = said or None
        elif self.state.place == "author":
            self.draft.author = said or None

    def _taken(self) -> str:
        joined = "".join(self.text).translate(markup.STRAY)
        self.text.clear()
        return joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

    def _end_paragraph(self) -> None:
        self._decode()
        if self.state.place:
            return
        text = self._taken().strip()
        if not text:
            return
        state = self.state
        level = state.outline + 1 if state.outline < 6 else self.levels.get(state.style, _NO_HEADING)
        if level == _LIST_OF_CHAPTERS:
            self.draft.leave_out("text.table-of-contents", text)
        elif state.in_table and len(text) < LAYOUT_CELL:
            self.draft.leave_out("text.tables", text)
        elif level == _TITLE and not self.found:
            self.draft.title = self.draft.title or " ".join(text.split())
        elif level < _NO_HEADING:
            self.found.append(Block(" ".join(text.split()), max(level, 1)))
        else:
            self.found.append(Block(text))


def _python_name(code_page: int) -> str:
    name = _RENAMED.get(code_page, f"cp{code_page}")
    try:
        b"".decode(name)
    except LookupError:
        return "cp1252"
    return name
