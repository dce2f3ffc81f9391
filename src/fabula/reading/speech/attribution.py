"""Who says what: every speech of a book with its speaker, a confidence, and the reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from fabula.languages.topics.drama import patterns_of
from fabula.languages.topics.speech import Conversation, Cues, Unnamed
from fabula.reading.cast import Cast, Mention
from fabula.reading.parsed import Parsed
from fabula.reading.reading import Character
from fabula.reading.speech.epithets import epithets
from fabula.reading.speech.families import Families, name_kin
from fabula.reading.speech.features import Scene
from fabula.reading.speech.genders import genders
from fabula.reading.speech.model import Ranker, shipped, speakers
from fabula.reading.speech.narrator import told_by_one
from fabula.reading.speech.passages import passages_of
from fabula.reading.speech.said import Reason, Speech
from fabula.reading.speech.scenes import scenes
from fabula.reading.speech.standing import People
from fabula.reading.speech.tales import told_on
from fabula.reading.speech.turns import Talk, Turn, talk
from fabula.text.book import Book
from fabula.text.drama import Line


@dataclass(frozen=True, slots=True)
class Heard:
    """The scenes of a book, and who could speak in them."""

    people: tuple[Character, ...]
    """The cast. Those without a name stand behind it: the landlord, and `I`."""
    scenes: list[Scene]
    chapters: list[int]
    """The index of each scene's chapter."""


def speeches(book: Book, parsed: Sequence[Parsed], cast: Cast, ranker: Ranker | None = None) -> list[Speech]:
    """Every speech of the book, in order, by the shipped ranker or another one."""
    told = [_outside(each, lines) for each, lines in zip(parsed, book.drama.lines, strict=True)]
    cues = book.language.speech.cues
    if cues is None:
        found = list(_by_chapter(book, told, cast))
    else:
        found = list(told_on(told, list(attributed(hear(book, told, cast, cues), ranker or shipped()))))
    if not any(book.drama.lines):
        return found
    return sorted([*found, *_lines(book, cast)], key=lambda each: (each.chapter, each.spans))


def _outside(chapter: Parsed, lines: Sequence[Line]) -> Parsed:
    """The chapter with the speeches that are no lines of a play."""
    if not lines:
        return chapter
    within = {span for line in lines for span in line.spoken}
    return replace(chapter, spoken=[span for span in chapter.spoken if span not in within])


def _lines(book: Book, cast: Cast) -> Iterator[Speech]:
    """The lines of a play, which names who speaks."""
    named = {(each.chapter, each.start): cast.characters[each.who].name for each in cast.mentions}
    is_teller, cues = patterns_of(book.language.drama).teller, book.language.speech.cues
    pronoun = cues.narrator if cues else None
    teller = pronoun if cast.narrator is None else cast.characters[cast.narrator].name
    for index, lines in enumerate(book.drama.lines):
        for line in lines:
            name = teller if is_teller.fullmatch(line.speaker) else named.get((index, line.named[0]))
            if line.spoken:
                yield Speech(index, line.spoken, name, 1.0 if name else None, "line" if name else None)


def hear(book: Book, parsed: Sequence[Parsed], cast: Cast, cues: Cues) -> Heard:
    """The book's conversations with all that is known about who speaks."""
    mentions = _mentions(cast)
    for index, meant in epithets(parsed, cast, cues).items():
        mentions[index].extend(meant)
        mentions[index].sort(key=lambda each: each.start)
    people, shown = cast.characters, genders(parsed, cast, book.language.names, cues)
    for each in _unnamed(parsed, cast, mentions, cues):
        for chapter, start, end in each.places:
            mentions[chapter].append(Mention(len(people), chapter, start, end))
        people, shown = (*people, Character(each.name, mentions=len(each.places))), [*shown, each.gender]
    for named in mentions.values():
        named.sort(key=lambda each: each.start)
    passages = list(passages_of(parsed, mentions, cast, len(people)))
    talks = [talk(each.parsed, each.mentions, cues, None, shown) for each in passages]

    @cache
    def told(n: int) -> Talk:
        return talk(passages[n].parsed, passages[n].mentions, cues, passages[n].teller, shown)

    first = {n for n, each in enumerate(passages) if each.headed}
    first |= set(told_by_one(talks, lambda n: _says(told(n), passages[n].teller)))
    if any(passages[n].teller == len(people) for n in first):
        people, shown = (*people, Character(cues.narrator)), [*shown, ""]
    if cues.kin is not None:
        name_kin(talks, Families(people, shown, cues.kin))
    known: dict[int | None, People] = {None: People(people, shown, cues.anybody)}
    for n in sorted(first):
        talks[n] = told(n)
        known.setdefault(passages[n].teller, People(people, shown, cues.anybody, passages[n].teller))
    found = [
        (passage.chapter, scene)
        for n, (passage, each) in enumerate(zip(passages, talks, strict=True))
        for scene in scenes(each, known[passage.teller if n in first else None])
    ]
    return Heard(people, [scene for _, scene in found], [chapter for chapter, _ in found])


def _says(chapter: Talk, who: int) -> int:
    """How often a verb of saying is theirs."""
    return sum(turn.tag is not None and turn.tag.who == who and not turn.tag.weak for turn in chapter.turns)


def _unnamed(
    parsed: Sequence[Parsed], cast: Cast, mentions: Mapping[int, Sequence[Mention]], cues: Cues
) -> list[Unnamed]:
    return cues.unnamed(
        [each.chapter.text for each in parsed],
        [each.spoken for each in parsed],
        [mentions[index] for index in range(len(parsed))],
        [(one.name, *one.aliases) for one in cast.characters],
    )


def attributed(heard: Heard, ranker: Ranker) -> Iterator[Speech]:
    """The speeches with the speakers that a ranker gives them. Nobody is named below its least confidence."""
    for scene, chapter, found in zip(
        heard.scenes, heard.chapters, speakers(heard.scenes, ranker), strict=True
    ):
        last: Turn | None = None
        for turn, (who, confidence) in zip(scene.turns, found, strict=True):
            named = who is not None and confidence >= ranker.least
            yield Speech(
                chapter,
                tuple(turn.spans),
                heard.people[who].name if named and who is not None else None,
                confidence,
                _reason(turn, last, who) if named and who is not None else None,
            )
            last = turn


def _reason(turn: Turn, last: Turn | None, who: int) -> Reason:
    tag = turn.tag
    if tag is not None and not tag.weak:
        if tag.who == who:
            return "tag"
        if tag.kind == "pronoun":
            return "pronoun"
        if tag.who is None:
            return "description"
    if any(each.who == who for each in turn.subjects):
        return "action"
    if last is not None and who in last.called:
        return "answer"
    return "turn"


def _by_chapter(book: Book, parsed: Sequence[Parsed], cast: Cast) -> Iterator[Speech]:
    """By a language's own rules, which say nothing of how sure they are. Without rules nobody is named."""
    speakers_of = book.language.speech.by_chapter
    mentions = _mentions(cast)
    shown = [one.gender for one in cast.characters]
    for index, chapter in enumerate(parsed):
        if speakers_of is None:
            for span in chapter.spoken:
                yield Speech(index, (span,), None, None, None)
            continue
        talk = Conversation(chapter.chapter.text, chapter.paragraphs, chapter.spoken, mentions[index], shown)
        for span, who in zip(chapter.spoken, speakers_of(talk), strict=True):
            name = None if who is None else cast.characters[who].name
            yield Speech(index, (span,), name, None, None)


def _mentions(cast: Cast) -> dict[int, list[Mention]]:
    found: dict[int, list[Mention]] = defaultdict(list)
    for mention in cast.mentions:
        found[mention.chapter].append(mention)
    return found
