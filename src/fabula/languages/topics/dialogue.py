"""Speech: the marks that a language puts around what is said."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Marks:
    """One system of marks: those that open, those that close, and those that do either."""

    opens: str
    closes: str
    either: str = ""
    within: Marks | None = None
    """Those around a quotation within a speech, in which these marks may open again."""


DOUBLE = Marks("“„«", "”»", '"＂')
SINGLE = Marks("‘", "’", "'")
"""Single marks among apostrophes."""


@dataclass(frozen=True, slots=True)
class DialogueRules:
    """How speech is marked. A text has one system; other marks inside it are quotations within speech."""

    systems: tuple[tuple[Marks, ...], ...] = ((DOUBLE,), (SINGLE,))
    """Systems of marks. Marks of one group are used side by side."""
    first_used: bool = False
    """If true, a text uses the first system that occurs in it. Otherwise it uses the one with the most speech."""
    by_turn: bool = False
    """Straight or wrong marks open and close alternately. They are common in Chinese files."""
    said_before: str = ""
    """Letters of the verbs of saying right before a speech."""
    said_after: str = ""
    """A pattern of what right after a quotation shows that it was said. Empty if nothing does."""
    names: str = ""
    """A pattern of what around a quotation shows that it is a name or a line of a poem. It is matched from eight characters before
    the opening mark on, against these, the mark, the last character within, the closing mark and the next character."""
    lead_in: str = ",:—–"
    """What else may come right before a speech within a paragraph."""
    calls_after: str = ""
    """A pattern for what follows a quoted name and says that somebody uses it: `“the old fox,” as they called him`. Empty if nothing does."""
    says: frozenset[str] = frozenset()
    """Verbs of saying, if a comma or a full stop after a quoted word stands within its marks: of “late” years, or “so-called.”
    Then small letters in mid-sentence are a quoted word, unless one of these verbs leads on to them."""
    unmarked: re.Pattern[str] | None = None
    """A pattern for who speaks right after words without a mark: `It is late, said he`."""
    narrator_in_dashes: bool = False
    """In speech that starts with a dash, narration is between dashes: —Ven —dijo Juan—. Es tarde."""
