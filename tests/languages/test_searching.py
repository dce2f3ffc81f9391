"""Slow patterns, searched only where they can match, find what they find everywhere."""

from __future__ import annotations

import random
import re
from collections import Counter

from fabula.languages.alternation import any_of
from fabula.languages.en.gathering import Gathering
from fabula.languages.en.misprints import MISPRINTS
from fabula.languages.en.name_parts import Name
from fabula.languages.en.narration import RULES
from fabula.languages.en.person import Context, Person
from fabula.languages.en.unnamed import SUBJECT_FIRST, VERB_FIRST, said_of
from fabula.languages.language import each_with
from fabula.languages.searching import (
    Headed,
    Signed,
    SignedAfterBlank,
    beginning_with,
    beside,
    found_in_lines,
    lines_with,
)
from fabula.languages.spans import overlapping
from fabula.text.guard.learned import features, like_known_lines, shipped
from fabula.text.guard.rules import EVERYWHERE
from fabula.text.guard.rules import RULES as RULES_OF_GUARD
from fabula.text.guard.words import PATTERNS
from fabula.text.sieve import Sparse, compiled, fold, in_either


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
    boats = re.compile(r"saw \d+")
    assert [match.span() for match in found_in_lines(boats, sign, text)] == [
        match.span() for match in boats.finditer(text)
    ]
    found = [match.span() for match in beginning_with(re.compile("[AB]"), form, text)]
    assert found == [match.span() for match in form.finditer(text)]


def test_beside_a_word_is_found_what_is_found_everywhere() -> None:
    form, dice = re.compile(r"\b[Tt]he\s+(?:(?:old|dear)\s+)?man\b(?!’s)"), random.Random(3)
    pieces = ["the ", "The old ", "the dear man", "man", "man’s ", "woman ", ". ", "\n\n", "a man in a boat "]
    found = 0
    for _ in range(500):
        text = "".join(dice.choice(pieces) for _ in range(dice.randint(0, 60)))
        places = [match.span() for match in form.finditer(text)]
        assert [match.span() for match in beside("man", form, text, 12)] == places
        found += len(places)
    assert found > 300


def test_a_misprint_is_found_by_its_sign_wherever_its_pattern_finds_it() -> None:
    quick = {
        what: each for what, each in MISPRINTS.items() if isinstance(each, (Signed, Headed, SignedAfterBlank))
    }
    pieces = [
        "He", "She", "It", "There was", "They went", "she walked", "the mill", "walllked", "hIll", "Yes", "Do", "said he", "said",
        "the", "The,", "a", "an", "edge", "rather", "it.” said he", "able to took", "he could went", "has know", "its a", "on the other had", "ran though the gate.",
        "of the of the", "of", "breathe", "the a mill", "an the boat", "mill There was", "“No,” ", " “Yes” ", " “Yes!”", "‘Yes", ".”",
        " ", " ", " ", ". ", ", ", "” ", " “", "”", "“", "’", "\n\n", "\n \n", "\n", "—", ".’\n\n",
    ]  # fmt: skip
    dice, found = random.Random(6), Counter[str]()
    for _ in range(14_000):
        text = "".join(dice.choice(pieces) for _ in range(dice.randint(2, 40)))
        for what, each in quick.items():
            places = [match.span() for match in each.pattern.finditer(text)]
            assert [match.span() for match in each.finditer(text)] == places, (what, text)
            found[what] += len(places)
    assert {*found} == {*quick}
    assert min(found.values()) > 20, found


def test_a_verb_of_saying_before_a_noun_is_found_from_the_noun() -> None:
    pieces = ["said", "cried", "resaid", "asked", "my", "My", "the", "The", "theatre", "landlord", "father", "Mother", "old", "he", ", ", ". ", "\n", " " * 50]  # fmt: skip
    dice, found = random.Random(7), Counter[str]()
    for _ in range(6_000):
        text = " ".join(dice.choice(pieces) for _ in range(dice.randint(2, 30)))
        for form, matches in zip((VERB_FIRST, SUBJECT_FIRST), said_of(text), strict=True):
            places = [match.span() for match in form.finditer(text)]
            assert [match.span() for match in matches] == places, text
            found[form.pattern] += len(places)
    assert min(found.values()) > 200


def test_the_guard_finds_in_folded_text_what_it_finds_where_case_is_ignored() -> None:
    patterns = [*PATTERNS, *(rule.anchor for rule in (*RULES_OF_GUARD, *EVERYWHERE))]
    words = sorted({word for each in patterns for word in re.findall(r"[a-z]{2,}(?: [a-z]{2,})*", each)})
    dice, found = random.Random(9), 0
    for _ in range(150):
        text = " ".join(dice.choice((str, str.upper, str.title))(dice.choice(words)) for _ in range(80))
        text = text.replace("s", dice.choice("sſ"), 3).replace("i", dice.choice("iİı"), 3)
        for each in patterns:
            pattern, read = in_either(each, text, fold(text))
            places = [match.span() for match in compiled(each).finditer(text)]
            assert [match.span() for match in pattern.finditer(read)] == places, (each, text)
            found += len(places)
    assert found > 1000


def test_any_of_many_words_is_any_of_them() -> None:
    words = ["said", "says", "ask", "asked", "a", r"\.", r"\?", "went on"]
    one, other = re.compile(any_of(words)), re.compile("|".join(words))
    text = "He asked, said, says: a. What? And went on."
    assert one.findall(text) == other.findall(text)


def test_a_line_is_told_by_the_weights_of_its_features() -> None:
    """However few sentences the search weighs in full."""
    bias, weights = shipped()
    dice = random.Random(4)
    known = [*filter(lambda each: abs(weights[each]) > 0.2, weights), "10", "7", "。", "unknown"]
    told = 0
    for _ in range(600):
        line = dice.choice(("", " ")).join(dice.choice(known) for _ in range(dice.randint(4, 16)))
        is_like = sum(weights.get(each, 0.0) for each in features(line)) + bias > 0
        assert [*like_known_lines(line, [(0, len(line))])] == [(0, len(line))] * is_like
        told += is_like
    assert 100 < told < 500


def test_people_come_in_one_order_whatever_the_order_of_the_words() -> None:
    """A set of words has another order in every process."""
    known = Gathering(Counter({Name(bare="Jack"): 2}), Context())
    one, other = Person(known.context), Person(known.context)
    known.by_word.update({"john": [one], "jacob": [other]})
    assert known.having("John", "Jacob") == known.having("Jacob", "John") == [other, one]


def test_stretches_that_overlap_another_are_found_from_its_ends() -> None:
    dice = random.Random(8)
    for _ in range(400):
        borders = sorted(dice.sample(range(60), 2 * dice.randint(0, 8)))
        spans = list(zip(borders[::2], borders[1::2], strict=True))
        start = dice.randrange(60)
        end = dice.randint(start + 1, 61)
        theirs = [each for each in spans if each[0] < end and each[1] > start]
        assert list(overlapping(spans, start, end)) == theirs


def test_what_headings_begin_with_is_in_lower_case() -> None:
    """Lines are put into lower case before they are asked for it."""
    for language in each_with("headings"):
        written = re.sub(r"\\.", "", language.headings.begins)
        assert written == written.lower(), language
