"""Small question sets and models that answer them in the ways that models do."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fabula.models.door_settings import DoorSettings
from fabula.quiz.questions import Question, QuizSet
from loopback import Answer, Loopback

LFED = Path(__file__).parents[2] / ".." / "shared" / "data" / "lfed" / "LFED.csv"
NOVELS = ("潮汐之家", "北方的灯", "三月书", "The Tide House", "远山", "渡口")


def question(row: int, answer: str = "A", title: str | None = None, **more: Any) -> Question:
    novel = title or NOVELS[row % len(NOVELS)]
    options = more.pop("options", (f"甲{row}号", f"乙{row}号", f"丙{row}号", f"丁{row}号"))
    return Question(row, novel, f"关于《{novel}》这本小说，第{row}扇门后面是谁？", options, answer, **more)


def quiz(answers: str = "ABCDABCDAA") -> QuizSet:
    return QuizSet("small.csv", tuple(question(row, key) for row, key in enumerate(answers)), "utf-8")


def settings(server: Loopback, ledger: Path) -> DoorSettings:
    return DoorSettings(base_url=server.url, ledger=ledger)


def asked(body: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """The last question of a prompt and its options by letter, as a model sees them."""
    text = str(body["messages"][-1]["content"])
    last = text[text.rindex("题目：") if "题目：" in text else text.rindex("Question:") :]
    options = dict(re.findall(r"^([A-D])\. (.*)$", last, re.MULTILINE))
    return last.partition("\n")[0].removeprefix("题目："), options


def knowing(
    key: dict[str, str], say: Callable[[str, str], str] = lambda letter, _: letter
) -> Callable[[dict[str, Any]], Answer]:
    """A model that knows the right option's text for each question and says it in its own manner."""

    def answer(body: dict[str, Any]) -> Answer:
        text, options = asked(body)
        letter = next((letter for letter, option in options.items() if option == key.get(text)), "A")
        return say(letter, options[letter])

    return answer


def key_of(quiz: QuizSet) -> dict[str, str]:
    return {each.text: each.options[each.right] for each in quiz.questions if each.right is not None}
