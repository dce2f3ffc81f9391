"""French words for what a re-posting site adds to the chapters of a novel."""

from __future__ import annotations

from fabula.languages.topics.matter import MatterRules

RULES = MatterRules(
    copyright=r"tous droits réservés|dépôt légal",
    advert=(
        r"\b(?:"
        r"(?:lisez|lire|retrouvez|découvrez|téléchargez|télécharger)\b[^.!?\n]{0,40}?\b(?:gratuit\w*|en ligne|derniers? chapitres?|la suite sur|sur notre site|en pdf|en epub)\b"
        r"|chapitre (?:suivant|précédent)\b[^.!?\n]{0,20}?(?:chapitre|sommaire|[|<>«»])"
        r"|(?:ce|cette) (?:chapitre|roman|traduction|histoire)\b[^.!?\n]{0,30}?\b(?:est|a été) (?:publiée?|traduite?|mise? en ligne|proposée?|volée?) (?:par|sur|à)\b"
        r"|(?:si vous (?:trouvez|voyez|remarquez|constatez)|signalez(?:-nous)?)\b[^.!?\n]{0,20}?\b(?:erreurs?|fautes?|lien mort)\b"
        r"|(?:rejoignez|suivez|soutenez)(?:-nous| nous| notre| le traducteur| l['’]auteur)\b|abonnez-vous\b|inscrivez-vous à\b"
        r"|ajoutez (?:ce|notre) site à vos favoris\b|merci d['’]avoir (?:lu|téléchargé)\b[^.!?\n]{0,20}?\bsur\b"
        r"|(?:traduit|corrigé|relu|numérisé) par ?:|(?:traducteur|correcteur|relecteur)s? ?:"
        r")"
    ),
    page_before=r"page |p\. ?",
)
