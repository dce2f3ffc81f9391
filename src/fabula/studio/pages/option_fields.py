"""The options of a request as fields of a form: labels from their help, limits and choices from their declaration."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Literal

from fabula.languages.label_files import label_texts, labelled
from fabula.reports.labels import Labels
from fabula.request import Option, alternatives, options
from fabula.studio.tasks.form import TaskForm
from fabula.studio.tasks.request_form import RequestForm

OPTIONS = "studio/options"
Input = Literal["number", "choice", "check", "text"]


@dataclass(frozen=True, slots=True)
class OptionField:
    """One field, as the template draws it."""

    name: str
    label: str
    input: Input
    value: Any
    """Its default; empty where there is none."""
    choices: tuple[Any, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    step: str = "1"
    of_a_model: bool = False
    """Whether it matters only where a model is asked: it is hidden until one is chosen."""


def option_fields(
    form: type[TaskForm], say: Labels, placed: Collection[str] = (), of_a_model: Collection[str] = ()
) -> list[OptionField]:
    """The options that a form takes, but for the files and for those that the page has placed itself."""
    assert issubclass(form, RequestForm), "every form is made from a request"
    kind = form.__module__.rpartition(".")[2]
    return [
        replace(
            _field(each, kind, form.CHOICES.get(each.name) or each.choices, say),
            of_a_model=each.name in of_a_model,
        )
        for each in options(form.REQUEST)
        if each.name in form.model_fields and each.name not in form.FILES and each.name not in placed
    ]


def label_of(each: Option, kind: str, say: Labels) -> str:
    """The help line of an option. In another language, its label in `labels/studio/options.toml`: that of this kind of job,
    if the same name means something else there."""
    own = label_texts(OPTIONS, say.language) if say.language in labelled(OPTIONS) else {}
    return own.get(f"{kind}.{each.name}") or own.get(each.name) or each.help.rstrip(".")


def _field(each: Option, kind: str, choices: tuple[Any, ...], say: Labels) -> OptionField:
    label = label_of(each, kind, say)
    value = each.default if each.default not in (None, ()) and not each.required else ""
    kinds = set(alternatives(each.kind))
    if bool in kinds:
        return OptionField(each.name, label, "check", value)
    if choices:
        return OptionField(each.name, label, "choice", value, choices)
    if kinds & {int, float}:
        step = "any" if float in kinds else "1"
        return OptionField(each.name, label, "number", value, (), each.minimum, each.maximum, step)
    return OptionField(each.name, label, "text", value)
