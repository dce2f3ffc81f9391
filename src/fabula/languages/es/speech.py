"""Spanish speech tags: —Ven —dijo Juan—, «Ven», dijo la señora Pérez, Juan dijo: «Ven»."""

from __future__ import annotations

import re

from fabula.languages.lexicons import word_set
from fabula.languages.speech_tags import SpeechTags
from fabula.languages.topics.speech import SpeechRules

_VERBS = "|".join(sorted(word_set("es", "speech_verbs"), key=len, reverse=True))
_BEFORE_NAME = (
    r"(?:(?:el|la|su|mi|don|doña|señor|señora|señorita|padre|madre|tío|tía|viejo|vieja|joven|pobre)\s+)*"
)
_ADVERB = r"(?:\s+(?:\w+mente|entonces|luego|también|por fin|en voz baja))?"

_TAGS = SpeechTags(
    verb_then_name=re.compile(rf"\W*(?:{_VERBS})(?:le|les|me|nos)?{_ADVERB}\s+{_BEFORE_NAME}(?:a\s+)?$"),
    between=re.compile(rf"\W*{_BEFORE_NAME}"),
    name_then_verb=re.compile(rf"{_ADVERB}\s+(?:se\s+)?(?:{_VERBS})\b"),
    name_before=re.compile(rf"{_ADVERB}\s+(?:le\s+|les\s+|se\s+)?(?:{_VERBS})\b[^.!?;«»—\n]*[,:]?\s*$"),
)

RULES = SpeechRules(speakers=_TAGS.speakers)
