"""The sieve leaves out searches that can find nothing, and no other."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from fabula import samples
from fabula.languages.language import each_with
from fabula.languages.topics.headings import NEVER
from fabula.text.files import read
from fabula.text.guard.rules import EVERYWHERE, RULES
from fabula.text.guard.words import PATTERNS
from fabula.text.sieve import Sieve, bit_places, compiled, literals
from judging import planted_fresh
from judging.planted_lines import ASIDE, CHOSEN, REPORTED, SEEN

PLANTED = [
    line
    for lines in (CHOSEN, REPORTED, SEEN, ASIDE, planted_fresh.LINES)
    for kind in lines.values()
    for line in kind
]
ALL = (
    *PATTERNS,
    *(rule.anchor for rule in (*RULES, *EVERYWHERE)),
    *(each.matter.advert for each in each_with("matter") if each.matter.advert != NEVER),
    *(phrase for each in each_with("style") for phrase in each.style.stock_phrases),
)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"\b(?:gold|silver) label\b", {"\0gold label\0", "\0silver label\0"}),
        (r"grad(?:e|ing)[^.\n]{0,20}full", {"grading", "grade"}),
        (r"\w+ (?:of|to) the manuscript", {" of the manuscript", " to the manuscript"}),
        (r"(?:\bin|at) ", None),
        (r"a?b*[xyz]", None),
        (r"(?-i:AI)s? judge", {"\1AI\1 judge", "\1AI\1s judge"}),
        (r"维度留空|\d+分数", {"维度留空", "分数"}),
    ],
)
def test_literals_follow_from_the_pattern(pattern: str, expected: set[str] | None) -> None:
    assert literals(pattern) == (expected and frozenset(expected))


@pytest.mark.parametrize(
    ("pattern", "text", "stands"),
    [
        (r"\bbots?\b", "a BOT", True), (r"(?-i:AI) judge", "AI JUDGE", True), (r"(?-i:AI) judge", "ai judge", False),
        (r"\bjudge", "a prejudge", False), (r"judge\b", "judges", False), (r"maſk|SINK", "MASK, ſınk", True),
        (r"noti(?:ce|fy)", "İgnore: NOTİFY", True), ("评分", "请评分。", True),
    ],
)  # fmt: skip
def test_a_literal_stands_where_a_match_could_be(pattern: str, text: str, stands: bool) -> None:
    assert bool(Sieve([pattern]).found(text)) == stands
    assert stands or not compiled(pattern).search(text)


def test_wherever_a_pattern_matches_one_of_its_literals_stands() -> None:
    """In planted lines of every kind, and in a story whose letters were changed at random."""
    sieve, dice = Sieve(ALL), random.Random(3)
    novella = read(Path(samples.__file__).parent / "the-tide-house.epub").chapters[0].text
    changed = "".join(dice.choice("AIſı9分 ") if dice.random() < 0.02 else each for each in novella)
    matched = 0
    for text in (*PLANTED, *(line.upper() for line in PLANTED[::5]), changed):
        held = sieve.everywhere
        for _, bits in sieve.found(text):
            held |= bits
        for place, pattern in enumerate(ALL):
            if not held >> place & 1:
                assert not compiled(pattern).search(text), (pattern, text)
        matched += len(list(bit_places(held & ~sieve.everywhere)))
    assert matched > 2 * len(PLANTED)
