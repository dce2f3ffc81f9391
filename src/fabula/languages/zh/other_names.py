"""Chooses new names for the people of a Chinese book, and replaces them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from fabula.languages.alternation import alternation
from fabula.languages.lexicons import table, word_set
from fabula.languages.topics.names import Bearer, NameDraw
from fabula.languages.zh import single_letters
from fabula.languages.zh.persons import is_titled, split

KEPT = frozenset("儿姐哥氏母妃大二三四五六七八九十老小阿嫂婆娘爷")
"""Parts of a name for age, sex or rank. They stay unchanged."""


def rename(text: str, mapping: Mapping[str, str], also_words: frozenset[str]) -> str:  # noqa: ARG001 - as in English
    """Replace every name of the mapping, the longest first at each position.

    A name of one letter (操 for 曹操) is replaced only where it speaks or acts, because it is a word elsewhere.
    """
    letters = {name for name in mapping if len(name) == 1}
    names = alternation(mapping.keys() - letters).pattern
    either = re.compile(f"{names}|{single_letters.pattern(letters).pattern}")
    return either.sub(lambda match: mapping[match.group()], text)


def other_names(people: Sequence[Bearer], draw: NameDraw, text: str) -> dict[str, str]:  # noqa: ARG001 - as in English
    """Character by character, so that 宝玉 and 宝钗 still share one, and 凤姐 is still of 王熙凤."""
    pools = {row[0]: list(row[1:]) for row in table("zh", "given_chars")}
    surnames = draw.rarest_half(sorted(name for name in word_set("zh", "common_surnames") if len(name) == 1))
    letters: dict[str, str] = {}
    family: dict[str, str] = {}
    mapping: dict[str, str] = {}
    for character in people:
        pool = pools["-"] + (pools[character.gender] if character.gender else pools["f"] + pools["m"])
        for form in (character.name, *character.aliases):
            surname, rest = split(form)
            title = is_titled(form)
            stem = form.removesuffix(title) if title else form
            if title and len(stem) == 1:
                surname, rest = (
                    (stem, "") if stem in family or stem in word_set("zh", "surnames") else ("", stem)
                )
            elif title or not surname:
                surname, rest = split(stem) if title and len(stem) > 1 else ("", stem)
                rest = rest or stem
            if rest and not title and KEPT.issuperset(rest):
                surname, rest = "", form
            for letter in rest:
                if letter not in letters and letter not in KEPT:
                    letters[letter] = draw.letter(pool)
            if surname and surname not in family:
                family[surname] = draw.letter(surnames)
            new = family.get(surname, "") + "".join(letters.get(letter, letter) for letter in rest)
            while not draw.is_new(new + title, mapping):
                new += draw.letter(pool)
            mapping[form] = new + title
    return mapping
