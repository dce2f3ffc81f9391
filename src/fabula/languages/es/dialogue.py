"""Spanish speech: after a dash, with the narrator between dashes; else in angular or double marks."""

from __future__ import annotations

from dataclasses import replace

from fabula.languages.general.dialogue import RULES as GENERAL

RULES = replace(GENERAL, narrator_in_dashes=True)
