"""English speech: in double marks, or in single ones with double within."""

from __future__ import annotations

import re

from fabula.languages.lexicons import word_set
from fabula.languages.topics.dialogue import DialogueRules

_NAMES = {"call", "calls", "called", "thought"}
"""What names a thing more often than it says something: `they called it “home.”`"""
_CALLS_AFTER = r"\s+as\s+(?:[\w’'-]+\s+){1,4}?(?:call|calls|called|named|styled|dubbed|nicknamed)\s+(?:him|her|it|them|me|us)\b"
_UNMARKED = re.compile(
    r"(?<=[a-z])[,.!?;] (?:said|cried|replied|answered|asked|returned|exclaimed|added) (?:I|he|she|they|[A-Z][a-z]+)\b(?=[,.;:!?—])"
)
RULES = DialogueRules(
    says=word_set("en", "speech_verbs") - _NAMES, calls_after=_CALLS_AFTER, unmarked=_UNMARKED
)
