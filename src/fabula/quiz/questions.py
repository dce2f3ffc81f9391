"""The nouns of the quiz: a question with its options, and a set of them as it stands in its file."""

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
"""The languages that a model is asked in."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question as its author left it, faults and all."""

    row: int
    """Its place in the file, counted from 0 after the header: the name that faults and results know it by."""
    title: str
    text: str
    options: tuple[str, ...]
    answer: str
    """As written, in plain capitals: `A` to `D`, or what stands there in their place."""
    category: str | None = None
    """The label that the file gives, if any."""
    passage: str | None = None
    """The words of the book that prove the answer, where the question was made here."""
    chapter: int | None = None
    line: int | None = field(default=None, compare=False)
    """Where it begins in its file, counted from 1, if the file has lines."""

    @property
    def right(self) -> int | None:
        """The place of the right option, or None where the key names none that has text."""
        place = LETTERS.find(self.answer) if len(self.answer) == 1 else -1
        return place if 0 <= place < len(self.options) and self.options[place].strip() else None

    @property
    def digest(self) -> str:
        """A name by content: a question that was mended is another question."""
        parts = "\0".join((self.title, self.text, *self.options, self.answer))
        return sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:12]

    @property
    def asked(self) -> str:
        """The question without the frame that names its novel, for comparing one question with another."""
        return _FRAME.sub("", self.text) or self.text


@dataclass(frozen=True)
class QuizSet:
    """All questions of a file, in its order."""

    name: str
    """The file's name without its folders."""
    questions: tuple[Question, ...]
    encoding: str

    @cached_property
    def language(self) -> Language:
        """The language of the questions, if quizzes are asked in it, or else English."""
        found = detect("\n".join(each.text for each in self.questions[:200]))
        return Language(found).among(LANGUAGES)

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
    """A question as people find it again: by its place counted from 1, and by its line where the file has lines."""
    return f"question {number}" if line is None else f"question {number} (line {line} of the file)"


def plain(text: str) -> str:
    """A text as far as comparing goes: width, case, spaces and punctuation do not count."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in folded if letter.isalnum())


_FRAME = re.compile(
    r"^\s*(?:关于|關於)\s*《[^》]*》\s*(?:这|這)[本部]小(?:说|說)\s*[，,、：:]?\s*"
    r"|^\s*(?:In|About|Regarding) (?:the (?:novel|book|story) )?[“\"'‘*_《][^”\"'’*_》]+[”\"'’*_》]\s*[,:]\s*",
    re.IGNORECASE,
)
