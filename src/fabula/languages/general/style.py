"""Style in a language without word lists: only checks that need none."""

from __future__ import annotations

from fabula.languages.topics.style import StyleRules

RULES = StyleRules()
