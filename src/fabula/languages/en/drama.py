"""English plays and screenplays."""

from __future__ import annotations

from fabula.languages.topics.drama import DramaRules

_SHOTS = (
    r"(?:INT|EXT|EST|I/E)\b|(?:SMASH |MATCH |JUMP |HARD |QUICK |TIME )?CUTS? (?:TO|BACK|IN)\b|CUT\b|FADE|DISSOLVE|WIPE|INTERCUT|MONTAGE|END\b"
    r"|BACK TO|INSERT\b|CLOSE\b|ANGLE\b|WIDE\b|POV\b|P\.O\.V|SUPER\b|TITLES?\b|CREDITS?\b|CAPTION|CHYRON|FLASHBACK|CONTINUED|MORE\b|LATER\b"
)
_STAGE = (
    r"ACT\b|SCENES?\b|PROLOGUE\b|EPILOGUE\b|CURTAIN|TABLEAU|BLACKOUT|EXIT|EXEUNT|ENTER\b|RE-ENTER\b|SETTING\b|TIME\b|PLACE\b|PERIOD\b"
    r"|CHARACTERS?\b|PERSONS?\b|CAST\b|DRAMATIS\b|NOTES?\b|PROPERTIES\b|COSTUMES?\b|CHAPTER\b|PART\b|BOOK\b|FINIS\b|THE END"
)
RULES = DramaRules(
    beside=r"\(?(?:CONT['’]?D|CONTINUED|CONTINUING|O\.?S\.?|V\.?O\.?|O\.?C\.?)(?!\w)\)?",
    nobody=rf"(?:{_SHOTS}|{_STAGE}).*",
    together=r"(?:ALL|BOTH|OMNES|CHORUS|EVERY(?:ONE|BODY)|TOGETHER|(?:THE )?(?:CROWD|VOICES|OTHERS|REST|MOB|COMPANY))(?: .*)?",
    joined=r"\s*(?:,|&|/|\band\b)\s*",
    teller=r"(?:MY)?SELF|ME",
    moves=r"Enters?|Exits?|Exeunt|Re-enters?|Manet|Dies|Curtain|Tableau|Aside",
    said="“Yes,” said {0}. “No,” {0} said.",
)
