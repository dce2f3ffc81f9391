"""Asks a model a question: examples, prompt, closing cue and up to three attempts, or first-token probabilities."""

from __future__ import annotations

import asyncio
import math
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import TYPE_CHECKING, Any, Literal

from fabula.errors import FabulaError, UsageError
from fabula.models.chat import ChatRequest, Choice, Unusable
from fabula.models.door import Door
from fabula.models.prompts import fence
from fabula.quiz.choices import By, PromptKind
from fabula.quiz.indicators import letter_of, read_as_published, read_option
from fabula.quiz.questions import LETTERS, Question, plain

if TYPE_CHECKING:
    from fabula.reading.passages import BookPassages

State = Literal["read", "unreadable", "failed"]
ASKS = 3
PASSAGES = 5
_ALTERNATIVES = 20
"""How many log-probabilities to request. The letters rarely rank lower, and servers allow no more."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One way of asking; a table of results has a row for each."""

    shots: int = 0
    prompt: PromptKind = "short"
    language: str = "zh"
    by: By = "text"
    seed: int = 0
    asks: int = ASKS
    """How many cues to try before a reply counts as unreadable."""

    @property
    def step(self) -> str:
        """The step of its calls in the file's order of options, by which the ledger knows their cost."""
        return f"quiz, {self.shots} shots, {self.prompt}, {self.by}"


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of one question in one order of its options. Positions are those in the file, not those shown."""

    row: int
    said: int | None
    """The chosen option, or None if the reply is unreadable or the call failed."""
    right: bool
    asks: int
    state: State
    order: tuple[int, ...]
    reply: str
    shown: int | None = None
    """The position of the chosen option in the order shown."""
    confidence: float | None = None
    """The model's probability for the chosen letter, among the letters; None if the reply was read."""


@dataclass(frozen=True)
class Examples:
    """The pool of examples: questions with a right answer, by novel."""

    questions: tuple[Question, ...]

    @cached_property
    def _by_title(self) -> Mapping[str, list[Question]]:
        found: dict[str, list[Question]] = defaultdict(list)
        for question in self.questions:
            if question.right is not None and all(option.strip() for option in question.options):
                found[plain(question.title)].append(question)
        return dict(found)

    def of(self, question: Question, count: int, seed: int) -> list[Question]:
        """Examples from as many other novels. The same question and seed give the same examples."""
        titles = [title for title in self._by_title if title != plain(question.title)]
        if len(titles) < count:
            raise UsageError(
                f"--shots {count}: examples come from other novels than the question's, but the set has only {len(titles)};"
                " use --examples to name a set with more novels"
            )
        chance = random.Random(f"{seed}:{question.digest}")
        return [chance.choice(self._by_title[title]) for title in chance.sample(titles, count)]


def orders(question: Question, count: int, seed: int) -> list[tuple[int, ...]]:
    """The file's order first, then its rotations (four orders put every option in every place), then other orders."""
    places = tuple(range(len(question.options)))
    turned = [places[turn:] + places[:turn] for turn in places]
    rest = [each for each in permutations(places) if each not in turned]
    random.Random(f"{seed}:{question.digest}").shuffle(rest)
    return [*turned, *rest][:count]


async def ask_all(
    door: Door,
    questions: Sequence[Question],
    setting: Setting,
    examples: Examples,
    permute: int = 1,
    book: BookPassages | None = None,
) -> list[list[Answer]]:
    """Asks every question in every requested order. Returns one list for each question, the file's order first."""
    shots = {each.row: examples.of(each, setting.shots, setting.seed) for each in questions}
    asked = [
        _ask(door, question, order, setting, shots[question.row], _passages(book, question))
        for question in questions
        for order in orders(question, permute, setting.seed)
    ]
    answers = await asyncio.gather(*asked)
    return [answers[start : start + permute] for start in range(0, len(answers), permute)]


async def _ask(
    door: Door,
    question: Question,
    order: tuple[int, ...],
    setting: Setting,
    shots: Sequence[Question],
    passages: Sequence[str],
) -> Answer:
    options = [question.options[place] for place in order]
    in_file = tuple(range(len(question.options)))
    prompt = door.prompt("quiz", setting.prompt, setting.language)
    fields: dict[str, Any] = {
        "shots": [_shot(each) for each in shots],
        "passages": passages,
        "title": question.title,
        "question": question.text,
        "options": list(zip(LETTERS, options, strict=False)),
    }
    step = setting.step + (", open book" if passages else "" if order == in_file else ", other order")
    published = setting.prompt.startswith("paper-")
    reply, asks = "", 0

    def named_in(reply: str) -> frozenset[int]:
        return read_as_published(reply) if published else read_option(reply, options)

    def serves(cut: Unusable) -> float:
        """A reply that was cut off, or lost in a thought that never closes, may name its option even so."""
        return float(setting.by == "text" and cut.reason != "refusal" and bool(named_in(cut.raw)))

    for attempt in range(1, (setting.asks if setting.by == "text" else 1) + 1):
        asks = attempt
        request = ChatRequest(
            step, prompt.messages(**fields, attempt=attempt), max_tokens=1024, expected_tokens=8
        )
        if setting.by == "logprob":
            request = replace(request, max_tokens=1, top_logprobs=_ALTERNATIVES, expected_tokens=1)
        # The paper's second cue stays the same, so its third attempt must be another draw of the same question.
        found = await door.ask_text(request, max(0, attempt - 2) if published else 0, serves)
        if isinstance(found, Unusable) and found.reason == "failed":
            return Answer(question.row, None, False, asks, "failed", order, str(found.notice))
        reply = found.text if isinstance(found, Choice) else found.raw
        if setting.by == "logprob":
            mass = _mass(found, door)
            named = _likeliest(mass)
        else:
            mass = {}
            named = named_in(reply)
        if named:
            return _answered(question, order, named, asks, reply, max(mass.values(), default=None))
        if isinstance(found, Unusable) and found.reason in ("empty", "refusal"):
            break  # the door has already asked three times, or a content filter declined
    return Answer(question.row, None, False, asks, "unreadable", order, reply)


def _answered(
    question: Question,
    order: tuple[int, ...],
    named: frozenset[int],
    asks: int,
    reply: str,
    confidence: float | None,
) -> Answer:
    """If the reply matches several identical options, it counts as the key if the key is one of them."""
    places = {order[shown]: shown for shown in sorted(named, reverse=True)}
    right = question.right in places
    chosen = question.right if right and question.right is not None else min(places)
    return Answer(question.row, chosen, right, asks, "read", order, reply, places[chosen], confidence)


def _mass(found: Choice | Unusable, door: Door) -> dict[int, float]:
    """The probability of each option's letter as first token, over all its spellings; together 1."""
    if isinstance(found, Unusable):
        return {}
    if not found.logprobs:
        raise FabulaError(
            f"{door.model} gives no log-probabilities (see `fabula models check`): use --by text"
        )
    mass: dict[int, float] = defaultdict(float)
    for token, logprob in found.logprobs[0].items():
        place = letter_of(token)
        if place is not None:
            mass[place] += math.exp(logprob)
    whole = sum(mass.values())
    return {place: share / whole for place, share in mass.items()} if whole else {}


def _likeliest(mass: Mapping[int, float]) -> frozenset[int]:
    """The option with the most probable letter, if any."""
    return frozenset({max(mass, key=lambda place: (mass[place], -place))}) if mass else frozenset()


def _shot(question: Question) -> dict[str, Any]:
    return {
        "title": question.title,
        "question": question.text,
        "options": list(zip(LETTERS, question.options, strict=False)),
        "answer": question.answer,
    }


def _passages(book: BookPassages | None, question: Question) -> list[str]:
    """Passages of the novel that match the question and its options, in book order."""
    if book is None:
        return []
    query = " ".join((question.asked, *question.options))
    found = book.search(query, PASSAGES)
    return [fence(each.text) for each in sorted(found, key=lambda each: (each.chapter, each.offset))]
