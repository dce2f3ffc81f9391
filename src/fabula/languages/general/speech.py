"""Speech in a language without rules for its tags: nobody is named as speaker."""

from __future__ import annotations

from fabula.languages.topics.speech import SpeechRules

RULES = SpeechRules()
