"""The wording of multiple-choice questions about novels, and the headings of a synopsis."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuizRules:
    """The fixed words around a question, a review and a synopsis."""

    frame: str
    """A frame that names the novel: `{title}` and `{question}`."""
    lowers_first: bool
    """Whether the question begins with a small letter inside the frame."""
    question: str
    """Before a question."""
    answer: str
    """Before its answer."""
    chosen: str
    """How a harness asks for one letter: `{question}`, `{choices}` and `{letters}`. It reads the line "ANSWER: X"."""
    clear: str
    kind: str
    sound: str
    options: str
    """The four checks of a reviewer."""
    contrary: str
    """The check for kinds of question that suppose something."""
    synopsis: tuple[str, str, str]
    """The headings of a synopsis: people, plot and scenes."""

    def framed(self, title: str, question: str) -> str:
        """The question with its novel named."""
        text = question[:1].lower() + question[1:] if self.lowers_first else question
        return self.frame.format(title=title, question=text)
