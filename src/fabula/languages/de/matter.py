"""German words for what a re-posting site adds to the chapters of a novel."""

from __future__ import annotations

from fabula.languages.topics.matter import MatterRules

RULES = MatterRules(
    copyright=r"alle rechte vorbehalten|urheberrechtlich geschützt",
    advert=(
        r"\b(?:"
        r"(?:lies|lest|lesen sie|jetzt lesen|herunterladen|download)\b[^.!?\n]{0,40}?\b(?:kostenlos|gratis|online|(?:neuesten?|aktuellen?|weitere) kapitel|auf unserer (?:web)?seite)\b"
        r"|(?:nächstes|voriges|vorheriges) kapitel\b|(?:neue|weitere) kapitel\b[^.!?\n]{0,20}?\b(?:auf|bei|unter)\b"
        r"|(?:dieses kapitel|dieser roman|diese (?:geschichte|übersetzung))\b[^.!?\n]{0,20}?\b(?:wurde|ist|erschien)\b[^.!?\n]{0,30}?\b(?:veröffentlicht|übersetzt|hochgeladen|bereitgestellt|gestohlen|zuerst)\b"
        r"|(?:wenn (?:du|sie|ihr)|falls (?:du|sie|ihr)|bitte melde\w*)\b[^.!?\n]{0,30}?\bfehler\b"
        r"|(?:folge|folgt|folgen sie|unterstütze|unterstützt|besuche|besuchen sie) (?:uns|unsere[rn]?|mich|den übersetzer|die autorin|den autor)\b"
        r"|(?:abonniere|abonnieren sie)\b|(?:setze|setzen sie) (?:ein|diese seite als) lesezeichen\b"
        r"|(?:übersetzt|korrigiert|gescannt|digitalisiert) von ?:|(?:übersetzer|korrektur|lektor)(?:in)? ?:"
        r")"
    ),
    page_before=r"seite |s\. ?",
)
