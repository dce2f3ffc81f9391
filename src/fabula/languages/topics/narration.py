"""Narration: who tells a story, in which tense, and what its chapters open and close with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NarrationRules:
    """The words that show how a story is told. Without a list, the check is skipped."""

    first_person: frozenset[str] = frozenset()
    """The narrator's own pronouns."""
    past: frozenset[str] = frozenset()
    """Common verbs that can only be past."""
    present: frozenset[str] = frozenset()
    """Common verbs that can only be present."""
    deeds: frozenset[str] = frozenset()
    """Those of them that tell what somebody does now. The others state what is always so, in any telling."""
    example: re.Pattern[str] | None = None
    """Whom a telling speaks to when it says what anybody does: `You open the door`."""
    letter: re.Pattern[str] | None = None
    """How a letter begins that is printed whole, at the beginning of a line."""
    letter_end: re.Pattern[str] | None = None
    """How a letter ends."""
    tellers: tuple[re.Pattern[str], ...] = ()
    """Headings that say who tells what stands below them, each as a whole. Group `name`: `Mina Murray’s Journal`."""
    letter_title: re.Pattern[str] | None = None
    """The title of a chapter that is one of several letters: `Letter IV`."""
    mind: re.Pattern[str] | None = None
    """What follows a name when the narration looks into that person's mind."""
    time: re.Pattern[str] | None = None
    """Words that place a scene in time: `the next morning`, `on Monday`, `three weeks later`."""
    openings: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """A kind of first sentence, and the pattern of its beginning."""
    formulas: frozenset[str] = frozenset()
    """Words with which chapters begin by convention."""
    endings: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """A kind of last sentence."""
