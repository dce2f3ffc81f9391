"""Chinese speech: in double marks or corners, rarely in single ones."""

from __future__ import annotations

from fabula.languages.topics.dialogue import DOUBLE, DialogueRules, Marks

RULES = DialogueRules(
    systems=((DOUBLE, Marks("「", "」")), (Marks("『", "』"),), (Marks("‘", "’"),)),
    first_used=True,
    by_turn=True,
    said_before="道说說曰问問答叫喊云",
    lead_in="：:",
)
