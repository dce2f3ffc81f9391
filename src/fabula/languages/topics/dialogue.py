"""Speech: the marks that a language puts around what is said."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Marks:
    """One system of marks: those that open, those that close, and those that do either."""

    opens: str
    closes: str
    either: str = ""


DOUBLE = Marks("“„«", "”»", '"＂')
SINGLE = Marks("‘", "’", "'")
"""Single marks among apostrophes."""


@dataclass(frozen=True, slots=True)
class DialogueRules:
    """How speech is marked. A text has one system; what stands within it in another is a quotation in speech."""

    systems: tuple[tuple[Marks, ...], ...] = ((DOUBLE,), (SINGLE,))
    """Systems of marks. Marks of one group are used side by side."""
    first_used: bool = False
    """The first system that a text uses at all is its own. Otherwise it is the one with the most speech."""
    by_turn: bool = False
    """A straight or a wrong mark opens and closes in turn: files in Chinese often have them."""
    said_before: str = ""
    """Letters of the verbs of saying that stand right before a speech."""
    lead_in: str = ",:—–"
    """What else stands right before a speech within a paragraph."""
    narrator_in_dashes: bool = False
    """In a speech that a dash opens, the narrator stands between dashes: —Ven —dijo Juan—. Es tarde."""
