"""Runs of capitalised words in English prose, with the form of address before them: everything that could be a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabula.languages.en.titles import SHORT, TITLES

_UPPER = "A-ZÀ-ÖØ-ÞĆČĎĐĒĚĞĪİŁŃŇŌŐŘŚŠŤŪŮŰŹŻŽ"
_LOWER = "a-zß-öø-ÿāăąćčďđēęěğīıłńňōőřśšťūůűźżž"
_SAINT = r"S(?:ain)?te?\.?[ \xa0](?=[A-Z])"
WORD = rf"(?:{_SAINT})?(?:[{_UPPER}dl]['’](?=[{_UPPER}]))?[{_UPPER}][{_LOWER}]+(?:(?:-(?:[a-z]{{2,3}}-)?)?[{_UPPER}][{_LOWER}]+)*"
_INITIALS = rf"(?:(?!I\.)[A-Z]\.[ \xa0]?){{1,3}}(?=[{_UPPER}][{_LOWER}])"
_PARTICLE = r"(?:(?:de|du|da|di|la|le|van|von|vom|zu|der|den|del|della|dei|degli|of)[ \xa0]){0,2}"
_LONG = "|".join(title for title in TITLES if title != "M" and title not in SHORT)
_TITLE = rf"(?:{'|'.join(SHORT)})\b(?=\.?)|M(?=\.)|(?:{_LONG})\b(?!\.)"
_NEXT_NAME = rf"(?:{'|'.join(SHORT)})\b|(?:{_LONG})[ \xa0](?:of[ \xa0])?[{_UPPER}]|(?:Jr|Esq)\b"
_ONE = rf"(?:(?!{_NEXT_NAME}){WORD})"
SPAN = re.compile(
    rf"(?<![\w])(?:(?P<title>{_TITLE})\.?[ \xa0]+(?={_PARTICLE}(?:[{_UPPER}]|d['’][{_UPPER}])))?"
    rf"(?P<name>(?(title){_PARTICLE})(?:{_INITIALS})?{_ONE}(?:[ \xa0](?:{_INITIALS})?{_PARTICLE}{_ONE})*"
    rf"|(?(title)[{_UPPER}](?:\.|[—–_*-]{{1,4}})?(?!\w)|(?!)))"
)
_WORDS = re.compile(rf"(?:(?!I\.)[A-Z]\.[ \xa0]?)+|{WORD}|\S+")
_OPENERS = ".!?…:;—–-\n“”\"‘'’([*_"


@dataclass(frozen=True, slots=True)
class Run:
    """A run of capitalised words."""

    chapter: int
    title: str
    words: tuple[tuple[int, str], ...]
    """Each word with its offset."""
    opens: bool
    """Whether it opens a sentence or a speech, where any word is capitalised."""
    before: str
    """The word before it, in the same sentence."""
    earlier: str
    """The word before that."""


_BEFORE = re.compile(r"(?:(\w+)[ \xa0])?(\w+)[ \xa0]\Z")


def runs(texts: Sequence[str]) -> Iterator[Run]:
    """Every run in order."""
    for chapter, text in enumerate(texts):
        flat = joined_lines(text)
        for match in SPAN.finditer(flat):
            at, start = match.start(), match.start("name")
            ahead = flat[max(0, at - 3) : at].rstrip(" \xa0")
            opens = not match["title"] and (not ahead or ahead[-1] in _OPENERS)
            before = _BEFORE.search(flat[max(0, at - 30) : at])
            words = tuple(
                (start + each.start(), each.group().rstrip()) for each in _WORDS.finditer(match["name"])
            )
            yield Run(
                chapter,
                match["title"] or "",
                words,
                opens,
                before[2] if before else "",
                (before[1] or "") if before else "",
            )


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name: `St. Clair` and `A. J.` are one each."""
    return tuple(each.group().rstrip() for each in _WORDS.finditer(name))


def joined_lines(text: str) -> str:
    """The text with single line breaks as spaces, so that a name broken over two lines is one name. Offsets stay."""
    return (
        re.sub(r"(?<!\n)\n(?!\n)", " ", text).translate({0x2009: " ", 0x202F: " "}) if "\n" in text else text
    )


def word_counts(texts: Sequence[str]) -> Counter[str]:
    """How often each word is written in each case."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(re.findall(r"[^\W\d_]+", text))
    return counts
