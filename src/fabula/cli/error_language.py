"""The language of the one line of an error: what was asked for, the machine's, or that of the name of the book."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from fabula.languages import ENGLISH, Language
from fabula.languages.language import RULED

_FLAGS = ("--language", "--lang")
_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")


def error_language(typed: Sequence[str]) -> Language:
    """For the words of a command line. Reports are in the language of their book, so its name counts where nothing else does."""
    return next((each for each in _shown(typed) if each in RULED and each != ENGLISH), ENGLISH)


def _shown(typed: Sequence[str]) -> Iterator[Language]:
    asked = _asked(typed)
    if asked is not None:
        yield asked
        return
    written = next((os.environ[name] for name in _LOCALES if os.environ.get(name)), "")
    machine = Language.or_none(written.partition(".")[0].partition("_")[0])
    if machine is not None:
        yield machine
    yield from _of_names(typed)


def _asked(typed: Sequence[str]) -> Language | None:
    for flag in _FLAGS:
        for at, word in enumerate(typed):
            value = word.partition("=")[2] if word.startswith(f"{flag}=") else ""
            if word == flag and at + 1 < len(typed):
                value = typed[at + 1]
            if value:
                return Language.or_none(value)
    return None


def _of_names(typed: Sequence[str]) -> Iterator[Language]:
    """书.txt is a Chinese book, most likely."""
    names = "".join(word for word in typed if not word.startswith("-") and not word.isascii())
    if names:
        from fabula.text.language import by_letters

        yield by_letters("".join(letter for letter in names if not letter.isascii())) or ENGLISH
