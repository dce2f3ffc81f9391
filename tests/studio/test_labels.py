"""The words of the interface: each in both languages, with the same fields, none that is asked for missing and none that nobody asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from jinja2 import nodes

from fabula.studio.jobs import UNDER_WAY
from fabula.studio.labels import LANGUAGES, studio_labels
from fabula.studio.labels import pages as label_files
from fabula.studio.tasks import KINDS
from fabula.studio.view import environment

FABULA = Path(__file__).parents[2] / "src" / "fabula"
QUOTED = re.compile(r'"([^"\n]+)"')
"""What may be a name in our code: to parse every file would take seconds."""
TEMPLATES = FABULA / "studio" / "templates"
FILES = sorted(str(place.relative_to(TEMPLATES)) for place in TEMPLATES.rglob("*.j2"))
ENGLISH, CHINESE = (studio_labels(language).texts for language in LANGUAGES)


def fields_of(said: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(said) if field is not None}


def test_every_label_stands_in_both_languages_with_the_same_fields() -> None:
    assert set(ENGLISH) == set(CHINESE)
    for key, said in ENGLISH.items():
        assert fields_of(said) == fields_of(CHINESE[key]), key
        assert said.strip() == said, key
        assert bool(said) == bool(CHINESE[key]), key


def test_the_chinese_is_chinese_and_the_english_is_not() -> None:
    for page in label_files():
        ours = [said for key, said in CHINESE.items() if key.startswith(f"{page}.")]
        assert any("\u4e00" <= sign <= "\u9fff" for said in ours for sign in said), page
    strange = [key for key, said in ENGLISH.items() if any("\u4e00" <= sign <= "\u9fff" for sign in said)]
    assert strange == []


def calls(template: str) -> Iterator[tuple[list[str], list[str], set[str] | None, int]]:
    """For each say(…): the keys it may be asked with, the beginnings of keys, the fields it fills (None: not known here), its line."""
    source = (TEMPLATES / template).read_text(encoding="utf-8")
    for call in environment().parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "say":
            whole, begun = asked(call.args[0])
            filled = None if call.dyn_kwargs is not None else {each.key for each in call.kwargs}
            yield whole, begun, filled, call.lineno
        elif (
            isinstance(call.node, nodes.Getattr)
            and call.node.attr == "known"
            and isinstance(call.args[0], nodes.Const)
        ):
            yield [], [f"{call.args[0].value}."], None, call.lineno


def asked(key: nodes.Expr) -> tuple[list[str], list[str]]:
    if isinstance(key, nodes.Const):
        return [key.value], []
    if isinstance(key, nodes.CondExpr):
        both = [asked(part) for part in (key.expr1, key.expr2) if part is not None]
        return [each for whole, _ in both for each in whole], [each for _, begun in both for each in begun]
    if isinstance(key, nodes.Concat) and isinstance(key.nodes[0], nodes.Const):
        return [], [key.nodes[0].value]
    return [], []


@pytest.mark.parametrize("template", FILES)
def test_every_word_that_a_template_asks_for_exists(template: str) -> None:
    for whole, begun, fields, line in calls(template):
        for key in whole:
            assert key in ENGLISH, f"{template}:{line}: no label {key}"
            assert fields is None or fields_of(ENGLISH[key]) <= fields, f"{template}:{line}: {key}"
        for beginning in begun:
            assert any(key.startswith(beginning) for key in ENGLISH), (
                f"{template}:{line}: no label begins with {beginning}"
            )


def test_every_kind_of_work_and_every_standing_has_its_name() -> None:
    for kind in KINDS:
        assert f"job.kind.{kind}" in ENGLISH
    for status in ("new", "planned", "done", "stopped", "failed", "interrupted", *UNDER_WAY):
        assert f"job.status.{status}" in ENGLISH


def test_every_step_that_asks_a_model_has_its_name() -> None:
    asked = re.compile(r'ChatRequest\(\s*"([^"]+)"')
    sources = FABULA.rglob("*.py")
    for step in {step for file in sources for step in asked.findall(file.read_text(encoding="utf-8"))}:
        assert f"job.step.{step}" in ENGLISH, step


def said_in(template: str) -> set[str]:
    """Every text that stands in a template's code, a macro's arguments among them."""
    found = environment().parse((TEMPLATES / template).read_text(encoding="utf-8")).find_all(nodes.Const)
    return {each.value for each in found if isinstance(each.value, str)}


@pytest.mark.parametrize("template", FILES)
def test_what_has_the_form_of_a_label_is_one(template: str) -> None:
    form = re.compile(rf"(?:{'|'.join(label_files())})(?:\.\w*[a-z0-9])+")
    known = {each for label in ENGLISH for each in (label, label.rpartition(".")[0])}
    assert {each for each in said_in(template) if form.fullmatch(each)} <= known


def test_every_label_is_asked_for() -> None:
    """By its whole name; or by a name put together, the second half of which is written somewhere too."""
    written = {each for template in FILES for each in said_in(template)}
    for place in FABULA.rglob("*.py"):
        for each in QUOTED.findall(place.read_text(encoding="utf-8")):
            written |= {each, each.partition(":")[0]}
    beginnings = {"door.", "refused."} | {
        each for template in FILES for _, begun, _, _ in calls(template) for each in begun
    }
    own = set(label_files())
    unasked = [
        label
        for label in ENGLISH
        if label.partition(".")[0] in own
        and label not in written
        and not any(label.startswith(begun) and label.removeprefix(begun) in written for begun in beginnings)
    ]
    assert unasked == []
