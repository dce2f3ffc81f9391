"""The result of a quiz: a file from anywhere, checked for what it must hold before a page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fabula.errors import UsageError


class Told(BaseModel):
    """What a file says, numbers that are none refused."""

    model_config = ConfigDict(allow_inf_nan=False)


class Share(Told):
    """A share with its interval; None where there was nothing to count."""

    value: float | None
    low: float | None
    high: float | None


class Constant(Told):
    """The best that one letter gains."""

    letter: str
    value: float


class Group(Told):
    """Questions of one kind."""

    n: int
    accuracy: Share
    constant: Constant


class Attributes(Told):
    """Questions by what is known of their novels."""

    type: dict[str, Group]
    length: dict[str, Group]
    year: dict[str, Group]


class Setting(Told):
    """One way of asking."""

    shots: int
    prompt: Literal["short", "long"]
    n: int
    accuracy: Share
    by_category: dict[str, Group]
    unreadable: int


class Fault(Told):
    """Something wrong with a row, or with the set."""

    row: int | None
    line: int | None = None
    detail: str
    asked: bool | None = None


class Order(Told):
    """What is left when the options change places."""

    orders: int
    knowledge: Share
    position: float | None


class OpenBook(Told):
    """One novel's questions asked again with passages of it."""

    title: str
    n: int
    open: Share
    closed: Share
    gain: float | None
    p: float | None


class Against(Told):
    """Another model's answers to the same questions."""

    model: str | None
    n: int
    difference: float
    only_first: int
    only_second: int
    p: float


class Refusal(Told):
    """Why it could not be compared."""

    refused: str


class Answer(Told):
    """One question and what was said to it. Results made before texts were kept with them have none."""

    row: int
    line: int | None = None
    title: str = ""
    text: str = ""
    options: list[str] = []
    category: str = "unlabelled"
    key: str
    said: str | None
    right: bool
    state: str
    reply: str = ""


class Result(Told):
    """The document of `fabula quiz run`."""

    model: str
    signature: str
    shots: int
    prompt: Literal["short", "long"]
    by: Literal["text", "logprob"]
    set: str
    n: int
    accuracy: Share
    by_category: dict[str, Group]
    categories_from: dict[Literal["given", "rule", "model"], int]
    by_attribute: Attributes
    unreadable: int
    failed: list[int]
    faulty: list[Fault]
    baselines: dict[Literal["always_A", "always_B", "always_C", "always_D", "random"], float] = Field(
        min_length=5
    )
    by_setting: list[Setting] = Field(min_length=1)
    order: Order | None
    open_book: list[OpenBook]
    against: Refusal | Against | None = None
    answers: list[Answer]


def parsed(raw: bytes, name: str) -> Result:
    """A result from its bytes; UsageError where it is none."""
    try:
        return Result.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = f" ({'.'.join(map(str, first['loc']))}: {first['msg']})" if first["loc"] else ""
        raise UsageError(
            f"{name} is no result of `fabula quiz run`: hand in its quiz.json, or what --json printed{where}"
        ) from None


@lru_cache(maxsize=16)
def read(identifier: str, path: Path, name: str) -> Result:
    """A result on the disk. Its id changes with the file, so what was read once stays true."""
    del identifier
    return parsed(path.read_bytes(), name)


@dataclass(frozen=True, slots=True)
class Headline:
    """What a list says of a result."""

    model: str
    set: str
    n: int
    accuracy: Share


@lru_cache(maxsize=1024)
def headline(identifier: str, path: Path) -> Headline | None:
    """What a list says of it; None where the file is no result of a quiz."""
    del identifier
    try:
        raw = path.read_bytes()
        if b'"by_category"' not in raw:
            return None
        found = parsed(raw, path.name)
    except (OSError, UsageError):
        return None
    return Headline(found.model, found.set, found.n, found.accuracy)
