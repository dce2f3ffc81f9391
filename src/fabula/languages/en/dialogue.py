"""English speech: in double marks, or in single ones with double within."""

from __future__ import annotations

from fabula.languages.topics.dialogue import DialogueRules

RULES = DialogueRules()
