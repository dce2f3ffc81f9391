"""How writers and judges are asked: the settings of each role, and the options of requests that set them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fabula.errors import UsageError
from fabula.models.replicates import VARIED, temperature_for
from fabula.request import option

CHAPTERS = 10
"""The number of consecutive chapters to take from each book."""
CONTEXT_TOKENS = 24_000
"""How much of the story so far the next chapter sees in full. Older parts are given as notes."""
SHELF = "A folder of book files. Its name becomes their label (repeatable)."
OUT = "The file to write."
GENRES = "A CSV table with the columns story and genre, for results by genre."
LEAST_WORDS, MOST_WORDS = 800, 1_200
"""The requested length of a chapter: words in English, characters in Chinese."""


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """How writers are asked."""

    temperature: float = 0.6
    max_tokens: int = 4_096
    least_words: int = LEAST_WORDS
    most_words: int = MOST_WORDS
    prompt: str = "write"

    def validate(self) -> None:
        """Raises a UsageError if no chapter could have the requested length."""
        if self.least_words > self.most_words:
            raise UsageError(
                f"--least-words {self.least_words} is above --most-words {self.most_words}: give a smaller one"
            )


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How judges are asked."""

    repeats: int = 1
    temperature: float = 0.0
    max_tokens: int = 1_000
    prompt: str = "judge"


_TOKENS_A_WORD = 2
"""Enough for any language, with room to end a chapter that is a little too long."""
WRITER = WriterSettings()
JUDGE = JudgeSettings()


def asked_temperature(role: str, default: float | None = None, said: str = "") -> Any:
    """An option of a request: the temperature of one role."""
    return option(
        default, help=f"Sampling temperature of the {role}{said}.", changes_result=True, minimum=0, maximum=2
    )


def most_tokens(role: str, default: int | None, said: str = "") -> Any:
    """An option of a request: the cap of one role's answers."""
    told = f"The most tokens that a {role} may answer with{said}. A model that thinks aloud needs more."
    return option(default, help=told, changes_result=True, minimum=16)


def asked_length(which: str, default: int) -> Any:
    """An option of a request: one bound of a chapter's length."""
    told = f"The {which} chapter that the writer is asked for, in words (Chinese: characters)."
    return option(default, help=told, changes_result=True, minimum=1)


def writer_tokens() -> Any:
    """An option of a request: the writers' cap, which depends on the length that they are asked for."""
    said = f"; default: {WRITER.max_tokens:,}, or {_TOKENS_A_WORD} a word for longer chapters"
    return most_tokens("writer", None, said)


def writer_settings(temperature: float, max_tokens: int | None, least: int, most: int) -> WriterSettings:
    """A cap that leaves room for the longest chapter, unless the user named one."""
    return WriterSettings(
        temperature, max_tokens or max(WRITER.max_tokens, _TOKENS_A_WORD * most), least, most
    )


def judge_temperature() -> Any:
    """An option of a request: the judges' temperature, which depends on the repeats."""
    return asked_temperature("judges", said=f"; default: 0, or {VARIED:g} for repeats")


def judge_settings(repeats: int, temperature: float | None, max_tokens: int) -> JudgeSettings:
    """The temperature that repeats need, unless the user named one."""
    return JudgeSettings(repeats, temperature_for(repeats, temperature), max_tokens)


def most_duels() -> Any:
    """An option of requests that hold duels."""
    told = "Hold at most this many duels for each judge. Default: until the order of the writers is sure."
    return option(None, help=told, changes_result=True, minimum=1)
