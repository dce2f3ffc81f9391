"""English words that show who tells a story, when it happens and in which tense."""

from __future__ import annotations

import re

from fabula.languages.topics.narration import NarrationRules

_DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_ONES = "[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine"
_TENS = "[Tt]wenty|[Tt]hirty|[Ff]orty|[Ff]ifty|[Ss]ixty|[Ss]eventy|[Ee]ighty|[Nn]inety"
_NUMBER = rf"(?:[Aa] few|[Ss]ome|[Ss]everal|(?:{_TENS})(?:-(?:{_ONES}))?|{_ONES}|[Tt]en|[Ee]leven|[Tt]welve|[Ff]ifteen|\d{{1,9}})"
_PART = "morning|afternoon|evening|night|day|week|month|year|summer|winter|spring|autumn"
_TIME = re.compile(
    rf"\b(?:(?:[Tt]he|[Tt]hat) (?:next|following|same) (?:{_PART})\b"
    rf"|[Nn]ext (?:{_PART})\b"
    rf"|(?:[Oo]n|[Bb]y|[Ll]ast|[Nn]ext) (?:{_DAYS})\b"
    rf"|[Ii]n (?:{_MONTHS})\b"
    rf"|(?:{_MONTHS}) (?:the )?\d{{1,9}}(?:st|nd|rd|th)?\b"
    rf"|{_NUMBER} (?:minutes|hours|days|weeks|months|years) (?:later|afterwards?|before|earlier)\b"
    r"|[Tt]he day (?:after|before)\b|[Ii]n (?:1[5-9]|20)\d\d\b)",
)
_WEATHER = re.compile(
    r"\W*(?:it (?:was|had been) (?:raining|snowing|a (?:\w+ )?(?:cold|hot|fine|bright|sunny|dark|stormy|wet|grey|gray|foggy|"
    r"misty|beautiful|lovely) (?:\w+ )?(?:day|morning|night|evening|afternoon))|the (?:rain|snow|sun|fog|mist|storm|wind|weather)\b)",
    re.I,
)
_WAKING = re.compile(
    r"\W*(?:\w+ ){0,3}(?:woke|awoke|wakened|was awakened|opened (?:his|her|my|their) eyes)\b", re.I
)
_SLEEP = re.compile(
    r"\b(?:fell asleep|went to (?:sleep|bed)|fell into a (?:\w+ )?sleep|drifted off|closed (?:his|her|my) eyes)\b",
    re.I,
)
_CLOCK = re.compile(
    rf"\W*(?:(?:early |late )?(?:[Tt]he|[Tt]hat|[Oo]n|[Ii]n|[Aa]t|[Oo]ne|[Nn]ext|[Ii]t was)[^.,;]{{0,30}}?\b(?:{_PART}|{_DAYS}|{_MONTHS}|o'clock|midnight|noon|dawn)\b"
    rf"|{_NUMBER} (?:minutes|hours|days|weeks|months|years) (?:later|afterwards?|after|passed|had passed)\b)",
    re.I,
)
_MIND = re.compile(
    r"[ \n](?:\w+ly )?(?:(?:had )?(?:thought|felt|wondered|realised|realized|remembered|believed|hoped|wished|feared|understood|"
    r"imagined|recollected|reflected|suspected|supposed|guessed|sensed|doubted|dreaded|regretted|resented|wanted|despised|longed|knew))\b"
)

_LETTER_END = re.compile(
    r"\b(?:Yours|Your'?s|Your (?:own )?(?:most |ever |very |truly )?(?:affectionate|affectionately|loving|obedient|humble|faithful|devoted|sincere|dutiful|grateful|old|friend)|"
    r"(?:Very |Most )?(?:sincerely|faithfully|truly|affectionately) yours|With (?:much |all |best |fondest )?(?:love|regards))\b|\bP\. ?S\."
)
_OWN_PAPER = (
    "diar(?:y|ies)|journal|log|log-?book|note-?book|notes|memorandum|memoranda|memoirs?|manuscript|papers|letters?|telegram|narrative|statement"
    "|narration|testimony|evidence|deposition|confession|recollections|reminiscences"
)
"""What somebody wrote. The story of Anna may be anybody's; Anna's story is hers."""
_PAPER = rf"(?:{_OWN_PAPER}|story|tale|account|relation|report|version|record|events?|chapters?)"
_KIND = "(?:(?:private|secret|full|own|first|second|third|last|phonograph|continued) )*"
_WRITTEN = "(?:is |was )?(?:written|kept|told|related|recorded|contributed|furnished|begun|continued|resumed|concluded|narrated|taken up|set down)"
_FROM = "(?:(?:further |an? )*(?:extracts?|passages|pages|leaves) from |from |being |the )*"
_TELLER = r"(?P<name>(?:[A-Z][\w-]*(?:[’'](?![sS]\b)\w+)?\.? (?:(?:de|du|von|van|der|la|le) )*){0,4}[A-Z][\w-]*(?:[’'](?![sS]\b)\w+)?)"
_ASIDE = r"(?: of the [Cc]ase| of [A-Z].{0,60})?(?:\s*(?:[—–―-]+|[,(:;])\s*.{0,80}|\.)?[)\]]?"
_TELLERS = tuple(
    re.compile(rf"[(\[]?(?:\w+ [Nn]arrative[.:] )?{heading}{_ASIDE}")
    for heading in (
        rf"(?i:{_FROM}(?:\w+ )?{_KIND}(?:{_OWN_PAPER}) (?:of|by|from)(?: the)?) {_TELLER}",
        rf"(?i:{_FROM}{_KIND}{_PAPER} according to(?: the)?) {_TELLER}",
        rf"(?i:{_FROM}{_KIND}(?:{_PAPER},? )?{_WRITTEN} by(?: the)?) {_TELLER}",
        rf"(?i:letters?)(?:[,:—]| from| of)? {_TELLER},? to [A-Z].{{0,80}}",
        rf"(?i:{_FROM}){_TELLER}[’'][sS]? (?i:{_KIND}{_PAPER})",
        rf"{_TELLER},? (?i:in continuation|continued|resumes)",
        rf"{_TELLER} (?i:(?:tells|begins|continues|resumes|concludes|takes up) (?:the|his|her) {_PAPER})",
    )
)

RULES = NarrationRules(
    first_person=frozenset(("i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves")),
    past=frozenset(
        (
            "was",
            "were",
            "had",
            "did",
            "went",
            "came",
            "took",
            "gave",
            "stood",
            "sat",
            "knew",
            "thought",
            "felt",
            "saw",
            "seemed",
            "became",
            "began",
            "made",
            "turned",
            "looked",
            "asked",
            "replied",
            "cried",
            "walked",
            "answered",
        )
    ),
    present=frozenset(
        (
            "is",
            "are",
            "has",
            "does",
            "goes",
            "comes",
            "takes",
            "gives",
            "stands",
            "sits",
            "knows",
            "thinks",
            "feels",
            "sees",
            "seems",
            "becomes",
            "begins",
            "makes",
            "turns",
            "looks",
            "says",
            "asks",
            "replies",
            "cries",
            "walks",
            "answers",
            "am",
        )
    ),
    deeds=frozenset(
        (
            "goes",
            "comes",
            "takes",
            "stands",
            "sits",
            "turns",
            "looks",
            "says",
            "asks",
            "replies",
            "cries",
            "walks",
            "answers",
            "sees",
        )
    ),
    example=re.compile(r"\b[Yy]ou\b"),
    letter=re.compile(
        r"^\W{0,3}(?:(?:[Mm]y (?:own )?|MY )?(?:[Dd]ear(?:est)?|DEAR(?:EST)?)|[Hh]onou?red|[Rr]espected|Deer|Dere) [A-Z][\w’'. ]{1,30}[,:;!—-]",
        re.M,
    ),
    letter_end=_LETTER_END,
    tellers=_TELLERS,
    letter_title=re.compile(r"(?:the )?(?:letter (?:the )?(?:\d+|[ivxlc]+|\w+)|\w+ letter)\b.{0,80}", re.I),
    mind=_MIND,
    time=_TIME,
    openings={"waking": _WAKING, "weather": _WEATHER, "time": _CLOCK},
    endings={"sleep": _SLEEP},
)
