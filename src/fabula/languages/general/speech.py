"""Speech in a language without tag rules: no speakers are found."""

from __future__ import annotations

from fabula.languages.topics.speech import SpeechRules

RULES = SpeechRules()
