"""What the mentions of a name in an English book say about it: whether it is a person, a place, or one of a kind."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from fabula.languages.en.given_names import is_given, stems
from fabula.languages.en.name_parts import is_initials, is_patronymic, surname_of
from fabula.languages.en.titles import TITLES
from fabula.languages.lexicons import word_set

SPEAKS = 5
"""How often a word that is usually no name must speak to be somebody here."""
_OF_A_KIND = frozenset(["a", "an", "another", "every", "each", "any", "this", "such"])
"""Words before one of many: a Cossack, every Nantucketer."""
_LEADS_TO = frozenset(["of", "to", "at", "in", "from", "for", "near", "towards"])
_OF_PLACES = frozenset(["New", "North", "South", "East", "West"])
SAID_OF_THINGS = frozenset(["Old", "Little"])
"""Adjectives that show no person: Old Greenland, Little Russia."""
_TOWN = re.compile(
    r"[A-Z][a-z’'-]+(?:bridge|burgh?|bury|dale|field|ford|gate|ham|haven|mouth|port|shire|stead|ton|town|ville|wich|worth)\Z"
)
"""What towns end like, and surnames too."""
STRANGE = 8
"""So often two words stand together that are somebody's without more ado."""
TOWN = 0.5
"""Such a word is a town if it stands after `to`, `in` or `from` in this share of its mentions, and nobody of the name speaks."""
PLACE = 0.2
"""A word that stands after `at` or `from` in this share of its mentions, and acts less often than that, is a place: Hunsford."""
_CLAN = re.compile(r"(?:Ma?c|O['’])[A-Z][a-z]+\Z")
"""MacKeller, O’Brien: only people are called so, or what they own."""
_OFTEN_IN_FULL = 3
"""So often a full name stands in a book whose first word alone means the same person."""
_SEEN = 3
_SPEAKING = 0.12
"""What is called so speaks or acts in this share of its mentions. The Law seems to speak a few times, because people say it and break it."""
RANK = 4
"""A rank after `the` is his who bears it before his name, if it is not written so more than this many times as often."""
_SELDOM = 0.02
_KNOWN_BY_TITLE = 0.05
"""Whoever bears a title in more than this share of the mentions is a person."""
_RARE = 0.1
"""A pair of words that stands together less often than this share of either alone is two names side by side."""


class Candidate(NamedTuple):
    """Words that may name somebody, in their place."""

    chapter: int
    start: int
    end: int
    title: str
    words: tuple[str, ...]
    before: str
    after: str
    definite: bool
    """Whether `the` stands before them. `before` is then the word before the article."""
    called: bool = False
    """Whether somebody is spoken to: “Watson, come!” or “Good morning, Watson.”"""
    opens: bool = False
    """Whether they open a sentence or a speech, where any word is capitalised."""
    nickname: str = ""
    """What stands in quotation marks among them."""
    is_young: bool = False
    """Whether `young` stands before them: young Hartly. Only people are young and have a name."""
    owned: str = ""
    """What they own: `smile` in Dinslow’s smile."""
    lies: bool = False
    """Whether the words before say that it lies somewhere: `the coast of Barbary`."""
    introduced: bool = False
    """Whether somebody says their name in full: `My name’s Bern Venters`."""


@dataclass(slots=True)
class Evidence:
    """What the mentions of one name say about the person."""

    count: int = 0
    titled: int = 0
    speaks: int = 0
    acts: int = 0
    called: int = 0
    place: int = 0
    definite: int = 0
    kind: int = 0
    led_to: int = 0
    opens: int = 0
    nicknamed: int = 0
    introduced: int = 0


_NONE = Evidence()
_PEOPLE = re.compile(r"\w{2,}ians\Z")
"""A whole people: Martians, Russians."""


def weighed(candidates: Iterable[Candidate]) -> dict[tuple[str, ...], Evidence]:
    """The evidence for each name of the book, by its words."""
    evidence: dict[tuple[str, ...], Evidence] = {}
    verbs, deeds, places, own = (
        word_set("en", name) for name in ("speech_verbs", "deeds", "before_places", "own")
    )
    for each in candidates:
        about = evidence.setdefault(each.words, Evidence())
        about.count += 1
        about.titled += bool(each.title) and each.title not in SAID_OF_THINGS
        after = "" if each.before == "of" else each.after  # `Erskine of Treadley has`
        about.speaks += each.before in verbs or after in verbs
        about.acts += after in deeds or each.owned in own or each.is_young
        about.called += each.called
        about.place += each.before.lower() in places or each.before in _OF_PLACES or each.lies
        about.definite += each.definite
        about.kind += each.before.lower() in _OF_A_KIND
        about.led_to += each.before in _LEADS_TO
        about.opens += each.opens
        about.nicknamed += bool(each.nickname)
        about.introduced += each.introduced
    return evidence


def only_beside(words: tuple[str, ...], evidence: Mapping[tuple[str, ...], Evidence]) -> bool:
    """Whether two names are each frequent alone and rare together. A given name belongs to what follows, unless that
    is a place or another given name."""
    one, other = evidence.get(words[:1], _NONE), evidence.get(words[1:], _NONE)
    rare = 0.5 if one.place > 0.3 * one.count else _RARE
    if (
        evidence[words].introduced
        or min(one.count, other.count) < 3
        or evidence[words].count > rare * min(one.count, other.count)
    ):
        return False
    if not is_given(words[0]) and not is_initials(words[0]):
        return True
    elsewhere = other.place > 0.2 * other.count or is_given(words[1])
    return elsewhere and other.titled <= _SELDOM * other.count


def is_full(words: tuple[str, ...], about: Evidence) -> bool:
    """A given name or a title, and more."""
    return len(words) > 1 and (
        is_given(words[0])
        or about.titled > 0
        or about.nicknamed > 0
        or about.introduced > 0
        or is_initials(words[0])
        or is_patronymic(words[1])
    )


def is_person(words: tuple[str, ...], about: Evidence, surnames: set[str]) -> bool:
    if len(words) == 1 and _PEOPLE.match(words[0]) and not about.titled:
        return False  # The Martians are many.
    if words[0] in TITLES and len(words) == 1 and about.speaks + about.acts <= _SELDOM * about.count:
        return False  # “No, Prince,” names nobody.
    if _is_known_by_title(about) or about.nicknamed or about.introduced:
        return True
    if about.place + about.definite > max(is_full(words, about), 0.4 * about.count):
        return False
    if not is_given(words[0]) and (_is_only_led_to(about) or _is_town(words, about)):
        return False
    if is_given(words[0]) or {surname_of(words), *stems(words[-1])} & surnames:
        return True
    if about.place + about.definite + about.kind > 0.4 * about.count:
        return False
    if len(words) > 1 and (is_initials(words[0]) or is_patronymic(words[1])):
        return True
    if _is_called_after(words, about) or (about.count >= _SEEN and _CLAN.match(words[-1])):
        return True
    if _is_never_a_place(words, about):
        return True
    addressed = about.called if about.opens < about.count else 0  # “Funny, ...” is nobody.
    deeds = about.speaks * 2 + about.acts + addressed
    if about.place >= PLACE * about.count and deeds < about.place:
        return False
    return deeds >= 2 and deeds >= 0.08 * about.count


def _is_never_a_place(words: tuple[str, ...], about: Evidence) -> bool:
    """`Lorquas Ptomel`: two words that stand together often, never where a place or a thing stands, and that speak or act at least once.

    Air Jordans are many.
    """
    elsewhere = about.place + about.definite + about.kind
    does = about.speaks + about.acts
    is_many = words[-1].endswith("s") and is_given(words[-1].removesuffix("s"))
    return (
        len(words) == 2
        and about.count >= STRANGE
        and elsewhere <= PLACE * about.count
        and bool(does)
        and not is_many
    )


def _is_called_after(words: tuple[str, ...], about: Evidence) -> bool:
    """`Silver Ann`: a given name with another word before it, often, within sentences, and nearly never after `the` or where one goes to."""
    if len(words) != 2 or not is_given(words[1]) or about.count < SPEAKS:
        return False
    lies = about.place + about.definite + about.kind
    return lies <= PLACE * about.count and about.led_to + about.opens <= 0.6 * about.count


def _is_known_by_title(about: Evidence) -> bool:
    """Whether titles show a person. `Madame Leviathan` is said once of a whale."""
    return about.titled > _KNOWN_BY_TITLE * about.count


def _is_only_led_to(about: Evidence) -> bool:
    """`to Stoke Moran`, `of Stoke Moran`: nobody speaks or acts there."""
    does = about.speaks + about.acts + about.titled
    return not does and about.count >= SPEAKS and about.led_to >= 0.8 * about.count


def _is_town(words: tuple[str, ...], about: Evidence) -> bool:
    """`over to Bettsbridge`, `from Bettsbridge`: a town knows and says things too, but its people have no title."""
    led = about.led_to > TOWN * about.count and about.count >= SPEAKS
    return led and not about.titled + about.speaks + about.called and _TOWN.match(words[-1]) is not None


def is_role(words: tuple[str, ...], about: Evidence) -> bool:
    """`the Hatter`: someone who is called by what they are, and speaks."""
    if (
        about.definite <= 0.4 * about.count
        or (words[-1].endswith("s") and not words[-1].endswith("ss") and words[-1] not in TITLES)
        or words[-1] in word_set("en", "place_kinds")
    ):
        return False
    is_office = len(words) > 1 and words[-1] in TITLES  # the Station Master
    speaks = about.speaks >= 2 or (is_office and about.speaks and about.acts)
    return bool(speaks) and about.speaks * 2 + about.acts >= _SPEAKING * about.count


def is_rank(words: tuple[str, ...], about: Evidence, borne: int) -> bool:
    """`the Judge`: he need not speak where the book names a Judge Miller nearly as often."""
    return (
        len(words) == 1 and about.definite > 0.8 * about.count and borne >= 2 and about.count <= RANK * borne
    )


def called_by_first_name(
    people: Collection[tuple[str, ...]], evidence: Mapping[tuple[str, ...], Evidence]
) -> set[tuple[str, ...]]:
    """Vida where the book often has Vida Sherwin, also if Vida is on no list of names."""
    first = {words[:1] for words in people if len(words) == 2 and evidence[words].count >= _OFTEN_IN_FULL}
    return {
        word
        for word in first - set(people)
        if (about := evidence.get(word)) is not None
        and about.opens < about.count
        and about.place + about.definite + about.kind <= PLACE * about.count
    }
