"""LFED's categories, which its release gives only by the order of its rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from quizzes import LFED, quiz

from fabula.quiz.classify import Label, by_rule, labels_without_model, names
from fabula.quiz.files import read_set
from fabula.quiz.questions import QuizSet
from fabula.quiz.released import blocks, released_category

pytestmark = pytest.mark.skipif(not LFED.is_file(), reason="LFED.csv is in ../shared only")


def test_the_counts_of_table_2_cut_the_release_and_mean_lengths_agree() -> None:
    questions = read_set(LFED).questions
    assert sum(block.count for block in blocks()) == len(questions) == 1304
    assert [block.category for block in blocks()] == list(names("en"))
    for block in blocks():
        own = questions[block.row : block.row + block.count]
        assert sum(len(each.text) for each in own) / block.count == pytest.approx(
            block.published_length, abs=0.19
        )
        assert {released_category(each) for each in own} == {block.category}


def test_rules_agree_with_the_released_labels_where_they_decide() -> None:
    ruled = [(by_rule(each), released_category(each)) for each in read_set(LFED).questions]
    decided = [(rule.kind, kind) for rule, kind in ruled if rule]
    assert (len(decided), sum(ours == theirs for ours, theirs in decided)) == (790, 720)


def test_a_corrected_shuffled_part_of_the_release_keeps_its_labels() -> None:
    questions = [
        replace(each, answer="A", row=place)
        for place, each in enumerate(read_set(LFED).questions[400:420][::-1])
    ]
    labels = labels_without_model(QuizSet("part.csv", tuple(questions), "utf-8"))
    assert Counter(label.category for label in labels) == {"role-behaviour": 14, "literary-style": 6}


def test_a_persons_label_wins_and_a_rules_does_not() -> None:
    first = read_set(LFED).questions[0]
    part = QuizSet("part.csv", (first,), "utf-8")
    for source, category in (("given", "fiction-plot"), ("rule: x", "character-relationships")):
        (label,) = labels_without_model(part, [Label(0, first.digest, "fiction-plot", source)])
        assert label.category == category


def test_other_questions_are_not_of_the_release() -> None:
    assert {released_category(each) for each in quiz().questions} == {None}
