"""A scripted editor for the loopback server: it finds the planted faults that stand in what it is shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from editing.planting import Planted
from judging.critics import asked, notes, properties


def flat(text: str) -> str:
    return " ".join(text.split())


class Editor:
    """Answers every question of an edit. What it gets wrong is said in its options."""

    def __init__(
        self, faults: Sequence[Planted], *, misquotes: str = "", copies: str = "", contradicted: str = ""
    ) -> None:
        self.faults = faults
        self.misquotes = misquotes
        """Put before every first quotation, so that it is not in the book."""
        self.copies = copies
        """What it gives when a quotation is asked for again; empty for the right words."""
        self.contradicted = contradicted
        """A kind of fault that the book is said to contradict."""
        self.asked: list[str] = []

    def __call__(self, body: dict[str, Any]) -> Any:
        names = properties(body)
        text = asked(body)
        if "cast" in names:
            self.asked.append("reading")
            return notes(body)
        if "across" in names:
            self.asked.append("whole")
            return self._whole(text)
        if "verdict" in names:
            self.asked.append("shown")
            return self._shown(text)
        if "about" in names:
            self.asked.append("letter")
            return self._letter(text)
        if "notes" in names:
            self.asked.append("piece")
            return {"notes": list(self._notes(text))}
        self.asked.append("again")
        return "\n".join(
            f"{n}. {self.copies or quote.removeprefix(self.misquotes)}" for n, quote in _listed(text)
        )

    def _notes(self, text: str) -> Any:
        shown = flat(text)
        for fault in self.faults:
            if flat(fault.quotation) in shown:
                found = {
                    "kind": fault.note,
                    "severity": "high",
                    "chapter": fault.chapter,
                    "quotation": self.misquotes + fault.quotation,
                    "what": f"planted {fault.kind}",
                    "effect": "A reader stumbles.",
                    "remedy": "Mend it.",
                    "people": [],
                }
                yield found
                yield found | {"severity": "low", "what": f"planted {fault.kind}, said again"}

    def _whole(self, text: str) -> Any:
        numbers = {line: int(n) for n, line in re.findall(r"^(\d+)\. (.*planted .*)$", text, re.MULTILINE)}
        first = [n for line, n in numbers.items() if "planted death" in line]
        return {
            "across": [
                {
                    "kind": "continuity",
                    "severity": "high",
                    "chapters": [fault.other_chapter, fault.chapter],
                    "what": f"{fault.other} {fault.quotation}",
                    "effect": "",
                    "remedy": "",
                    "people": [],
                }
                for fault in self.faults
                if fault.other and fault.kind == "looks"
            ],
            "same": [],
            "first": first,
        }

    def _shown(self, text: str) -> Any:
        note = flat(text.split("Passages of the story")[0])
        for fault in self.faults:
            if fault.other and flat(fault.other) in note:
                wrong = self.contradicted == fault.kind
                return {
                    "quotations": [fault.quotation, fault.other],
                    "verdict": "contradicted" if wrong else "borne out",
                }
        return {"quotations": [], "verdict": "not shown"}

    def _letter(self, text: str) -> Any:
        faults = [int(n) for n in re.findall(r"^(\d+)\. \[\d+\] (?!keep)", text, re.MULTILINE)]
        return {
            "about": [{"text": "It is a book about a house.", "notes": [], "chapters": [1]}],
            "works": [],
            "matters": [
                {"text": "This is where a reader stumbles first.", "notes": faults[:2], "chapters": []},
                {"text": "Nobody will like the hero.", "notes": [], "chapters": []},
                {
                    "text": 'As "the whale sang to the moon at night" shows, it is too long.',
                    "notes": faults[:1],
                    "chapters": [],
                },
                {"text": "In chapter 99 it ends.", "notes": faults[:1], "chapters": []},
            ],
            "parts": [],
            "next": [{"text": "Begin with the dead.", "notes": faults[:1], "chapters": []}],
        }


def _listed(text: str) -> list[tuple[int, str]]:
    last = text.rsplit("<manuscript-", 1)[-1]
    return [(int(n), quote) for n, quote in re.findall(r"^(\d+)\. (.+)$", last, re.MULTILINE)]
