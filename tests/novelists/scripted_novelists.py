"""A scripted server that can do the whole line: synopses, stories, scores, duels, plans."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from loopback import Answer, Behaviour

ASPECTS = (
    "literary_devices", "sensory_detail", "character_presence", "dialogue", "characterisation", "atmosphere",
    "context", "coherence",
)  # fmt: skip
QUALITY = {"weak": 2.6, "strong": 3.9}


def novelist(body: dict[str, Any]) -> Answer:
    """Each model writes and judges in its own way; a judge sees the quality that the writer signed his text with."""
    fields = body.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {})
    asked = str(body["messages"][-1]["content"])
    if "main_characters" in fields:
        return {
            "main_characters": ["Ann, a pilot"],
            "main_plot": [f"Event {noise(asked)}"],
            "important_scenes": ["quay"],
        }
    if "remarks" in fields:
        base = next((mark for name, mark in QUALITY.items() if f"by {name}" in asked), 3.2)
        shift = 0.1 if body["model"] == "kind" else 0.0
        return {
            "remarks": "seen",
            **{name: round(base + shift + noise(asked + name) % 5 / 10, 1) for name in ASPECTS},
        }
    if "better" in fields:
        first, second = (part for part in asked.split("</manuscript")[:2])
        return {"reason": "seen", "better": "A" if mark(first) >= mark(second) else "B"}
    if "chapters" in fields:
        count = fields["chapters"]["minItems"]
        return {"chapters": [{"title": f"Part {n}", "events": f"thing {n}"} for n in range(count)]}
    return Behaviour(text=story(body["model"], asked))


def story(model: str, asked: str) -> str:
    turns = [
        f"On the {noise(asked) + n}th day the {noise(asked + str(n)) % 97} boats came home."
        for n in range(40 + noise(asked) % 40)
    ]
    return f"<think>What shall I write?</think>\n{' '.join(turns)} It was told by {model}."


def mark(text: str) -> float:
    return next((value for name, value in QUALITY.items() if f"by {name}" in text), 3.2)


def noise(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


_WORDS = ["salt", "harbour", "widow", "lantern", "cellar", "orchard", "winter", "marriage", "debt", "river", "chapel", "soldier", "kettle", "storm", "ledger", "garden", "velvet", "uncle", "tide", "market", "ash", "bridge", "candle", "stair", "map", "wool", "oar", "bell", "glass", "crow"]  # fmt: skip
_SIGNS = "山水风云花鸟人心天地日月春秋江海城门书剑酒灯雨雪木石火金玉马车船桥路家国父母兄弟朋友生死爱恨来去远近".replace(
    " ", ""
)


def _own(dice: random.Random, signs: Sequence[str], count: int) -> str:
    """Words that this book has to itself, so that no book is another's copy."""
    mark = " " if len(signs[0]) > 1 else ""
    return mark.join(dice.choices(signs[dice.randrange(7) :], k=count))


def raw_shelf(folder: Path, books: int = 6, chapters: int = 12, lines: int = 40) -> Path:
    """A folder of raw texts: English in UTF-8, and Chinese in GB18030."""
    folder.mkdir(parents=True)
    for book in range(books):
        dice = random.Random(book)
        english = [
            f"Chapter {n}\n\n"
            + " ".join(
                f"In year {book} the keeper of lamp {n} wrote line {line}: {_own(dice, _WORDS, 12)}."
                for line in range(lines)
            )
            for n in range(1, chapters + 1)
        ]
        chinese = [
            f"第{n}章 灯塔之{n}\n\n"
            + "".join(
                f"那是第{book}年，第{n}号灯的守灯人写下第{line}行字：{_own(dice, _SIGNS, 24)}。"
                for line in range(lines)
            )
            for n in range(1, chapters + 1)
        ]
        if book % 2:
            text = "\n\n".join(chinese)
            (folder / f"灯塔{book}.txt").write_bytes(text.encode("gb18030"))
        else:
            (folder / f"Lamp {book}.txt").write_text("\n\n".join(english), encoding="utf-8")
    return folder
