"""Speech in double or single marks, or after a dash."""

from __future__ import annotations

from fabula.languages.topics.dialogue import DialogueRules

RULES = DialogueRules()
