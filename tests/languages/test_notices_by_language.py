"""Every notice has its sentence in every language that has a folder, with the same fields."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

import fabula
from fabula.languages import ENGLISH, Language
from fabula.languages.language import each_ruled
from fabula.notices import Notice, worded

HOUSE = Path(fabula.__file__).parent
WHOLE = re.compile(r"\w+\.[\w-]*\w")
"""A code, and not the beginning of one that is put together."""
FIELD = re.compile(r"{(\w+)")


def sentences(language: Language) -> dict[str, str]:
    text = (HOUSE / "languages" / language / "notices.toml").read_text(encoding="utf-8")
    return {
        f"{room}.{code}": said for room, table in tomllib.loads(text).items() for code, said in table.items()
    }


def codes_used() -> set[str]:
    """Codes that stand whole in a call of `Notice.of`."""
    found: set[str] = set()
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "of"
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "Notice"
                and node.args
            ):
                found |= {
                    each.value
                    for each in ast.walk(node.args[0])
                    if isinstance(each, ast.Constant)
                    and isinstance(each.value, str)
                    and WHOLE.fullmatch(each.value)
                }
    return found


def test_every_code_has_an_english_sentence() -> None:
    missing = codes_used() - set(sentences(ENGLISH))
    assert not missing


@pytest.mark.parametrize("language", [each for each in each_ruled() if each != ENGLISH])
def test_every_sentence_exists_in_every_language_with_the_same_fields(language: Language) -> None:
    english, said = sentences(ENGLISH), sentences(language)
    assert set(english) == set(said)
    for code, sentence in english.items():
        if (
            code == "models.invalid-literal-error"
        ):  # the notice has its list in two forms: worded, and as values
            continue
        assert set(FIELD.findall(sentence)) == set(FIELD.findall(said[code])), code


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
