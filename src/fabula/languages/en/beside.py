"""What stands right beside a name in an English text: a verb, what somebody owns, marks that show who is spoken to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabula.languages.en.given_names import folded, given_names
from fabula.languages.en.runs import word_after

_QUOTES = tuple("“”\"‘’'")
_OF_THINGS_TOO = frozenset(["began", "begins", "continued", "continues", "resumed", "returned"])
"""Verbs of speech that are also said of a storm, a lecture, or the effect of a spell."""
_ARTICLE = 6
"""Characters before a name that hold an article and the end of a speech."""
_NAME_IS = re.compile(r"\b(?:[Mm]y|[Hh]is|[Hh]er) (?:\w+ )?name(?: is| was|[’']s) \Z")
_NAME_IS_ENDS = 30
"""Characters before a name that are searched for it."""
_WITHOUT_SPEECH = re.compile(r"[^.!?\n“\"‘«]*(?:[.!?\n]|\Z)")
"""The rest of a sentence in which no speech begins."""


def verb_after(text: str, start: int, end: int) -> str:
    """The word that follows a name. Things return and begin too, so such a word needs a speech in its sentence."""
    after = word_after(text, end)
    if after not in _OF_THINGS_TOO or any(mark in text[max(0, start - _ARTICLE) : start] for mark in _QUOTES):
        return after
    return "" if _WITHOUT_SPEECH.match(text, end) else after


def owned(text: str, end: int) -> str:
    """What stands after a possessive: `smile` in Dinslow’s smile."""
    return word_after(text, end + 2) if text[end : end + 2] in ("'s", "’s") else ""


def is_in_compound(text: str, end: int) -> bool:
    """`the Guernsey-man`: a word that a small letter follows after a hyphen."""
    return text[end : end + 1] == "-" and text[end + 1 : end + 2].islower()


def is_called(text: str, start: int, end: int) -> bool:
    """`“Watson, come!”` and `Good morning, Watson.”`"""
    if text[start - 1 : start] in _QUOTES and text[end : end + 1] in (",", "!", "?"):
        return True
    closed = text[end : end + 1] in (",", ".", "!", "?") and text[end + 1 : end + 2] in _QUOTES
    return closed and text[start - 2 : start] == ", "


def is_introduced(text: str, start: int, words: Sequence[str]) -> bool:
    """`My name’s Bern Venters`, but not `my name is Valancy Jane`, which has no surname."""
    whole = len(words) > 1 and folded(words[-1]) not in given_names()
    return whole and _NAME_IS.search(text, max(0, start - _NAME_IS_ENDS), start) is not None
