"""How multiple-choice questions about novels are worded, and how a synopsis is headed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuizRules:
    """The fixed words around a question, a review and a synopsis."""

    frame: str
    """A question with its novel named: `{title}` and `{question}`."""
    lowers_first: bool
    """Whether the question begins with a small letter inside the frame."""
    question: str
    """Before a question."""
    answer: str
    """Before its answer."""
    clear: str
    kind: str
    sound: str
    options: str
    """The four checks of a reviewer."""
    contrary: str
    """The check of the kind where the question supposes something."""
    synopsis: tuple[str, str, str]
    """People, plot and scenes, as a synopsis is headed."""

    def framed(self, title: str, question: str) -> str:
        """The question with its novel named."""
        text = question[:1].lower() + question[1:] if self.lowers_first else question
        return self.frame.format(title=title, question=text)
