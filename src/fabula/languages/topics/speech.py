"""Speech attribution: who says what, by tags beside a speech and by the turns of a conversation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from fabula.languages.topics.names import Gender

Span = tuple[int, int]


class Mention(Protocol):
    """One mention of a member of the cast."""

    @property
    def who(self) -> int: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Conversation:
    """A whole chapter: its speeches and who is named in it, each in order."""

    text: str
    paragraphs: Sequence[Span]
    speeches: Sequence[Span]
    mentions: Sequence[Mention]
    genders: Sequence[Gender] = ()
    """Of the members of the cast, as far as known."""


@dataclass(frozen=True, slots=True)
class Unnamed:
    """Somebody who speaks again and again and has no name: the landlord, my father."""

    name: str
    gender: Gender
    places: tuple[tuple[int, int, int], ...]
    """Chapter, start and end of every mention."""


def _nobody(
    texts: Sequence[str],  # noqa: ARG001
    spoken: Sequence[Sequence[Span]],  # noqa: ARG001
    mentions: Sequence[Sequence[Mention]],  # noqa: ARG001
    names: Sequence[Sequence[str]],  # noqa: ARG001
) -> list[Unnamed]:
    return []


@dataclass(frozen=True, slots=True)
class Apposed:
    """How a language says what somebody is beside the name. The noun is the first group of each pattern."""

    before: re.Pattern[str]
    """Up to the name: `the parrot, `."""
    closes: re.Pattern[str]
    """What must then stand after the name."""
    after: re.Pattern[str]
    """From the end of the name on: `, the parrot,`."""
    of: Callable[[Iterable[str]], re.Pattern[str]]
    """Finds one who is meant by one of these nouns: `the parrot`."""
    others: Callable[[Iterable[str]], re.Pattern[str]]
    """Finds words that tell of another or of several: `the other parrots`."""
    rank: Callable[[str], str | None]
    """The noun of the rank in a name: `inspector` for Inspector Gray and for `the Inspector`."""


@dataclass(frozen=True, slots=True)
class KinWords:
    """What shows that somebody is meant as another's parent, wife or husband: `said her mother`."""

    owners: Mapping[str, Gender]
    """Whose they are: `her`."""
    parents: Mapping[str, Gender]
    """What they are: `mother`."""
    spouses: Mapping[str, Gender]
    """Or `wife`."""
    heads: Mapping[str, Gender]
    """The titles by which the parents of a family are called: `Mrs`."""

    def gender(self, noun: str) -> Gender:
        """Of whom a noun names as kin. Empty if it names no kin."""
        return self.parents.get(noun) or self.spouses.get(noun, "")


@dataclass(frozen=True, slots=True)
class Cues:
    """What shows the speaker in a language whose conversations are followed turn by turn.

    Patterns of tags have groups for their subject: `name`, `pronoun` or `described` (the old man).
    """

    verb_first: re.Pattern[str]
    """From the end of a speech on: `said Jane`."""
    subject_first: re.Pattern[str]
    """From the end of a speech on, or anywhere in the clause before one: `Jane said`, `the boy went on`."""
    subject: re.Pattern[str]
    """From the end of a speech on, whatever the subject does: `Jane turned`."""
    leads_on: re.Pattern[str]
    """The end of narration that leads on to a speech."""
    announces: re.Pattern[str]
    """The end of a paragraph whose last clause belongs to the speech of the next one: a colon."""
    before_address: re.Pattern[str]
    """What before a name in speech shows that it calls somebody: `Come, `."""
    after_address: re.Pattern[str]
    """What after a name in speech must follow if it calls somebody: a stop."""
    before_object: re.Pattern[str]
    """What before a name shows that it is no subject: `to `."""
    to_whom: re.Pattern[str]
    """The words between a verb of saying and a name that is spoken to: `said to the`."""
    owns: re.Pattern[str]
    """What after a name shows that it only owns something: `'s`."""
    pronoun: re.Pattern[str]
    """A personal pronoun as a subject, in narration."""
    men: frozenset[str]
    """Pronouns, titles and nouns that mean a man, in lower case."""
    women: frozenset[str]
    narrator: str
    """The pronoun of a narrator who is one of the people: `I`."""
    looking_on: re.Pattern[str]
    """That pronoun where the narrator only tells of another's speech: `I shall never forget`, `I can hear her still`."""
    unnamed: Callable[
        [Sequence[str], Sequence[Sequence[Span]], Sequence[Sequence[Mention]], Sequence[Sequence[str]]],
        list[Unnamed],
    ] = _nobody
    """Who speaks in a book without a name, by its chapters, what is said in them, and who is named in them, under which names."""
    anybody: frozenset[str] = frozenset()
    """Nouns that may mean anybody, also where a title is spelled alike: the old lady is no Lady Macbeth."""
    says: re.Pattern[str] | None = None
    """A verb of saying in the clause before a speech, also where its subject stands apart: `and, turning to her, said`."""
    begins: re.Pattern[str] | None = None
    """A sentence whose subject then speaks, though it ends with a stop: `Anna interposed.`, `He thus began his tale.`"""
    leads_in: re.Pattern[str] | None = None
    """What before a subject shows that another clause ends there or begins: `When Anna came in, `, `, but `. Group `aside`: a
    clause that may end before the verb (`when he was silent, said`); `close`: the subject follows at once (`and she`)."""
    heard: re.Pattern[str] | None = None
    """Verbs after which it is another who says it: `heard her say`."""
    heard_to_say: re.Pattern[str] | None = None
    """From such a verb on: who is heard, and a verb of saying."""
    who_said: re.Pattern[str] | None = None
    """What stands between a name and its own verb of saying: `, who`."""
    owned_after: re.Pattern[str] | None = None
    """From the end of a speech on: `was Anna's answer`."""
    owned_before: re.Pattern[str] | None = None
    """Up to a speech: `Anna's answer was`."""
    said_before: re.Pattern[str] | None = None
    """A clause up to a speech in which the verb stands first: `Then said Anna to the owl,`."""
    voice_before: re.Pattern[str] | None = None
    """Up to a speech: `came the voice of Anna`."""
    was_all: re.Pattern[str] | None = None
    """From the end of a speech on: `was all that Anna said`."""
    my: str = ""
    """The narrator's own form of a possessive: `was my answer`."""
    kin: KinWords | None = None
    meant: Mapping[str, str] = field(default_factory=dict)
    """What the last word of a name is where the whole means somebody else: `said the Lord` is God, no Lord Greatauk."""
    by_turn: frozenset[str] = frozenset()
    """Nouns that only say whose turn it is: `said the other`."""
    apposed: Apposed | None = None
    """None in a language without a rule for it."""

    def gender(self, word: str) -> Gender:
        """The gender that a pronoun, a title or a noun shows."""
        word = word.lower().rstrip(".")
        return "m" if word in self.men else "f" if word in self.women else ""

    def is_object(self, text: str, start: int, end: int) -> bool:
        """Whether a name is no subject: `to Jane`, `Jane's`."""
        return (
            self.owns.match(text, end) is not None
            or self.before_object.search(text[max(0, start - 20) : start]) is not None
        )


@dataclass(frozen=True, slots=True)
class SpeechRules:
    """How a language attributes speech. Without rules, nobody is named."""

    by_chapter: Callable[[Conversation], list[int | None]] | None = None
    """The speaker of each speech of a chapter, in languages where several people may speak in one paragraph, as in
    older Chinese prose."""
    cues: Cues | None = None
    """What shows the speaker, where each paragraph is a turn and turns are followed."""
