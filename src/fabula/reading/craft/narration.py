"""Who tells each chapter, in which tense, and into whose mind it looks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from fabula.languages import Language
from fabula.languages.spans import is_within
from fabula.notices import Notice
from fabula.reading.cast import Cast, Mention
from fabula.reading.craft.outside import narrated_words
from fabula.reading.findings import Finding, as_one, finding
from fabula.reading.parsed import Parsed
from fabula.reading.tokens import Tokens

View = Literal["first", "third"]
Tense = Literal["past", "present"]
FEW_WORDS = 300
"""With fewer words of narration, a chapter does not show who tells it."""
FIRST = 0.02
THIRD = 0.004
"""From and up to these shares of the narrator's own pronouns, a chapter is told in the first or third person."""
SOME, FEW_OWN = 0.008, 5
"""With so many of them, in share and in number, a chapter of a book that an `I` tells is told by it, too."""
PARTS = 5
FEW_VERBS = 25
PRESENT = 0.7
PAST = 0.3
"""The share of present verbs from and up to which a chapter has a tense."""
RULE = 0.75
"""The share of chapters that makes a rule, so that the others are exceptions."""
MOST_OF_BOOK = 0.5
"""And the share of all chapters, with those that show neither."""
FEW_CHAPTERS = 4
HOLDER = 0.8
"""The share of all looks into minds from which one person holds the point of view."""
FEW_LOOKS = 5
HOPS = 4
"""How often a scene must jump between two minds to be listed."""
HOPS_WITHIN = 3
"""How often a paragraph must. No paragraph of ten novels, most of them by narrators who know every mind, jumps twice."""
OMNISCIENT = 0.2
"""From this share of chapters with such paragraphs on, it is how the narrator tells."""


@dataclass(frozen=True, slots=True)
class Narration:
    """How one chapter is told. None where too little shows it."""

    chapter: int
    view: View | None
    """The narrator says `I`, or stands outside of the story."""
    tense: Tense | None
    mind: str | None
    """Whose thoughts and feelings the chapter shows, if it keeps to one person's: that of whoever says `I`, if that is known."""
    minds: dict[str, int]
    """Everyone into whose mind the narration looks, with how often it says so by name."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the finders need beside a chapter's Narration: the places behind it."""

    narration: Narration
    own: list[int]
    """Offsets of the narrator's pronouns."""
    share: float
    """Their share of the narration's words."""
    past: list[int]
    present: list[int]
    looks: list[Mention]
    """Names after which the narration looks into a mind."""

    @property
    def is_mixed(self) -> bool:
        """Whether the chapter goes to and fro between past and present. A chapter with few verbs shows no tense at all."""
        return self.narration.tense is None and len(self.past) + len(self.present) >= FEW_VERBS


def narrations(
    parsed: Sequence[Parsed], tokens: Sequence[Tokens], cast: Cast, language: Language
) -> list[Told]:
    """How each chapter is told."""
    looks: list[list[Mention]] = [[] for _ in parsed]
    mind = language.narration.mind
    for mention in cast.mentions if mind else ():
        chapter = parsed[mention.chapter]
        if (
            mind
            and mind.match(chapter.chapter.text, mention.end)
            and not is_within(chapter.spoken, mention.start)
        ):
            looks[mention.chapter].append(mention)
    told = _by_rule(
        [
            _told(chapter, cut, found, cast, language)
            for chapter, cut, found in zip(parsed, tokens, looks, strict=True)
        ]
    )
    return [_by_teller(each, index, cast) for index, each in enumerate(told)]


def _by_teller(told: Told, index: int, cast: Cast) -> Told:
    """With the mind of whoever says `I` in the chapter, if it is one person."""
    if told.narration.view != "first":
        return told
    who = {cast.teller_at(index, offset) for offset in told.own}
    teller = who.pop() if len(who) == 1 else None
    name = None if teller is None else cast.characters[teller].name
    return replace(told, narration=replace(told.narration, mind=name))


def _by_rule(told: list[Told]) -> list[Told]:
    """In a book that an `I` tells, a chapter of talk or about others is told by it, too, though it says so less often."""
    views = Counter(each.narration.view for each in told if each.narration.view)
    if len(told) < FEW_CHAPTERS or views["first"] < RULE * max(1, views.total()):
        return told
    return [
        replace(each, narration=replace(each.narration, view="first"))
        if each.narration.view is None and len(each.own) >= FEW_OWN and each.share >= SOME
        else each
        for each in told
    ]


def _told(parsed: Parsed, tokens: Tokens, looks: list[Mention], cast: Cast, language: Language) -> Told:
    rules = language.narration
    own: list[int] = []
    past: list[int] = []
    present: list[int] = []
    words, offsets = narrated_words(parsed, tokens)
    for word, offset in zip(words, offsets, strict=True):
        if word in rules.first_person:
            own.append(offset)
        elif word in rules.past:
            past.append(offset)
        elif word in rules.present:
            present.append(offset)
    view: View | None = None
    if rules.first_person and len(words) >= FEW_WORDS:
        if _throughout(own, offsets, FIRST):
            view = "first"
        elif len(own) <= THIRD * len(words):
            view = "third"
    tense: Tense | None = None
    if len(past) + len(present) >= FEW_VERBS:
        share = len(present) / (len(past) + len(present))
        if share >= PRESENT and _throughout(present, sorted(past + present), PRESENT):
            tense = "present"
        elif share <= PAST:
            tense = "past"
    minds = Counter(cast.characters[look.who].name for look in looks)
    top, most = minds.most_common(1)[0] if minds else ("", 0)
    keeps = minds.total() >= FEW_LOOKS and most >= HOLDER * minds.total()
    narration = Narration(
        parsed.chapter.number,
        view,
        tense,
        top if keeps else None,
        dict(minds.most_common(5)),
    )
    return Told(narration, own, len(own) / max(1, len(words)), past, present, looks)


def _throughout(some: Sequence[int], every: Sequence[int], share: float) -> bool:
    """Whether `some` are that share of all, and at least half of it in each part: a letter fills only a part of a chapter."""
    if len(some) < share * len(every):
        return False
    borders = [every[len(every) * part // PARTS] for part in range(PARTS)] + [every[-1] + 1]
    return all(
        2 * sum(start <= offset < end for offset in some) >= share * len(every) / PARTS
        for start, end in pairwise(borders)
    )


def shifts(parsed: Sequence[Parsed], told: Sequence[Told], language: Language) -> Iterator[Finding]:
    """Chapters told in another person or tense than nearly all the others.

    A letter speaks in its writer's person, and so does a dedication or a prologue before the first chapter.
    """
    letter = language.narration.letter
    views: Counter[str] = Counter(each.narration.view for each in told if each.narration.view)
    tenses: Counter[str] = Counter(each.narration.tense for each in told if each.narration.tense)
    found: dict[str, list[Finding]] = defaultdict(list)
    for chapter, each in zip(parsed, told, strict=True):
        view, tense = each.narration.view, each.narration.tense
        is_letter = letter is not None and letter.search(chapter.chapter.text)
        is_before = chapter is parsed[0]
        is_hidden = view == "third" and bool(each.own)  # Whoever says `mine` once tells it all.
        if view and not (is_letter or is_before or is_hidden) and _is_exception(view, views, len(told)):
            code = f"person-shift-{view}"
            fields = {"n": len(each.own), "told": _told_otherwise(view, views, len(told))}
            start = each.own[0] if view == "first" else 0
            found[code].append(
                finding("person-shift", "medium", Notice.of(f"findings.{code}", **fields), chapter, start)
            )
        elif tense and _is_exception(tense, tenses, len(told)):
            code = f"tense-shift-{tense}"
            places, against = (each.present, each.past) if tense == "present" else (each.past, each.present)
            counted = {"n": len(places), "against": len(against)}
            notice = Notice.of(f"findings.{code}", **counted, told=_told_otherwise(tense, tenses, len(told)))
            found[code].append(finding("tense-shift", "medium", notice, chapter, places[0]))
    for same in found.values():
        yield from as_one(same)


def _told_otherwise(kind: str, known: Counter[str], chapters: int) -> Notice:
    """How the chapters of the book are told, all of them counted: also those that do not show it."""
    usual = max(known, key=lambda each: known[each])
    unclear = chapters - known.total()
    return Notice.of(
        f"findings.told-{usual}{'-unclear' if unclear else ''}",
        chapters=chapters,
        others=known[usual],
        same=known[kind],
        unclear=unclear,
    )


def _is_exception(kind: str, known: Counter[str], chapters: int) -> bool:
    """Whether nearly all chapters that show it are told otherwise, and most of the book is: essays and scenes in turn are no rule."""
    most = max(known.values())
    rule = most >= RULE * known.total() and most >= MOST_OF_BOOK * chapters
    return known.total() >= FEW_CHAPTERS and rule and known[kind] < most


def head_hops(parsed: Sequence[Parsed], told: Sequence[Told], cast: Cast) -> Iterator[Finding]:
    """Paragraphs that jump to and fro between two minds, and scenes that do in a book whose chapters keep to one."""
    within = list(_hopping_paragraphs(parsed, told, cast))
    chapters = {each.chapter for each in within}
    if len(chapters) <= max(1, OMNISCIENT * len(parsed)):
        yield from within
        yield from (each for each in _hopping_scenes(parsed, told, cast) if each.chapter not in chapters)


def _hopping_paragraphs(parsed: Sequence[Parsed], told: Sequence[Told], cast: Cast) -> Iterator[Finding]:
    for chapter, each in zip(parsed, told, strict=True):
        for start, end in chapter.paragraphs if len(each.looks) > HOPS_WITHIN else ():
            looks = [look for look in each.looks if start <= look.start < end]
            if hops := _hops(looks, HOPS_WITHIN, 2):
                yield _hopping("head-hopping-within", looks, hops, chapter, cast)


def _hopping_scenes(parsed: Sequence[Parsed], told: Sequence[Told], cast: Cast) -> Iterator[Finding]:
    clear = [each for each in told if sum(each.narration.minds.values()) >= FEW_LOOKS]
    kept = sum(each.narration.mind is not None and each.narration.view != "first" for each in clear)
    if kept < FEW_CHAPTERS or kept < RULE * len(clear):
        return
    for chapter, each in zip(parsed, told, strict=True):
        borders = [0, *chapter.chapter.scene_breaks, len(chapter.chapter.text) + 1]
        for start, end in pairwise(borders):
            looks = [look for look in each.looks if start <= look.start < end]
            if hops := _hops(looks, HOPS, 3):
                yield _hopping("head-hopping", looks, hops, chapter, cast, kept=kept)


def _hops(looks: Sequence[Mention], least: int, each: int) -> list[Mention]:
    """Where the telling jumps between minds. Empty if it seldom does, or if it looks into only one of them `each` times."""
    minds = Counter(look.who for look in looks)
    hops = [after for before, after in pairwise(looks) if before.who != after.who]
    return hops if len(hops) >= least and minds.most_common(2)[1][1] >= each else []


def _hopping(
    form: str, looks: Sequence[Mention], hops: Sequence[Mention], chapter: Parsed, cast: Cast, **fields: int
) -> Finding:
    (one, _), (other, _) = Counter(look.who for look in looks).most_common(2)
    names = {"one": cast.characters[one].name, "other": cast.characters[other].name}
    return finding(
        "head-hopping",
        "medium",
        Notice.of(f"findings.{form}", **names, n=len(hops), **fields),
        chapter,
        hops[0].start,
    )
