"""Names of one person that the names alone do not join: Cecil and Mr. Vyse, Harry and Lord Henry, Aunt Celia and Mrs. Milvain.

What joins them is what a reader goes by: the text says so; somebody is addressed by one and the other answers; a name that only
speakers use is heard where one person is; an aunt is where her other name is. Names that the narrator uses side by side stay apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from fabula.languages.en.answers import NARRATOR
from fabula.languages.en.given_names import folded
from fabula.languages.en.meetings import stretches
from fabula.languages.en.name_parts import heard, is_respelt
from fabula.languages.en.person import Context, Person
from fabula.languages.en.presence import Presence
from fabula.languages.en.risen import promoted, raised
from fabula.languages.en.sameness import (
    is_given_alone,
    is_known_as_kin,
    is_role,
    is_titled_only,
    may_be_aunt,
    may_be_narrator,
    may_be_one,
    same_given,
    two_sexes,
    whole_given,
)
from fabula.languages.en.short_forms import short_forms
from fabula.languages.en.titles import KIN
from fabula.languages.en.wives import CLEARLY, SEEN, Pair, brides, only_wives, widows, wives

ANSWERS = 2
"""This many answers to an address show whose name it is, if nobody else gives them."""
CERTAIN = 4
"""This many answers also join names where a sister could be meant."""
BEYOND_DOUBT = 8
"""And this many also join names that the narrator uses side by side."""
CALLS = 2
"""Whoever speaks to somebody so often by name is another. Once, it may be somebody else who speaks."""
SELDOM = 4
"""Fewer answers than that join two names only if the narrator uses one of them this seldom, or speakers use it nearly alone."""
MOSTLY = 0.5
"""The share of all answers to an address that must be the same person's."""
TOGETHER = 0.4
"""An aunt is where her other name is in this share of her mentions."""
REPORTED = 0.33
"""A narrator who says what somebody else thinks calls a person by two names in this share of the paragraphs at most."""
THERE, BEYOND = 4.0, 2.5
"""How clearly somebody must be there where a name is heard, and how much more clearly than anybody else (logarithms)."""


def joined_halves(people: Sequence[Person], context: Context) -> list[Person]:
    """The people, each once."""
    for pairs in (
        _stated,
        _answering,
        _narrators,
        _spoken_to,
        _called_by_others,
        _other_forms,
        _of_two_forms,
        short_forms,
        _respelt,
        _aunts,
        wives,
        widows,
        only_wives,
        brides,
        raised,
        promoted,
    ):
        found = pairs(people, context)
        people = _united(people, found if pairs is _stated else _not_calling(found, people, context))
    return list(people)


def _not_calling(pairs: Sequence[Pair], people: Sequence[Person], context: Context) -> list[Pair]:
    """Without those of whom one speaks to the other by name, as a father says Tommy to his son."""
    if not pairs:
        return []
    calls = _calls(_owners(people), context)
    return [pair for pair in pairs if calls[pair] + calls[pair[1], pair[0]] < CALLS]


def _stated(people: Sequence[Person], context: Context) -> list[Pair]:
    """The text says that both are one person."""
    owner = _owners(people)
    pairs = [(owner.get(one, -1), owner.get(other, -1)) for one, other in context.stated]
    return [
        (one, other)
        for one, other in pairs
        if one != other and min(one, other) >= 0 and not two_sexes(people[one], people[other])
    ]


def _answering(people: Sequence[Person], context: Context) -> list[Pair]:
    """Mr. Vyse is Cecil, if it is Cecil who answers to it."""
    answered: dict[Pair, int] = defaultdict(int)
    owner = _owners(people)
    for (address, speaker), count in context.answers.items():
        if address in owner and speaker in owner:
            answered[owner[address], owner[speaker]] += count
    calls = _calls(owner, context)
    answered = {
        pair: count for pair, count in answered.items() if calls[pair[1], pair[0]] < min(CALLS, count)
    }
    whole: dict[int, int] = defaultdict(int)
    most: dict[int, int] = defaultdict(int)
    for (address_of, _), count in answered.items():
        whole[address_of] += count
        most[address_of] = max(most[address_of], count)
    presence = Presence(people, context)
    pairs: list[Pair] = []
    for (one, other), count in sorted(answered.items(), key=lambda each: (-each[1], each[0])):
        if count < ANSWERS or (one, one) in answered:
            continue
        is_family = count == most[one] and people[one].roots & people[other].roots
        if count < MOSTLY * whole[one] and not is_family:
            continue
        enough = _are_enough(count, one, other, people, presence)
        fits = may_be_one(people[one], people[other], people, certain=count >= CERTAIN)
        if enough and (fits or _is_name_of_role(one, other, people, presence)):
            pairs.append((one, other))
    return pairs


def _calls(owner: Mapping[object, int], context: Context) -> Counter[Pair]:
    """How often one of the people speaks to another by name. Nobody speaks to themselves so."""
    calls: Counter[Pair] = Counter()
    for (speaker, address), count in context.calls.items():
        if speaker in owner and address in owner:
            calls[owner[speaker], owner[address]] += count
    return calls


def _are_enough(count: int, one: int, other: int, people: Sequence[Person], presence: Presence) -> bool:
    """Whether so many answers outweigh how the narrator uses the two names."""
    family = people[one].roots & people[other].roots
    if count < BEYOND_DOUBT and not family and presence.is_told_apart(one, other):
        return False
    seldom = any(presence.is_only_spoken(each) or len(presence.told[each]) <= SELDOM for each in (one, other))
    return count >= CERTAIN or seldom or is_role(people[one]) or is_role(people[other])


def _is_name_of_role(name: int, role: int, people: Sequence[Person], presence: Presence) -> bool:
    """Bill is the Bargee, who is spoken to by that name and is Bill to nobody who tells the story."""
    alone = is_given_alone(people[name]) and is_role(people[role]) and presence.is_only_spoken(name)
    return alone and len(presence.addressed[name]) >= ANSWERS and not two_sexes(people[name], people[role])


def _narrators(people: Sequence[Person], context: Context) -> list[Pair]:
    """Garny is Mr. Garnet, if it is mostly `I` who answers to both, and the telling hardly uses either where somebody is spoken to by it.

    Whoever tells the frame around a story may name its teller.
    """
    if all(speaker != NARRATOR for _, speaker in context.answers):
        return []
    presence = Presence(people, context)
    owner = _owners(people)
    own: dict[int, int] = defaultdict(int)
    others: dict[int, Counter[int]] = defaultdict(Counter)
    for (address, speaker), count in context.answers.items():
        one = owner.get(address, -1)
        if speaker == NARRATOR:
            own[one] += count
        elif speaker in owner:
            others[one][owner[speaker]] += count
    called = [
        one
        for one, count in own.items()
        if one >= 0
        and count >= max((ANSWERS, *others[one].values()))
        and (presence.is_only_spoken(one) or presence.is_called_otherwise(one))
        and not people[one].titles & KIN
        and not any(context.calls.get((NARRATOR, name)) for name in people[one].names)
    ]
    called.sort(key=lambda one: -own[one])
    if len(called) == 1:
        called += _same_given_in_speech(called[0], presence)
    return [(one, called[0]) for one in called[1:2] if may_be_narrator(people[one], people[called[0]])]


def _same_given_in_speech(teller: int, presence: Presence) -> list[int]:
    """Richard Hannay, for the Dick who tells the book: the only other person of that given name, whom only speakers name."""
    people = presence.people
    found = [
        one
        for one, person in enumerate(people)
        if one != teller and same_given(person, people[teller]) and presence.is_only_spoken(one)
    ]
    return found if len(found) == 1 else []


def _spoken_to(people: Sequence[Person], context: Context) -> list[Pair]:
    """`My dear Charles` is Mr. Bingley, if he is always there when somebody is called that, and nobody else is."""
    presence = Presence(people, context)
    calls = _calls(_owners(people), context)
    pairs: list[Pair] = []
    for one, person in enumerate(people):
        known = person.gender() and not person.titles - KIN
        known = known and not any((name, NARRATOR) in context.answers for name in person.names)
        if not known or person.count < 3 or not presence.addressed[one] or not presence.is_only_spoken(one):
            continue
        likest = _nearest(presence.likeness, one, presence, calls)
        if likest is not None and not presence.is_told_apart(one, likest):
            pairs.append((one, likest))
    return pairs


def _called_by_others(people: Sequence[Person], context: Context) -> list[Pair]:
    """Mr. Heaslop is Ronny, if the narrator speaks of Ronny wherever somebody is spoken to as Mr. Heaslop, and hardly of Mr. Heaslop there."""
    presence = Presence(people, context)
    calls = _calls(_owners(people), context)
    pairs: list[Pair] = []
    for one, person in enumerate(people):
        only_spoken = presence.is_only_spoken(one)  # So are the names of whoever tells the story.
        if not is_titled_only(person) or only_spoken or not presence.is_called_otherwise(one):
            continue
        likest = _nearest(presence.spoken_to_near, one, presence, calls)
        if likest is not None and presence.share_told_together(one, likest) <= REPORTED:
            pairs.append((one, likest))
    return pairs


def _nearest(
    weigh: Callable[[int, int], float], one: int, presence: Presence, calls: Counter[Pair]
) -> int | None:
    """Whoever is clearly nearest to somebody by a weight, and may be the same: of one sex, nobody who calls them by name."""
    people = presence.people
    likest = _clearly_nearest(
        (weigh(one, other), other)
        for other in _of_one_sex(people, one, presence)
        if calls[other, one] < CALLS
    )
    return likest if likest is not None and may_be_one(people[one], people[likest], people) else None


def _clearly_nearest(weighed: Iterable[tuple[float, int]]) -> int | None:
    """Who is near enough, and far nearer than anybody else, by the weights given."""
    ranked = sorted(weighed, reverse=True)
    second = ranked[1][0] if len(ranked) > 1 else 0.0
    return ranked[0][1] if ranked and ranked[0][0] >= max(THERE, second + BEYOND) else None


def _of_one_sex(people: Sequence[Person], one: int, presence: Presence) -> Iterable[int]:
    return (
        other
        for other, person in enumerate(people)
        if other != one and len(presence.told[other]) >= 3 and not two_sexes(people[one], person)
    )


def _other_forms(people: Sequence[Person], context: Context) -> list[Pair]:
    """Francis is Frank, where hardly a paragraph has both and nobody else is called either.

    A speaker may use one of them and the narrator the other, side by side: “Natalie!” he whispered, and Natasha turned.
    """
    presence = Presence(people, context)
    wholes = {index: whole_given(person) for index, person in enumerate(people) if person.count >= 3}
    bearers: dict[str, set[int]] = defaultdict(set)
    for index, names in wholes.items():
        for name in names:
            bearers[name].add(index)
    pairs: list[Pair] = []
    for one, names in wholes.items():
        alike = set[int]().union(*(bearers[name] for name in names)) - {one}
        family = {other for other in alike if people[one].roots & people[other].roots}
        alike = family or alike
        if len(alike) != 1 or people[other := min(alike)].count < people[one].count:
            continue
        spoken = presence.is_only_spoken(one) or presence.is_only_spoken(other)
        places = presence.told if spoken else presence.named
        both = set(places[one]) & set(places[other])
        fits = may_be_one(people[one], people[other], people)
        fits = fits and not people[one].spelt & people[other].spelt
        fits = fits and bool(family or not any(_is_always_in_full(people[each]) for each in (one, other)))
        near = presence.likeness(one, other) > -len(presence.named[one]) / 2
        if fits and len(both) <= 0.1 * len(presence.named[one]) and near:
            pairs.append((one, other))
    return pairs


def _of_two_forms(people: Sequence[Person], context: Context) -> list[Pair]:
    """Mr. Bailey could be Jack Bailey or John Bailey; now that these are one, he is the Mr. Jack Bailey of the book."""
    presence = Presence(people, context)
    pairs: list[Pair] = []
    for one, person in enumerate(people):
        if not is_titled_only(person):
            continue
        bearers = [
            other
            for other, each in enumerate(people)
            if other != one and each.roots & person.roots and each.givens and not two_sexes(person, each)
        ]
        if len(bearers) != 1:
            continue
        bearer = people[bearers[0]]
        forms = {folded(name.given) for name in bearer.names if name.full}
        if len(forms) > 1 and person.titles <= bearer.titles and not presence.is_told_apart(one, bearers[0]):
            pairs.append((one, bearers[0]))
    return pairs


def _is_always_in_full(person: Person) -> bool:
    """Sally Oates, who is never only Sally, is not the Sarah of other pages."""
    return all(name.full for name in person.names)


def _respelt(people: Sequence[Person], context: Context) -> list[Pair]:
    """Buonaparte is Bonaparte, unless the narrator uses both side by side."""
    alike: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for index, person in enumerate(people):
        for word in _words(person):
            alike[heard(word)].append((word, index))
    pairs = [
        (one, other)
        for words in alike.values()
        for (word, one), (another, other) in combinations(words, 2)
        if word != another
        and one != other
        and is_respelt(word, another)
        and not two_sexes(people[one], people[other])
        and not (people[one].givens and people[other].givens and not same_given(people[one], people[other]))
    ]
    if not pairs:
        return []
    presence = Presence(people, context)
    return [pair for pair in pairs if not presence.is_told_apart(*pair)]


def _words(person: Person) -> set[str]:
    """The surnames of somebody, and the names without a title."""
    return person.roots | {folded(name.bare).casefold() for name in person.names if name.bare}


def _aunts(people: Sequence[Person], context: Context) -> list[Pair]:
    """Aunt Celia is Mrs. Milvain, if she is where Mrs. Milvain is and no other woman is there as often."""
    presence = Presence(people, context)
    pairs: list[Pair] = []
    for index, person in enumerate(people):
        if person.count < SEEN or not is_known_as_kin(person):
            continue
        shares = sorted(
            (
                (_together(person, other, context), -place)
                for place, other in enumerate(people)
                if other.count >= SEEN and may_be_aunt(other, person)
            ),
            reverse=True,
        )
        second = shares[1][0] if len(shares) > 1 else 0.0
        likest = -shares[0][1] if shares else index
        if likest == index or presence.is_told_apart(index, likest):
            continue
        if shares[0][0] >= max(TOGETHER, CLEARLY * second):
            pairs.append((index, likest))
    return pairs


def _together(person: Person, other: Person, context: Context) -> float:
    """The share of a person's mentions in stretches of the book where the other is named, too."""
    theirs = stretches(other)
    own = [item for name in person.names for item in context.scenes.get(name, {}).items()]
    return sum(count for scene, count in own if scene in theirs) / max(1, sum(count for _, count in own))


def _owners(people: Sequence[Person]) -> dict[object, int]:
    return {name: index for index, person in enumerate(people) for name in person.names}


def _united(people: Sequence[Person], pairs: Sequence[Pair]) -> list[Person]:
    """Each pair under the one who is named more often. Nobody is joined twice in one step."""
    gone: set[int] = set()
    joined: set[int] = set()
    for one, other in pairs:
        if {one, other} & joined:
            continue
        joined |= {one, other}
        smaller, larger = sorted((one, other), key=lambda index: people[index].count)
        for name, count in people[smaller].names.items():
            people[larger].add(name, count)
        gone.add(smaller)
    return [person for index, person in enumerate(people) if index not in gone]
