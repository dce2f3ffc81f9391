"""A report made once and worded when it is read says what a report made in that language says."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest
from reports_samples import chinese_story, embedded, judged, story

from fabula.judging.evaluation import Evaluation
from fabula.reports.first_look import first_look, notes_of
from fabula.reports.labels import Labels, labels
from fabula.reports.later import Later, in_words, page_in_words
from fabula.reports.manuscript import LABELS, manuscript_view
from fabula.reports.page import environment
from fabula.reports.view import report_view


def saved(evaluation: Evaluation, say: Labels) -> Any:
    look = first_look(notes_of(evaluation), say, evaluation.book)
    return json.loads(json.dumps(report_view(evaluation, look, say)))


@pytest.mark.parametrize("book", [judged(), embedded(story()), embedded(chinese_story())], ids=("judged", "measured", "chinese"))  # fmt: skip
def test_every_sentence_is_worded_as_in_that_language(book: Evaluation) -> None:
    later = saved(book, Later())
    for language in ("en", "zh", "es"):
        say = labels(language, *later["labels"])
        assert in_words(later, say) == saved(book, say)


def test_the_manuscript_too() -> None:
    book = judged()
    text = json.loads(json.dumps(manuscript_view(book.book, notes_of(book), book.measured, say=Later())))
    for language in ("en", "zh"):
        say = labels(language, LABELS)
        made = manuscript_view(book.book, notes_of(book), book.measured, say=say)
        assert in_words(text, say) == json.loads(json.dumps(made))


@pytest.mark.parametrize(
    "planted",
    [
        '["say","nav.made",{}]',
        '["say","no.such",{}]',
        '["texts"]',
        "{}",
        "[",
        '["notice",{"code":"x","fields":3}]',
    ],
)
def test_a_book_that_holds_the_signs_of_a_mark_breaks_no_page(planted: str) -> None:
    said = in_words([f"before \x02{planted}\x03 after"], labels("en"))[0]
    assert said.startswith("before ") and said.endswith(" after") and "\x02" not in said


def test_a_page_made_by_a_template_is_worded_and_its_words_are_escaped() -> None:
    hostile = '<b>"O\'Brien" & co</b>'
    later = Later()
    template = environment().from_string("<p title='{{ said }}'>{{ said }}</p>{{ told }}")
    page = template.render(said=later("chapter", n=hostile), told=later.prose([later("what"), later("hint")]))
    for language in ("en", "zh"):
        say = labels(language, "facts")
        worded = page_in_words(page, say)
        assert escape(say("chapter", n=hostile)) in worded and "<b>" not in worded
        assert escape(say.prose([say("what"), say("hint")])) in worded and "\x02" not in worded
