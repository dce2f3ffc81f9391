"""Every notice of the source has a sentence in every language, with the fields that the source gives."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from string import Formatter

import pytest

import fabula
from fabula.languages import Language
from fabula.languages.language import RULED
from fabula.notices import Notice, worded

HOUSE = Path(fabula.__file__).parent


def sentences(language: str) -> dict[str, str]:
    text = (files("fabula.languages") / language / "notices.toml").read_text(encoding="utf-8")
    return {
        f"{room}.{name}": sentence
        for room, own in tomllib.loads(text).items()
        for name, sentence in own.items()
    }


def fields_of(sentence: str) -> set[str]:
    return {field.partition("!")[0] for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def notices() -> Iterator[tuple[str, set[str] | None, str]]:
    """Each `Notice.of("room.code", ...)` of the source: its code, its fields (None where they are not all written out
    there), and where it is. A code that is put together is followed no further than its beginning."""
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            named = node.func
            if not (
                isinstance(named, ast.Attribute)
                and named.attr == "of"
                and ast.unparse(named.value) == "Notice"
            ):
                continue
            fields = (
                None
                if any(each.arg is None for each in node.keywords)
                else {str(each.arg) for each in node.keywords}
            )
            for code in _codes(node.args[0]):
                yield code, fields, f"{path.relative_to(HOUSE)}:{node.lineno}"


def _codes(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _codes(node.body)
        yield from _codes(node.orelse)
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        yield f"{node.values[0].value}*"


def test_every_notice_of_the_source_has_an_english_sentence_with_its_fields() -> None:
    known = sentences("en")
    found = list(notices())
    assert len(found) > 50, "the source is read"
    for code, fields, where in found:
        if code.endswith("*"):
            assert any(each.startswith(code[:-1]) for each in known), (
                f"{where}: no sentence begins with {code}"
            )
        else:
            assert code in known, f"{where}: languages/en/notices.toml has no sentence for {code}"
            assert fields is None or fields_of(known[code]) <= fields, f"{where}: {code}"


@pytest.mark.parametrize("language", [each for each in RULED if each != "en"])
def test_every_language_has_the_same_sentences_with_the_same_fields(language: str) -> None:
    english, own = sentences("en"), sentences(language)
    assert set(own) == set(english)
    strange = {code for code in english if not fields_of(own[code]) <= fields_of(english[code])}
    assert {code for code in strange if not code.startswith("models.invalid-")} == set(), (
        "pydantic gives those more fields"
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_notice_of_another_version_is_said_as_it_was_saved(language: str) -> None:
    lacking = {
        "code": "findings.chapter-length-longer",
        "fields": {"size": 9000},
        "text": "Much longer: 9,000.",
    }
    unknown = {"code": "findings.of-a-later-day", "fields": {}, "text": "Something new."}
    assert [worded(Notice.from_document(one), Language(language)) for one in (lacking, unknown)] == [
        "Much longer: 9,000.",
        "Something new.",
    ]
    today = Notice.of("findings.chapter-length-longer", size=9000, usual=3000, unit="words")
    assert "9,000 words" in worded(Notice.from_document(today.document | {"text": "stale"}), Language("en"))
    with pytest.raises(KeyError):
        worded(Notice.of("findings.chapter-length-longer", size=9000), Language(language))
