"""A language is one value however it is written, and its rules are read when they are asked for."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from fabula.errors import UsageError
from fabula.judging.evaluate import book_of
from fabula.judging.request import EvaluateRequest
from fabula.judging.sources import sources
from fabula.languages import ENGLISH, Language
from fabula.reading.cast import find_cast
from fabula.text.book import Book, Chapter
from fabula.text.files import read
from fabula.text.language import detect
from fabula.text.words import count_words

STORY = "王大力走进屋里。王大力说：“下雨了。”李小梅抬起头，看着王大力。李小梅说：“我知道。”" * 20


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("zh-CN", "zh"),
        ("zh_Hans", "zh"),
        ("ZH-hant-TW", "zh"),
        ("Chinese", "zh"),
        ("中文", "zh"),
        ("cmn", "zh"),
        ("en-GB", "en"),
        ("English", "en"),
        ("eng", "en"),
        ("es-419", "es"),
        ("Español", "es"),
        ("Castellano", "es"),
        ("spa", "es"),
        ("fr", "fr"),
    ],
)
def test_a_language_is_one_value_however_it_is_written(written: str, code: str) -> None:
    assert Language(written) == code


def test_what_is_not_a_language_is_refused() -> None:
    with pytest.raises(UsageError, match="not a language"):
        Language("§§")
    assert Language.or_none("§§") is None and Language.or_none(None) is None


def test_a_language_can_be_copied_pickled_and_written_as_json() -> None:
    language = Language("zh_Hans")
    for same in (pickle.loads(pickle.dumps(language)), copy.deepcopy(language)):
        assert same == "zh" and isinstance(same, Language)
    assert json.dumps({"language": language}) == '{"language": "zh"}'


@pytest.mark.parametrize("written", ["zh-CN", "zh_Hans", "Chinese", "zh"])
def test_a_book_has_the_rules_of_its_language_however_that_is_written(written: str) -> None:
    book = Book("书", None, written, (Chapter(1, "", STORY),))  # type: ignore[arg-type]
    assert book.language == "zh" and isinstance(book.language, Language)
    assert count_words(STORY, written) == count_words(STORY, "zh") > 500
    assert {person.name for person in find_cast(book).characters} >= {"王大力", "李小梅"}


def test_a_line_of_a_shelf_names_its_language_in_any_way(tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text(f"第一章 雨\n\n{STORY}\n\n第二章 风\n\n{STORY}\n", "utf-8")
    shelf = tmp_path / "shelf.jsonl"
    shelf.write_text(json.dumps({"path": str(tmp_path / "book.txt"), "language": "zh-CN"}) + "\n", "utf-8")
    (asked,) = sources([shelf]).asked(EvaluateRequest(book=shelf))
    book = book_of(asked.request)
    assert book.language == "zh" and find_cast(book).characters
    assert sum(count_words(chapter.text, book.language) for chapter in book.chapters) > 1_000


def test_what_is_told_of_a_language_follows_the_language() -> None:
    french = Book("Livre", None, Language("fr"), ())
    assert [each.code for each in french.warnings] == ["text.no-rules"]
    assert replace(french, title="Le livre").warnings == french.warnings
    assert replace(french, language=ENGLISH).warnings == ()


@pytest.mark.parametrize("stated", ["zh-CN", "zh_Hans", "Chinese", "en-GB"])
def test_a_file_states_its_language_in_any_way(stated: str, tmp_path: Path) -> None:
    chinese = stated != "en-GB"
    text = STORY if chinese else "The lamp went out. Nobody spoke of it again. " * 30
    file = tmp_path / "book.json"
    file.write_text(json.dumps({"title": "T", "language": stated, "chapters": [text, text]}), "utf-8")
    book = read(file)
    assert book.language == ("zh" if chinese else "en") and not book.warnings


def test_a_detected_language_is_a_language() -> None:
    assert isinstance(detect(STORY), Language) and isinstance(detect("The cat sat."), Language)


def test_a_language_without_rules_has_the_general_ones_and_says_so() -> None:
    french = Language("fr-CA")
    assert not french.is_ruled and french.name == "French"
    assert french.words.count("Il était une fois") == 4
    assert french.among(("en", "zh")) == ENGLISH


def test_every_topic_of_every_language_can_be_read() -> None:
    topics = [name for name, value in vars(Language).items() if type(value).__name__ == "Topic"]
    assert {"words", "sentences", "dialogue", "writing"} <= set(topics)
    for code in ("en", "zh", "es", "ja", "fr"):
        for topic in topics:
            assert getattr(Language(code), topic) is not None


def test_the_chinese_word_cutter_is_loaded_for_chinese_words_alone() -> None:
    code = (
        "import sys; from fabula.languages import Language as L;"
        "L('en').words.cut('a b'); L('zh').words.count('你好'); assert 'rjieba' not in sys.modules;"
        "L('zh').words.cut('你好'); assert 'rjieba' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_lists_are_joined_as_the_language_joins_them() -> None:
    assert ENGLISH.listed(["a", "b", "c"]) == "a, b and c"
    assert Language("zh").listed(["甲", "乙", "丙"]) == "甲、乙和丙"
    assert Language("es").listed(["uno", "dos"]) == "uno y dos"
