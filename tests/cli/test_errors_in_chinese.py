"""The one line of an error about a book's file is in the language of whoever is told."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from fabula.bad_files import BadFile, NoSuchFile, told
from fabula.cli.error_language import error_language
from fabula.errors import UsageError
from fabula.languages import Language
from fabula.notices import Notice
from fabula.text.files import read


@pytest.fixture(autouse=True)
def _no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("locale", "typed", "expected"),
    [
        ("", ["evaluate", "novel.txt"], "en"),
        ("zh_CN.UTF-8", ["evaluate", "novel.txt"], "zh"),
        ("es_ES.UTF-8", ["evaluate", "novel.txt"], "es"),
        ("C.UTF-8", ["evaluate", "长篇/书.txt"], "zh"),
        ("en_US.UTF-8", ["evaluate", "书.txt"], "zh"),
        ("fr_FR.UTF-8", ["evaluate", "novel.txt"], "en"),
        ("", ["demo", "--lang", "zh"], "zh"),
        ("", ["evaluate", "novel.txt", "--language=zh"], "zh"),
        ("zh_CN.UTF-8", ["evaluate", "novel.txt", "--language", "en"], "en"),
    ],
)
def test_the_language_asked_for_then_the_machines_then_the_books(
    locale: str, typed: list[str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", locale)
    assert error_language(typed) == expected


def test_a_bad_file_is_told_in_both_languages(tmp_path: Path) -> None:
    book = tmp_path / "书.epub"
    book.write_bytes(b"no archive at all")
    with pytest.raises(BadFile) as bad:
        read(book)
    assert str(bad.value).startswith("书.epub is not a ZIP archive")
    assert told(bad.value, Language("zh")).startswith("书.epub 不是 ZIP 压缩包")
    with pytest.raises(NoSuchFile) as missing:
        read(tmp_path / "没有.txt")
    assert isinstance(missing.value, UsageError)
    assert told(missing.value, Language("zh")).startswith("没有这个文件")


def test_a_bad_file_comes_back_from_another_process_as_it_was() -> None:
    error = NoSuchFile(Notice.of("text.no-such-file", path="书.txt"))
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
