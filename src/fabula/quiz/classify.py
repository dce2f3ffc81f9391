"""Finds the kind of a question: from the label in its file, from rules that are certain, or else from a model."""

from __future__ import annotations

import asyncio
import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from fabula.errors import UsageError
from fabula.jsonl import numbered_lines
from fabula.languages import Language
from fabula.measures.agreement import accuracy, cohen_kappa
from fabula.measures.refusal import Refused
from fabula.models.chat import ChatRequest, Unusable
from fabula.models.door import Door
from fabula.models.prompts import fence
from fabula.notices import Notice
from fabula.quiz.questions import LANGUAGES, LETTERS, Question, QuizSet, plain
from fabula.quiz.released import released_category

Kind = Literal[
    "character-relationships", "characterisation", "literary-style", "role-behaviour",
    "event-relation", "fiction-plot", "background-topic", "counterfactual-reasoning",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Node:
    """One step of the decision tree, with the next steps for yes and no."""

    id: str
    question: str
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern that decides a kind. `in_options` means that it is matched against the options."""

    name: str
    kind: str
    pattern: re.Pattern[str]
    in_options: bool


@dataclass(frozen=True, slots=True)
class Label:
    """The kind of a question and its source: `given`, `released` (the order of LFED's rows), `rule: ...` or `model: ...`.

    `category` is None if unknown.
    """

    row: int
    digest: str
    """The digest of the question, so that a corrected question does not keep its old label."""
    category: str | None
    source: str


class LabelFigures(BaseModel):
    """How far the labels of one source agree with the given ones. A notice says why a value is missing."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    n: int
    accuracy: float | Notice
    kappa: float | Notice


class LabelAgreement(BaseModel):
    """Compares found labels with given labels, over the questions that have both."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    given: int
    by_source: dict[str, LabelFigures]
    """By source: `all`, `rule` and `model`."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """The labels found, and how they agree with the given ones, if any."""

    labels: tuple[Label, ...]
    agreement: LabelAgreement | None


class KindAnswer(BaseModel):
    """What a model answers: the steps it took through the tree, then the kind it reached."""

    steps: str = ""
    category: Kind


def names(language: str) -> dict[str, str]:
    """The names of the kinds, in the order of the taxonomy."""
    spoken = Language(language).among(LANGUAGES)
    return {kind: named[spoken] for kind, named in _taxonomy()["category"].items()}


def definition(kind: str, language: str) -> str:
    """What a question of this kind asks."""
    spoken = Language(language).among(LANGUAGES)
    return str(_taxonomy()["definition"][kind][spoken])


def nodes(language: str) -> list[Node]:
    """The decision tree, beginning with its first step."""
    spoken = Language(language).among(LANGUAGES)
    return [Node(each["id"], each[spoken], each["yes"], each["no"]) for each in _taxonomy()["node"]]


def kind_of(written: str) -> str | None:
    """Finds a kind by its id or by its name in either language."""
    known = {plain(kind): kind for kind in _taxonomy()["category"]}
    for language in LANGUAGES:
        known |= {plain(name): kind for kind, name in names(language).items()}
    return known.get(plain(written))


def by_rule(question: Question) -> Rule | None:
    """The first rule that fits, or None."""
    for rule in _rules():
        texts = question.options if rule.in_options else (question.asked,)
        if any(rule.pattern.search(text) for text in texts):
            return rule
    return None


def labels_without_model(quiz: QuizSet, beside: Sequence[Label] = ()) -> tuple[Label, ...]:
    """The labels in the file, otherwise a person's beside it, those of LFED's release, what was found, or the rules'."""
    kept = {label.digest: label for label in beside}
    human = {each: label for each, label in kept.items() if label.source == "given"}
    return tuple(
        _given(question)
        or human.get(question.digest)
        or _released(question)
        or kept.get(question.digest)
        or _ruled(question)
        for question in quiz.questions
    )


async def classify(
    door: Door | None, quiz: QuizSet, language: str, truth: Mapping[int, str] | None = None
) -> Labelled:
    """Labels questions by rules, then asks the model for the rest, and compares the result with the given labels.

    Questions of LFED's release keep their labels from there, and show how well rules and model do.
    """
    ruled: list[Label] = [_ruled(question) for question in quiz.questions]
    if door is not None:
        rest = [place for place, label in enumerate(ruled) if label.category is None]
        asked = await asyncio.gather(*(_ask(door, quiz.questions[place], language) for place in rest))
        for place, label in zip(rest, asked, strict=True):
            ruled[place] = label
    given = truth or {
        known.row: known.category
        for question in quiz.questions
        if (known := _given(question) or _released(question)) and known.category
    }
    labels = [_released(question) or label for question, label in zip(quiz.questions, ruled, strict=True)]
    return Labelled(tuple(labels), _agreement(ruled, given) if given else None)


def labels_file(path: Path) -> Path:
    """The file beside a set that holds its labels."""
    return path.with_name(f"{path.stem}.labels.jsonl")


def known_labels(file: Path, quiz: QuizSet, named: Path | None = None) -> tuple[Label, ...]:
    """The labels of a set from the named file or the one beside the set. Asks no model."""
    place = named or labels_file(file)
    beside = read_labels(place) if named or place.is_file() else ()
    return labels_without_model(quiz, beside)


def write_labels(path: Path, labels: Iterable[Label]) -> None:
    path.write_text(
        "".join(json.dumps(asdict(label), ensure_ascii=False) + "\n" for label in labels), encoding="utf-8"
    )


def read_labels(path: Path) -> list[Label]:
    """Reads labels as `quiz classify` writes them. Your own file needs `row` and `category`."""
    found = []
    for number, line in numbered_lines(path.read_text(encoding="utf-8")):
        try:
            data = json.loads(line)
            written = data["category"]
            kind = None if written is None else kind_of(str(written))
            row = int(data["row"])
        except (ValueError, KeyError, TypeError):
            raise UsageError(f"{path.name} line {number}: a label needs `row` and `category`") from None
        if written is not None and kind is None:
            raise UsageError(f"{path.name} line {number}: {written!r} is not one of {', '.join(names('en'))}")
        found.append(Label(row, str(data.get("digest", "")), kind, str(data.get("source", "given"))))
    return found


def _given(question: Question) -> Label | None:
    if not question.category:
        return None
    return Label(question.row, question.digest, kind_of(question.category) or question.category, "given")


def _released(question: Question) -> Label | None:
    kind = released_category(question)
    return Label(question.row, question.digest, kind, "released") if kind else None


def _ruled(question: Question) -> Label:
    rule = by_rule(question)
    if rule is None:
        return Label(question.row, question.digest, None, "none")
    return Label(question.row, question.digest, rule.kind, f"rule: {rule.name}")


async def _ask(door: Door, question: Question, language: str) -> Label:
    shown = "\n".join(
        [
            Language(language).writing.titled(question.title),
            question.text,
            *(f"{letter}. {option}" for letter, option in zip(LETTERS, question.options, strict=False)),
        ]
    )
    prompt = door.prompt("quiz", "classify", language)
    messages = prompt.messages(nodes=nodes(language), question=fence(shown))
    answer = await door.ask(ChatRequest("classify", messages, max_tokens=400, expected_tokens=60), KindAnswer)
    if isinstance(answer, Unusable):
        return Label(question.row, question.digest, None, f"none: {answer.reason}")
    return Label(question.row, question.digest, answer.category, f"model: {door.model}")


def _agreement(labels: Sequence[Label], given: Mapping[int, str]) -> LabelAgreement:
    found: dict[str, LabelFigures] = {}
    for source in ("all", "rule", "model"):
        both = [
            (label.category, given[label.row])
            for label in labels
            if label.category and label.row in given and (source == "all" or label.source.startswith(source))
        ]
        if both:
            ours, theirs = [one for one, _ in both], [two for _, two in both]
            found[source] = LabelFigures(
                n=len(both),
                accuracy=_figure(accuracy(ours, theirs)),
                kappa=_figure(cohen_kappa(ours, theirs)),
            )
    return LabelAgreement(given=len(given), by_source=found)


def _figure(value: float | Refused) -> float | Notice:
    return value.notice if isinstance(value, Refused) else round(value, 4)


@cache
def _taxonomy() -> dict[str, Any]:
    return tomllib.loads((files("fabula.quiz") / "taxonomy.toml").read_text(encoding="utf-8"))


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(
        Rule(
            each["name"],
            each["kind"],
            re.compile(each.get("options") or each["pattern"], re.IGNORECASE),
            "options" in each,
        )
        for each in _taxonomy()["rule"]
    )
