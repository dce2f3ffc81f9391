"""Scripted readers' judges for the loopback server, each with one bias of known size."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from fabula.languages import Language
from fabula.personas.personal import Story
from judging.critics import asked, properties

FENCED = re.compile(r"<manuscript-(\w+)>\n(.*?)\n</manuscript-\1>", re.DOTALL)
PLACES = ("harbour", "orchard", "foundry", "abbey", "market", "lighthouse", "theatre", "quarry")
DEEDS = (
    "loses a letter",
    "hides a child",
    "sells the boat",
    "breaks a promise",
    "finds a map",
    "forgives a debt",
)


def stories(count: int, language: str = "en") -> tuple[Story, ...]:
    """Plots of a few sentences, no two alike."""
    if language == "zh":
        return tuple(
            Story(
                f"故事{n}",
                f"第{n}年，阿宁在镇上开了一家书店。她收到一封没有署名的信。最后她离开了小镇。",
                "zh",
            )
            for n in range(count)
        )
    return tuple(
        Story(
            f"Tale {n}",
            f"In year {n} a woman of the {PLACES[n % 8]} {DEEDS[n % 6]}. Nobody believes her for {n + 2} days. "
            f"At the end she {DEEDS[(n + 1) % 6]} and goes back to the {PLACES[(n + 3) % 8]}.",
        )
        for n in range(count)
    )


def chance(*parts: object) -> float:
    """A number from 0 to 1 that depends on what is asked alone, so that a test gives the same each time."""
    digest = sha256("\0".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:7], "big") / 2**56


def fenced(body: dict[str, Any]) -> list[str]:
    """Every text that stands between manuscript marks, in order."""
    return [match[2] for match in FENCED.finditer(asked(body))]


def choice(side: str) -> dict[str, Any]:
    return {"reason": "It is so.", "choice": side}


def review(score: float) -> dict[str, Any]:
    return {"review": f"I would say {score:g}.", "score": score}


def is_choice(body: dict[str, Any]) -> bool:
    return "choice" in properties(body)


class Scripted:
    """A judge that answers the same kind of question differently each time it is asked again."""

    def __init__(self, answer: Callable[[dict[str, Any], int], dict[str, Any]]) -> None:
        self._answer = answer
        self._asked: Counter[str] = Counter()

    def __call__(self, body: dict[str, Any]) -> dict[str, Any]:
        question = asked(body)
        self._asked[question] += 1
        return self._answer(body, self._asked[question] - 1)


def prefers_the_first(rate: float) -> Scripted:
    """Chooses what stands first with this probability, whatever it is."""
    return Scripted(
        lambda body, time: (
            choice("A" if chance("first", asked(body), time) < rate else "B")
            if is_choice(body)
            else review(6)
        )
    )


def prefers_the_longer(rate: float, points: float = 0.0) -> Scripted:
    """Chooses the longer of two with this probability, and gives a story of many words so many points more."""

    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        texts = fenced(body)
        if is_choice(body):
            longer, shorter = ("A", "B") if len(texts[-2]) > len(texts[-1]) else ("B", "A")
            return choice(longer if chance("longer", asked(body), time) < rate else shorter)
        return review(5 + points if "That is to say" in texts[-1] else 5)

    return Scripted(answer)


def obeys(rate: float) -> Scripted:
    """Gives ten, with this probability, where the text tells it to."""

    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        told = any(
            text in fenced(body)[-1] for code in ("en", "zh") for text in Language(code).audits.planted
        )
        return review(10 if told and chance("obey", asked(body), time) < rate else 5)

    return Scripted(answer)


def unsteady(spread: float, drift: float = 0.0) -> Scripted:
    """Gives each story a score of its own, moved by `spread` up or down and by `drift` a repeat."""

    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        own = 3 + 4 * chance("story", fenced(body)[-1])
        noise = spread if chance("noise", asked(body), time) < 0.5 else -spread
        return review(round(own + noise + drift * time, 3))

    return Scripted(answer)


def knows(titles: dict[str, str], rate: float) -> Scripted:
    """Names a story by a word of it that gives it away, and chooses what it can name with this probability."""

    def named(text: str) -> str:
        return next((title for word, title in titles.items() if word in text), "")

    def answer(body: dict[str, Any], time: int) -> dict[str, Any]:
        texts = fenced(body)
        if "recognised" in properties(body):
            title = named(texts[-1])
            return {"reason": "", "recognised": bool(title), "title": title, "author": ""}
        if not is_choice(body):
            return review(5)
        first, second = named(texts[-2]), named(texts[-1])
        if bool(first) == bool(second):
            return choice("A" if texts[-2] < texts[-1] else "B")
        known, other = ("A", "B") if first else ("B", "A")
        return choice(known if chance("known", asked(body), time) < rate else other)

    return Scripted(answer)
