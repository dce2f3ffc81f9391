"""The data types of the quiz: a question with its options, and a set of questions as found in its file."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256

from fabula.languages import Language
from fabula.text.language import detect

LETTERS = "ABCD"
LANGUAGES = ("en", "zh")
"""The languages of the prompts."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question as its author wrote it, including any faults."""

    row: int
    """Its position in the file, counted from 0 after the header. Faults and results refer to it."""
    title: str
    text: str
    options: tuple[str, ...]
    answer: str
    """The key in capitals: `A` to `D`, or whatever else the file contains."""
    category: str | None = None
    """The label in the file, if any."""
    passage: str | None = None
    """The quotation that proves the answer, if fabula made the question."""
    chapter: int | None = None
    second_passage: str | None = None
    """A quotation from another chapter without which the answer cannot be known."""
    second_chapter: int | None = None
    line: int | None = field(default=None, compare=False)
    """The line on which it begins, counted from 1, if the file has lines."""

    @property
    def right(self) -> int | None:
        """The position of the right option, or None if the key names no option with text."""
        place = LETTERS.find(self.answer) if len(self.answer) == 1 else -1
        return place if 0 <= place < len(self.options) and self.options[place].strip() else None

    @property
    def digest(self) -> str:
        """An id made from the content, so that a corrected question counts as a new one."""
        parts = "\0".join((self.title, self.text, *self.options, self.answer))
        return sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @property
    def asked(self) -> str:
        """The question without the phrase that names its novel, for comparing questions."""
        return _FRAME.sub("", self.text) or self.text


@dataclass(frozen=True)
class QuizSet:
    """All questions of a file, in file order."""

    name: str
    """The file's name without folders."""
    questions: tuple[Question, ...]
    encoding: str

    @cached_property
    def language(self) -> Language:
        """The language of the questions."""
        return detect("\n".join(each.text for each in self.questions[:200]))

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """The novels, in the order of their first questions."""
        return tuple(dict.fromkeys(each.title for each in self.questions))

    @cached_property
    def digest(self) -> str:
        """A short hash of the questions: the `text:` field of a signature."""
        whole = sha256("\0".join(each.digest for each in self.questions).encode())
        return whole.hexdigest()[:12]


def called(number: int, line: int | None) -> str:
    """A question's name for people: its position counted from 1, and its line if the file has lines."""
    return f"question {number}" if line is None else f"question {number} (line {line} of the file)"


def plain(text: str) -> str:
    """A text normalised for comparison, ignoring width, case, spaces and punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in folded if letter.isalnum())


_FRAME = re.compile(
    r"^\s*(?:关于|關於)\s*《[^》]*》\s*(?:这|這)[本部]小(?:说|說)\s*[，,、：:]?\s*"
    r"|^\s*(?:In|About|Regarding) (?:the (?:novel|book|story) )?[“\"'‘*_《][^”\"'’*_》]+[”\"'’*_》]\s*[,:]\s*",
    re.IGNORECASE,
)
