"""The options of a request as fields of a form: labels from their help, limits and choices from their declaration."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from fabula.languages.label_files import label_texts, labelled
from fabula.reports.labels import Labels
from fabula.request import Option, Request, alternatives, options
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


def option_fields(
    request: type[Request], form: type[RequestForm], say: Labels, placed: Collection[str] = ()
) -> list[OptionField]:
    """The options that a form takes, but for the files and for those that the page has placed itself."""
    return [
        _field(each, say)
        for each in options(request)
        if each.name in form.model_fields and each.name not in form.FILES and each.name not in placed
    ]


def label_of(each: Option, say: Labels) -> str:
    """The help line of an option; in another language, its label in `labels/studio/options.toml`."""
    own = label_texts(OPTIONS, say.language) if say.language in labelled(OPTIONS) else {}
    return own.get(each.name, each.help.rstrip("."))


def _field(each: Option, say: Labels) -> OptionField:
    label = label_of(each, say)
    value = each.default if each.default not in (None, ()) and not each.required else ""
    kinds = set(alternatives(each.kind))
    if bool in kinds:
        return OptionField(each.name, label, "check", value)
    if each.choices:
        return OptionField(each.name, label, "choice", value, each.choices)
    if kinds & {int, float}:
        step = "any" if float in kinds else "1"
        return OptionField(each.name, label, "number", value, (), each.minimum, each.maximum, step)
    return OptionField(each.name, label, "text", value)
