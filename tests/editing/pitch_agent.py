"""A scripted model that writes a pitch with two lies in it."""

from __future__ import annotations

from typing import Any

from judging.critics import asked, notes, properties

TRUE = "Mara comes home."
LIES = ("Her uncle sinks the ferry.", "Her uncle burns the church.")
MENDED = "Mara holds the lamp."
LINE = "They walked along the shore and spoke of the winter that was coming to the village."


class Agent:
    """Writes a pitch with two lies in it. Sent back, the first becomes true and the second stays a lie."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def __call__(self, body: dict[str, Any]) -> Any:
        names = properties(body)
        text = asked(body)
        self.prompts.append(text)
        if "cast" in names:
            return notes(body, "Mara comes home. [1]")
        if "synopsis" in names:
            return {"synopsis": [f"{TRUE} {LIES[0]}", TRUE]}
        if "logline" in names:
            beside = {
                "title": "The Sea Road",
                "author": "B. Other",
                "year": 2019,
                "here": LIES[1],
                "why": "It is near.",
            }
            return {"logline": TRUE, "comparables": [beside]}
        if "sentences" in names:
            return {
                "sentences": [{"number": 1, "text": MENDED}, {"number": 2, "text": LIES[1]}, {"number": 9}]
            }
        if "verdict" in names:
            false = "uncle" in text.rsplit("<manuscript", 1)[-1]
            return {
                "reason": "There is no uncle." if false else "So it says.", "quotation": LINE,
                "verdict": "contradicted" if false else "supported", "correction": "",
            }  # fmt: skip
        if "facts" in names:
            return {"facts": [text.rsplit("<manuscript", 1)[-1].split("\n")[1]]}
        return {name: [] for name in names}
