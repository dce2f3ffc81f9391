"""A model gives the people and places of a story other names, as PerSE's authors had it do, and what it gives is checked.

The model answers with a map of names and never with a text, so that nothing of the story changes but its names. A new name that
belongs to somebody else, stands in the story, keeps part of the old one or is of the other sex is not taken. Names that the model
left out get one by the rules of the language. What still stands afterwards is counted.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from fabula.languages.topics.names import whole_name
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.reading.anonymise import Anonymised, name_mapping, under
from fabula.reading.cast import find_cast
from fabula.reading.story import chapters_named
from fabula.text.segments import SEGMENT_TOKENS, segments, whole_text
from fabula.workers.place import aside

if TYPE_CHECKING:
    from fabula.languages.topics.names import Gender
    from fabula.models.door import Door
    from fabula.text.book import Book, Segment

PROMPT = ("reading", "rename")
_SHOWN = 8
_SEXES: Mapping[str, Gender] = {"female": "f", "male": "m"}


class NewName(BaseModel):
    """One form of a name, and what it becomes."""

    name: str
    kind: Literal["person", "place"]
    sex: Literal["female", "male", "unknown"]
    new_name: str


class NewNames(BaseModel):
    """The model's answer about one piece of a story."""

    names: list[NewName]


@dataclass(slots=True)
class _Given:
    """The names that passed, in the order in which they came."""

    book: Book
    text: str
    sexes: Mapping[str, Gender]
    """What the cast knows of each form."""
    mapping: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def take(self, entries: Iterable[NewName]) -> None:
        """Whole names first, because their words say what first names and surnames become."""
        for entry in sorted(entries, key=lambda each: -len(each.name.split())):
            old, new = _without_shared(entry.name.split(), entry.new_name.split())
            if not old or not new or not self._stands(" ".join(old)):
                continue
            sex = self._sex(entry)
            if entry.kind == "person" and len(old) == len(new) > 1:
                for place, pair in enumerate(zip(old, new, strict=True)):
                    self._give(*pair, sex if place == 0 else "")
            else:
                self._give(" ".join(old), " ".join(new), sex if entry.kind == "person" else "")

    def _give(self, old: str, new: str, sex: Gender) -> None:
        if old in self.mapping or self._is_word(old) or self._is_taken(new):
            return
        told = self.book.language.names.gender(new)
        if sex and told and sex != told:
            return
        self.mapping[old] = new
        self.taken.update((new, *new.split()))

    def _is_taken(self, new: str) -> bool:
        """Does it stand in the story, or belong to somebody?"""
        words = (new, *new.split())
        return any(word in self.taken or (word[0].isupper() and self._stands(word)) for word in words) or (
            self._stands(new)
        )

    def _is_word(self, old: str) -> bool:
        """Is it a word, or a word of the text too, such as Grace? Such a name is left to the rules of the language."""
        is_small = old == old.lower() != old.upper()
        return (
            len(old) < 2
            or is_small
            or old in self.book.language.names.not_names
            or self._stands(old.lower(), old)
        )

    def _stands(self, name: str, unlike: str = "") -> bool:
        return name != unlike and bool(_standing(name, self.text))

    def _sex(self, entry: NewName) -> Gender:
        """What the cast knows, else the name shows, else the model says."""
        first = entry.name.split()[0] if entry.name.split() else ""
        known = self.sexes.get(entry.name) or self.book.language.names.gender(first)
        return known or _SEXES.get(entry.sex, "")


async def anonymise_with(
    door: Door,
    book: Book,
    seed: int = 0,
    segment_tokens: int = SEGMENT_TOKENS,
    known: Sequence[str] = (),
) -> Anonymised:
    """The book under names that a model gave. `known` lists people in addition to those that the rules find."""
    door = door.reading
    text = "\n".join((book.title, book.premise or "", whole_text(book)))
    cast = await aside(find_cast, book)
    sexes = {form: one.gender for one in cast.characters for form in (one.name, *one.aliases) if one.gender}
    given, lost = _Given(book, text, sexes), 0
    pieces = segments(book, segment_tokens, unit="tokens")
    for piece in pieces:
        answer = await door.ask(_request(book, door, piece, len(pieces), given.mapping), NewNames)
        if isinstance(answer, Unusable):
            lost += 1
        else:
            await asyncio.to_thread(given.take, answer.names)
    mapping = await aside(name_mapping, book, seed, known, given.mapping)
    trouble = (Notice.of("reading.names-not-given", n=lost, of=len(pieces)),) if lost else ()
    return replace(under(book, mapping), by_model=len(given.mapping), lost=trouble)


def standing(book: Book, other: Anonymised) -> list[str]:
    """The names of the original that still stand in the renamed book: those of the map, and any given name that is known as one."""
    before, after = whole_text(book), whole_text(other.book)
    new = {word for name in other.mapping.values() for word in (name, *name.split())}
    names = [*other.mapping, *((book.author,) if book.author else ())]
    listed = book.language.names.given_names & set(re.findall(r"\w+", after))
    words = set(re.findall(r"\w+", before))
    names += sorted(name for name in listed if name in words and name.lower() not in words)
    return [
        name
        for name in dict.fromkeys(names)
        if name not in new and name not in other.words_too and _standing(name, after)
    ]


def renaming_of(book: Book, other: Anonymised) -> tuple[Notice, ...]:
    """What was lost while names were given, how many were changed, and which still stand."""
    n, left = len(other.mapping), standing(book, other)
    if not left:
        return (*other.lost, Notice.of("reading.all-renamed", n=n, by_model=other.by_model))
    shown = ", ".join(left[:_SHOWN]) + (" …" if len(left) > _SHOWN else "")
    return (
        *other.lost,
        Notice.of("reading.names-remain", n=n, by_model=other.by_model, left=len(left), names=shown),
    )


def _request(book: Book, door: Door, piece: Segment, pieces: int, given: Mapping[str, str]) -> ChatRequest:
    prompt = door.prompt(*PROMPT, book.language)
    known = "\n".join(f"{old} = {new}" for old, new in given.items() if _standing(old, piece.text))
    messages = prompt.messages(
        known=fence(known) if known else "",
        piece=piece.number,
        pieces=pieces,
        chapters=chapters_named(book, piece) if pieces > 1 else "",
        text=fence(piece.text),
    )
    return ChatRequest("other names", messages, max_tokens=6_000, expected_tokens=900)


def _standing(name: str, text: str) -> re.Match[str] | None:
    return re.search(whole_name(name), text)


def _without_shared(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """Both names without the words that they share: a title, or a part that was not changed."""
    kept = {word.casefold() for word in old} & {word.casefold() for word in new}
    return [word for word in old if word.casefold() not in kept], [
        word for word in new if word.casefold() not in kept
    ]
