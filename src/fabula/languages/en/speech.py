"""English speech tags."""

from __future__ import annotations

import re

from fabula.languages.lexicons import word_set
from fabula.languages.speech_tags import SpeechTags
from fabula.languages.topics.speech import SpeechRules

_VERBS = "|".join(sorted(word_set("en", "speech_verbs"), key=len, reverse=True))

_TAGS = SpeechTags(
    verb_then_name=re.compile(
        rf"\W*(?:{_VERBS})(?:\s+\w+ly)?\s+(?:the\s+|old\s+|poor\s+|young\s+)?(?:(?:[A-Z]\w*\.?)\s+)?$"
    ),
    between=re.compile(r"\W*(?:[A-Z]\w*\.?\s+)?"),
    name_then_verb=re.compile(rf"(?:\s+\w+ly|\s+then|\s+only|\s+merely)?\s+(?:{_VERBS})\b"),
    name_before=re.compile(
        rf"(?:\s+\w+ly|\s+then|\s+only|\s+merely)?\s+(?:{_VERBS})\b[^.!?;“”\"\n]*[,:—-]*\s*$"
    ),
)

RULES = SpeechRules(speakers=_TAGS.speakers)
