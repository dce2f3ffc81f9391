"""Plays: the speaker's name in capitals, or with a full stop or a colon."""

from __future__ import annotations

from fabula.languages.topics.drama import DramaRules

RULES = DramaRules()
