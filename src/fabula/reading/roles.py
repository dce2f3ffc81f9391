"""Who is in a play: everyone who has a line in it, by the name before their lines, and whom the text names besides.

The rules for names are made for novels. So they read the play as one: without the names before the lines and with ordinary
letters for capitals, followed by a sentence for each speaker in which they say something.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabula.languages.topics.drama import patterns_of
from fabula.languages.topics.names import People, Person, whole_name
from fabula.text.book import Book
from fabula.text.dialogue import spans
from fabula.text.drama import Line

_CAPITALS = re.compile(r"(?<!\w)[^\W\d_a-z][^\W\d_a-z]+(?:[’'.-]?[ -]?[^\W\d_a-z]+)*(?!\w)")
_LETTERS = re.compile(r"[^\W\d_]+(?:[’'][sS]\b)?")
_SMALL = re.compile(r"(?<=[ ])(?:Of|The|And|In|At|To|From|With|De|La|Von|Van)\b")

_Named = tuple[int, int, int, str]


@dataclass(frozen=True, slots=True)
class _Roll:
    """The sentences in which every speaker says something, and where each of them stands."""

    text: str
    starts: Mapping[str, int]


def people_of(book: Book) -> People:
    """Everyone who is named in the book, and everyone who has a line in it if it is a play."""
    texts = [chapter.text for chapter in book.chapters]
    titles = [chapter.title for chapter in book.chapters]
    find = book.language.names.find
    speakers = _speakers(book, texts)
    if not speakers:
        return find(texts, titles, book.spoken)
    roll = _roll_of(sorted(set(speakers.values())), book)
    moves = patterns_of(book.language.drama).moves
    read = [
        _as_prose(text, lines, speakers, moves) for text, lines in zip(texts, book.drama.lines, strict=True)
    ]
    named = find([*read, roll.text], [*titles, ""], [*book.spoken, spans(roll.text, book.language)])
    return _with_speakers(book, named, speakers, roll, read)


def _speakers(book: Book, texts: Sequence[str]) -> Mapping[str, str]:
    """Whoever speaks alone, by the name that the play prints, with the name to show: `LADY BRACKNELL` is Lady Bracknell."""
    patterns = patterns_of(book.language.drama)
    printed = {line.speaker for lines in book.drama.lines for line in lines}
    whole = "\n".join(texts) if printed else ""
    known = {name.upper() for name in printed}
    shown: dict[str, str] = {}
    for name in printed:
        several = patterns.joined.split(name)
        is_group = len(several) > 1 and any(each.upper() in known for each in several)
        if is_group or patterns.together.fullmatch(name) or patterns.teller.fullmatch(name):
            continue
        shown[name] = _shown(name, whole) if _has_capitals(name) else name
    return shown


def _has_capitals(name: str) -> bool:
    """Whether a name is in capitals, or most of it: KING of FRANCE."""
    return any(len(word) > 1 and word.isupper() for word in name.split())


def _shown(name: str, text: str) -> str:
    """A name in capitals as the text writes it elsewhere, or with a capital for each word."""
    for match in re.finditer(whole_name(name), text, re.I):
        written: str = match.group()
        if written[0].isupper() and not written.isupper():
            return written
    return _SMALL.sub(
        lambda word: word.group().lower(), _LETTERS.sub(lambda word: word.group().capitalize(), name)
    )


def _roll_of(names: Sequence[str], book: Book) -> _Roll:
    starts: dict[str, int] = {}
    text = ""
    for name in names:
        starts[name] = len(text)
        text += f"{book.language.drama.said.format(name)}\n\n"
    return _Roll(text, starts)


def _as_prose(text: str, lines: Sequence[Line], speakers: Mapping[str, str], moves: re.Pattern[str]) -> str:
    """The text with spaces for the names before lines, with other capitals of speakers' names and the words that begin
    directions in ordinary letters. Offsets stay."""
    if not lines:
        return text
    words = {word for name in speakers for word in _LETTERS.findall(name) if _has_capitals(name)}

    def lowered(match: re.Match[str]) -> str:
        run = match.group()
        plain = _LETTERS.sub(lambda word: word.group().capitalize(), run)
        return plain if len(plain) == len(run) and not words.isdisjoint(_LETTERS.findall(run)) else run

    parts, last = [], 0
    for line in lines:
        start, end = line.named
        parts += [_CAPITALS.sub(lowered, text[last:start]), " " * (end - start)]
        last = end
    plain = "".join([*parts, _CAPITALS.sub(lowered, text[last:])])
    return moves.sub(lambda word: word.group().lower(), plain)


def _with_speakers(
    book: Book, named: People, speakers: Mapping[str, str], roll: _Roll, read: Sequence[str]
) -> People:
    """The people that were found, without the roll, with a mention for every line."""
    said = [
        (index, *line.named, speakers[line.speaker])
        for index, lines in enumerate(book.drama.lines)
        for line in lines
        if line.speaker in speakers
    ]
    ranked = [name for name, _ in Counter(name for *_, name in said).most_common()]
    gender = book.language.names.gender
    owner, others = _settled(named.people, ranked, _in_roll(named, roll, len(read)))
    everyone = [*named.people, *(Person(Counter(), name, gender(name.split()[0])) for name in others)]
    forms = {form for person in named.people for form in person.forms}
    found = [each for each in named.mentions if each[0] < len(read)]
    unknown = [each for name in others if name not in forms for each in _mentions_of(name, read)]
    mentions = sorted({*found, *unknown, *said})
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for _, _, _, form in mentions:
        if form in owner:
            counts[owner[form]][form] += 1
    people = [replace(person, forms=counts[index]) for index, person in enumerate(everyone) if counts[index]]
    return People(people, mentions, [form for form in named.ambiguous if form not in owner])


def _settled(
    people: Sequence[Person], ranked: Sequence[str], known: Mapping[str, str]
) -> tuple[dict[str, int], list[str]]:
    """Whose each form of a name is, by index, and the speakers who follow the people as people of their own.

    Everyone who speaks is somebody else. Whoever says most keeps a name that two speakers share.
    """
    owner = {form: index for index, person in enumerate(people) for form in person.forms}
    others: list[str] = []
    taken: dict[int, list[frozenset[str]]] = defaultdict(list)
    for name in ranked:
        index, words = owner.get(known.get(name, "")), _words(name)
        if index is None or any(not (words <= other or other <= words) for other in taken[index]):
            index = len(people) + len(others)
            others.append(name)
            if name in known:
                own = [form for form in owner if form == known[name] or words <= _words(form)]
                owner |= dict.fromkeys(own, index)
        taken[index].append(words)
        owner[name] = index
    return owner, others


def _words(name: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _LETTERS.findall(name))


def _in_roll(named: People, roll: _Roll, index: int) -> dict[str, str]:
    """Each speaker's name with the form under which the rules for names know them."""
    forms = {form for person in named.people for form in person.forms}
    in_roll = sorted(
        (start, form) for text, start, _, form in named.mentions if text == index and form in forms
    )
    ends = [*list(roll.starts.values())[1:], len(roll.text)]
    known: dict[str, str] = {}
    for (name, start), end in zip(roll.starts.items(), ends, strict=True):
        first = next((form for at, form in in_roll if start <= at < end), "")
        if first and (first.casefold().endswith(name.casefold()) or name.startswith(first)):
            known[name] = first
    return known


def _mentions_of(name: str, texts: Sequence[str]) -> Iterator[_Named]:
    """Where the text names somebody whom the rules for names do not know: the Guard."""
    for index, text in enumerate(texts):
        for match in re.finditer(whole_name(name), text):
            yield index, match.start(), match.end(), name
