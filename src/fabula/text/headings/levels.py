"""Which level of headings is the chapters: `Chapter 3`, a bare numeral, or a part without chapters; and what numerals are pages."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from fabula.languages.numerals import in_roman
from fabula.languages.topics.headings import BARE, CHAPTER, PART, SECTION
from fabula.text.headings.places import Found
from fabula.text.paragraphs import ended

_ROMAN_BELOW = 400
_FEWEST_ABOVE, _MOSTLY_ABOVE, _NEAR = 3, 0.7, 6
"""So many numbered titles, most of which have a bare numeral within so many lines below, are chapters with sections."""
_WITH_TITLE = 3
"""Lines from one numeral to the next, if a title stands between them."""


def chapter_level(found: Sequence[Found]) -> list[Found]:
    """The headings of the level that is the chapters."""
    named = [each for each in found if each.heading.level == CHAPTER]
    numbered = [each for each in named if each.heading.number is not None]
    bare = _longest_count(found)
    if numbered and _longest_run(bare) <= 3 * len(numbered):
        return named
    sections = [each for each in found if each.heading.level == SECTION]
    parts = [each for each in found if each.heading.level == PART]
    lowest = max((each.heading.rank for each in parts), default=0)
    for level in (bare, sections, [each for each in parts if each.heading.rank == lowest]):
        if level:
            unnumbered = [each for each in named if each.heading.number is None]
            return sorted([*level, *unnumbered], key=lambda each: each.line)
    return named


def _longest_run(count: Sequence[Found]) -> int:
    """The most numbers in turn. Sections within chapters start again in each."""
    longest = run = 0
    for each in count:
        run = 1 if each.heading.number == 1 else run + 1
        longest = max(longest, run)
    return longest


def _longest_count(found: Sequence[Found]) -> list[Found]:
    """Bare numerals of one kind that count from 1. Counting may start again, with or without a part."""
    counts: dict[str, list[Found]] = {}
    parts: list[int] = []
    for each in found:
        if each.heading.level == PART:
            parts.append(each.line)
        elif each.heading.level == BARE:
            counts.setdefault(each.heading.kind, []).append(each)
    for all_of_kind in counts.values():
        if chapters := _above_sections(all_of_kind, parts):
            return chapters
    chains = [(_count_from_one(all_of_kind, parts), len(all_of_kind)) for all_of_kind in counts.values()]
    counted = [chain for chain, whole in chains if 2 * len(chain) >= whole]
    longest = max(counted, key=len, default=[])
    above = [chain for chain in counted if _stands_above(chain, longest)]
    longest = max(above, key=len, default=longest)
    return longest if len(longest) >= 2 else []


def _stands_above(titled: Sequence[Found], bare: Sequence[Found]) -> bool:
    """Whether titles have bare numerals right below them, so that those are sections: 一、写作之夜, then １ to ７.

    Numerals that stand alone (I, with its title on the line below) are above others if each count of these begins right below one
    of them, and some have none: a part would have chapters.
    """
    if len(titled) < _FEWEST_ABOVE or any(each.heading.title for each in bare):
        return False
    places = [each.line for each in bare]
    if not titled[0].heading.title:
        return _holds_counts(titled, bare)
    first = [bisect_right(places, each.line) for each in titled]
    near = sum(
        at < len(places) and places[at] - each.after <= _NEAR for at, each in zip(first, titled, strict=True)
    )
    return near >= _MOSTLY_ABOVE * len(titled)


def _holds_counts(above: Sequence[Found], bare: Sequence[Found]) -> bool:
    """Whether every count of some numerals begins right below one of others that count on, of which some have none."""
    heads = [each.after for each in above]
    begun = [each.line for each in bare if each.heading.number == 1]
    holders = {bisect_right(heads, line) for line in begun}
    near = all(line - heads[at - 1] <= _NEAR for line in begun if (at := bisect_right(heads, line)))
    counts = [each.heading.number for each in above] == [*range(1, len(above) + 1)]
    return counts and near and 0 not in holders and 1 < len(holders) == len(begun) < len(above)


def _above_sections(found: Sequence[Found], parts: Sequence[int]) -> list[Found]:
    """Chapters with a bare numeral whose sections have the same numerals: `II`, The Tooth, then `I` to `III`. Empty if there are none.

    At least three chapters must have sections. Without parts above them they also need titles, or they may be parts themselves.
    """
    least = 1 if parts else _WITH_TITLE
    heads = {
        one.line
        for one, other in pairwise(found)
        if other.heading.number == 1 and least <= other.line - one.line <= _NEAR
    }
    if len(heads) < _FEWEST_ABOVE:
        return []
    chapters: list[Found] = []
    section = 0
    for each in found:
        number, after = each.heading.number, chapters[-1].heading.number or 0 if chapters else 0
        fresh = not chapters or bisect_right(parts, chapters[-1].line) != bisect_right(parts, each.line)
        begins = number == after + 1 or (number == 1 and fresh)
        has_sections = begins and each.line in heads
        in_sections = section > 0 or (bool(chapters) and chapters[-1].line in heads)
        if in_sections and number == section + 1 and not has_sections:
            section = number
        elif begins:
            chapters.append(each)
            section = 0
        else:
            return []
    return chapters


def _count_from_one(found: Sequence[Found], parts: Sequence[int]) -> list[Found]:
    chain: list[Found] = []
    reached = 0
    for place, each in enumerate(found):
        number = each.heading.number
        after = found[place + 1].heading.number if place + 1 < len(found) else None
        new_part = not chain or bisect_right(parts, chain[-1].line) != bisect_right(parts, each.line)
        again = number == 1 and (new_part or (reached > 2 and after == 2))
        if number is not None and (again or number == reached + 1 or (number == reached + 2 and reached > 1)):
            chain.append(each)
            reached = number
        elif reached and not new_part and misprinted(each, reached, after):
            chain.append(each)
            reached += 1
    return chain


def misprinted(found: Found, reached: int, after: int | None) -> bool:
    """Whether a numeral is one letter away from the next of a count that goes on or ends there: XII after XXI."""
    number, next_number = found.heading.number or 0, reached + 1
    if not 1 < number < reached or after not in (None, reached + 2):
        return False
    if str(number) in found.heading.printed:
        return _one_letter_apart(str(number), str(next_number))
    if in_roman(number) in found.heading.printed.upper() and next_number < _ROMAN_BELOW:
        return _one_letter_apart(in_roman(number), in_roman(next_number))
    return False


def _one_letter_apart(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) == len(longer):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    left_out = (longer[:at] + longer[at + 1 :] for at in range(len(longer)))
    return shorter in left_out


def page_numbers(bare: Sequence[Found], lines: Sequence[str]) -> bool:
    """Whether bare figures are page numbers: those fall in the middle of sentences."""
    broken = 0
    for each in bare:
        at = each.line - 1
        while at >= 0 and not lines[at]:
            at -= 1
        broken += at >= 0 and not ended(lines[at]) and len(lines[at]) > 40
    return broken > 0.3 * len(bare)
