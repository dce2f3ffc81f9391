"""A notice is worded in the language of whoever reads it, also the notices and languages within it."""

from __future__ import annotations

import json

from fabula.languages import ENGLISH, Language
from fabula.notices import Notice, worded


def test_a_notice_is_worded_for_its_reader_with_what_stands_within_it() -> None:
    notice = Notice.of("text.marked-as", what=Notice.of("text.cover"))
    assert str(notice) == "marked as cover"
    assert worded(notice, Language("zh")) == "标为“封面”"
    assert worded(notice, Language("es")) == "marcado como cubierta"
    assert worded(notice, Language("fr")) == "marked as cover"


def test_a_language_within_a_notice_is_named_in_the_language_of_its_reader() -> None:
    notice = Notice.of("text.language-differs", stated=ENGLISH, found=Language("zh"))
    assert str(notice) == "the file says it is in English, but its text reads as Chinese"
    assert worded(notice, Language("es")) == "el archivo dice estar en inglés, pero su texto parece chino"


def test_a_notice_comes_back_from_a_document_as_it_was() -> None:
    notice = Notice.of(
        "text.marked-as", what=Notice.of("text.language-differs", stated=ENGLISH, found=Language("zh"))
    )
    document = json.loads(json.dumps(notice.document))
    assert document["code"] == "text.marked-as" and document["text"] == str(notice)
    assert Notice.from_document(document) == notice
