"""Slow patterns, searched only where they can match, find what they find everywhere."""

from __future__ import annotations

import random
import re
from collections import Counter

from fabula.languages.en.gathering import Gathering
from fabula.languages.en.name_parts import Name
from fabula.languages.en.narration import RULES
from fabula.languages.en.person import Context, Person
from fabula.languages.searching import beginning_with, lines_with
from fabula.text.guard.learned import _most, features, shipped
from fabula.text.sieve import Sparse


def test_a_sparse_pattern_finds_what_the_pattern_finds() -> None:
    assert RULES.time
    sparse, dice = Sparse(RULES.time), random.Random(2)
    words = ["the", "next", "morning", "In", "May", "1914", "on", "Friday", "two", "12", "hours", "later.", "The day", "after\n"]  # fmt: skip
    for _ in range(400):
        text = " ".join(dice.choice(words if dice.random() < 0.5 else ["he", "walked"]) for _ in range(60))
        places = [match.span() for match in RULES.time.finditer(text)]
        assert [match.span() for match in sparse.finditer(text)] == places
    endless = Sparse(re.compile("judge.*novel"))
    assert [match.span() for match in endless.finditer("a judge of" + " a" * 300 + " novel")] == [(2, 616)]


def test_lines_and_heads_leave_out_only_what_cannot_match() -> None:
    text = "Ann saw 12 boats.\nNothing here.\nBob and Anna saw 9.\n"
    sign, form = re.compile(r"\d"), re.compile(r"(?:Ann|Bob and|Anna)\w*")
    assert [text[slice(*line)] for line in lines_with(sign, text)] == [
        "Ann saw 12 boats.",
        "Bob and Anna saw 9.",
    ]
    found = [match.span() for match in beginning_with(re.compile("[AB]"), form, text)]
    assert found == [match.span() for match in form.finditer(text)]


def test_no_sentence_weighs_more_than_its_words_can() -> None:
    _, weights = shipped()
    most, dice = _most(), random.Random(4)
    words = [each for each in weights if each.isalpha() and each.isascii()]
    for _ in range(300):
        chosen = [dice.choice(words) for _ in range(8)]
        held = sum(weights.get(each, 0.0) for each in features(" ".join(chosen)))
        assert held <= sum(most.get(each, 0.0) for each in chosen) + 1e-9


def test_people_come_in_one_order_whatever_the_order_of_the_words() -> None:
    """A set of words has another order in every process."""
    known = Gathering(Counter({Name(bare="Jack"): 2}), Context())
    one, other = Person(known.context), Person(known.context)
    known.by_word.update({"john": [one], "jacob": [other]})
    assert known.having("John", "Jacob") == known.having("Jacob", "John") == [other, one]
