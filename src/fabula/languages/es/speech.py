"""Spanish speech tags: —Ven —dijo Juan—, «Ven», dijo la señora Pérez, Juan dijo: «Ven», —No —contestó ella."""

from __future__ import annotations

import re

from fabula.languages.lexicons import word_set
from fabula.languages.topics.speech import Cues, SpeechRules

_VERBS = "|".join(sorted(word_set("es", "speech_verbs"), key=len, reverse=True))
_SAY = rf"(?:(?:le|les|me|nos|se)\s+)?(?:{_VERBS})(?:le|les|me|nos)?"
_ADVERB = r"(?:\s+(?:\w+mente|entonces|luego|también|por\s+fin|en\s+voz\s+baja|al\s+fin|de\s+nuevo))*"
_GAP = r"[\s,;.!?—–―…»”\"-]*"
_TITLES = (
    r"(?:(?:el|la|su|mi|don|doña|señor|señora|señorita|padre|madre|tío|tía|viejo|vieja|joven|pobre)\s+)*"
)
_WORD = r"[A-ZÁÉÍÓÚÜÑ][\w’'-]*"
_NAME = rf"(?P<name>{_TITLES}(?:{_WORD}\.?\s+(?:(?:de|del|la|los)\s+)*){{0,3}}{_WORD})"
_PRONOUN = r"(?P<pronoun>(?:[Éé]l|[Ee]lla|[Yy]o)\b)"
_DESCRIBED = r"(?P<described>(?:[Ee]l|[Ll]a|[Ss]u|[Mm]i|[Uu]na?|[Aa]quella?|[Ee]st[ea])\s+\w+)"

CUES = Cues(
    verb_first=re.compile(rf"{_GAP}{_SAY}{_ADVERB}\s+(?:{_NAME}|{_DESCRIBED}|{_PRONOUN})"),
    subject_first=re.compile(rf"{_GAP}(?:[Yy]\s+)?(?:{_NAME}|{_PRONOUN}|{_DESCRIBED}){_ADVERB}\s+{_SAY}\b"),
    subject=re.compile(rf"{_GAP}(?:{_NAME}|{_PRONOUN}|{_DESCRIBED})"),
    leads_on=re.compile(r"[,:—–]\s*\Z"),
    announces=re.compile(r":\s*(?:[—–―]|--)?\s*\Z"),
    before_address=re.compile(
        r"(?:(?:^|[,;:.!?¡¿—–―«“\"'-])\s*|\b(?i:querid[oa]|oh|ay|sí|no|y|adiós|gracias)\s+)(?i:mi\s+)?(?i:querid[oa]\s+)?"
        r"(?i:(?:don|doña|señor|señora|señorita|tío|tía)\s+)?\Z"
    ),
    after_address=re.compile(r"\s*[,.;:!?»”\"—…]|\s*\Z"),
    before_object=re.compile(
        r"\b(?:a|con|de|para|por|en|sobre|hacia|sin|tras|ante|que)\s+(?i:(?:don|doña|la|el)\s+)*\Z"
    ),
    to_whom=re.compile(r"(?:\s+\w+mente)?\s+(?:al?\s+)(?:(?:el|la|don|doña|señor|señora)\s+)*", re.I),
    owns=re.compile(r"(?!)"),
    pronoun=re.compile(r"\b(?:Él|él|[Ee]lla|[Yy]o)\b"),
    men=word_set("es", "men"),
    women=word_set("es", "women"),
    narrator="yo",
    looking_on=re.compile(r"yo (?:nunca|jamás|todavía|aún) (?:olvidaré|olvidé|oigo|veo)\b"),
)
RULES = SpeechRules(cues=CUES)
