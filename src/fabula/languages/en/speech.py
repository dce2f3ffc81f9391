"""English speech tags: “…,” said Jane; “…,” she said; “…,” the old man went on; Jane said, “…”."""

from __future__ import annotations

import re
from collections.abc import Iterable

from fabula.languages.alternation import any_of
from fabula.languages.en.passing import ADVERB, NO_ADJECTIVE
from fabula.languages.en.titles import same
from fabula.languages.en.unnamed import KIN_ALONE, unnamed
from fabula.languages.lexicons import word_set
from fabula.languages.topics.speech import Apposed, Cues, KinWords, SpeechRules

_VERBS = any_of(sorted(word_set("en", "speech_verbs"), key=len, reverse=True))
_MORE_VERBS = (
    "echoed|interjected|interposed|concluded|pronounced|ejaculated|proceeded|persisted|urged|faltered|assented|spoke|says|pursued"
    "|grunted|squeaked|squealed|shrieked|howled|wailed|moaned|whimpered|whined|yelped|bawled|hollered|piped|crowed|chirped|boomed"
    "|thundered|rumbled|grumbled|snarled|snorted|sniffed|scoffed|jeered|taunted|teased|joked|chuckled|giggled|panted|blurted|lisped"
    "|quavered|sputtered|spluttered|mused|commented|objected|commanded|corrected|reminded|assured|advised|apologi[sz]ed|acknowledged"
    "|affirmed|asserted|averred|implored|entreated|complained|threatened|vowed|queried|recited|chanted|hailed|greeted|quoth|swore|whisper|squeak|shout|cry|ask|answer"
)
_SAY = rf"(?:{_VERBS}|{_MORE_VERBS}|went\s+on|(?:put|threw|cut|struck|joined)\s+in|broke\s+(?:in|out)|burst\s+out|chimed\s+in|(?:was|were)\s+saying|said)"
_ADVERB = r"(?:\s+(?:\w+ly|then|only|merely|just|also|still|again|at\s+last|at\s+once|once\s+more|had|would|could))*"
_PRONOUN = r"(?P<pronoun>(?:[Hh]e|[Ss]he|I|[Tt]hey|[Ww]e)\b)"
_NAME = r"(?P<name>(?:(?:the|old|poor|young|little|dear)\s+)*(?:[A-Z][\w’'-]*\.?\s+(?:(?:de|du|della|von|van|der|la|le|of|the)\s+)*){0,3}[A-Z][\w’'-]*)"
_DETERMINER = r"(?:[Tt]he|[Hh]is|[Hh]er|[Mm]y|[Oo]ur|[Tt]heir|[Tt]his|[Tt]hat|[Aa]n?|[Aa]nother|[Oo]ne)"
_STOPS = (
    rf"{NO_ADJECTIVE}(?=\s*(?:[,.;:!?—–―(]|--|$)"
    rf"|\s+(?:of|in|with|who|as|to|and|when|from|on|at|that|for|by|after|\w+ing|{ADVERB})\b)"
)
_OF_NOUN = r"(?!(?:and|or|but|who|which|that|then)\b)[\w’'-]+"
"""A word that may stand in `the old man of the sea`: what begins another clause may not."""
_SEVERAL = r"[Aa]ll\s+(?:the|my|our|his|her|their)\s+(?:[a-z]+\s+)?[a-z]+|(?:[Ee]very|[Ss]ome|[Aa]ny|[Nn]o)(?:one|body)|[Bb]oth(?:\s+of\s+them)?|[Aa]ll\s+of\s+(?:them|us)|(?:[Oo]thers|[Ss]ome|[Mm]any|[Ss]everal)(?:\s+of\s+them)?\b|[Aa]nother\b|[Tt]hey\s+(?:all|both)|[Ww]e\s+(?:all|both)"
_AGED = r"(?:(?:old|young|little|poor|big|tall)\s+)*"
"""Words that no noun phrase ends with: `the old man rose and said`, not `the old`."""
_DESCRIBED = (
    rf"(?P<described>{_DETERMINER}\s+{_AGED}(?:{_OF_NOUN}\s+){{0,3}}?{_OF_NOUN}|{_SEVERAL}|(?:{KIN_ALONE})\b)"
)
_NOW = r"(?!(?:this|thus|does|goes|less|unless|across|besides|perhaps|sometimes|always|towards|[a-z]*wards|yes)\b)[a-z]{3,}[a-rt-z]s"
"""A verb of a story told in the present: `returns the old lady`."""
_WHO = r"(?:,\s+(?:who|which)\s[^,.;:!?“”]{1,80},)?"
_GAP = r"[\s,;.!?—–―_*-]*"

_VERB_FIRST = re.compile(
    rf"{_GAP}(?:(?:and|but|so|thus|then|here|now|again|at\s+(?:last|length|once)|\w+ly)\s+)?(?:{_SAY}|[a-z]+ed|{_NOW})(?:\s+(?:\w+ly|again|then|out|up|back|at\s+last))?\s+"
    rf"(?:{_PRONOUN}|{_NAME}|{_DESCRIBED}{_STOPS})"
)
_SUBJECT_FIRST = re.compile(
    rf"{_GAP}(?:(?:and|but|so|then|But|And|Then|So)\s+)?(?:{_PRONOUN}|{_NAME}|{_DESCRIBED}){_WHO}{_ADVERB}\s+{_SAY}\b"
)

_SAID_BEFORE = re.compile(
    rf"\s*(?:[Aa]nd\s+|[Bb]ut\s+|[Ss]o\s+)?(?:[Tt]hen|[Tt]hus|[Nn]ow|[Hh]ere|[Ss]o|[Tt]hereat|[Ww]hereupon|[Tt]hereupon|[Tt]o\s+(?:this|that|which|whom))\s+"
    rf"(?:{_SAY}|spake|spoke)\s+(?:{_PRONOUN}|{_NAME}|{_DESCRIBED})(?=[\s,:])(?:(?!,?\s(?:and|but|then|while|till|until)\b)[^“”\".!?;]){{0,60}}?[,:—–-]*\s*"
)
_SUBJECT = re.compile(
    rf"{_GAP}(?:(?:and|but|so|then|But|And|Then|So)\s+)?(?:{_PRONOUN}|{_NAME}|{_DESCRIBED})"
)
_ALSO_SAY = "say|saying|add|adding|exclaiming|asking|crying|replying|answering|observing|remarking|whispering|murmuring|continuing|repeating|explaining|utter|uttered|uttering"
_HEARD = "say|saying|sing|singing|cry|crying|call|calling|ask|asking|shout|shouting|whisper|whispering|murmur|murmuring|mutter|muttering|exclaim|answer|reply|add|speak"
"""What somebody is heard to do."""
_ANSWER = (
    "answer|reply|response|rejoinder|remark|comment|retort|observation|exclamation|question|greeting|cry|thought|language|conclusion|verdict"
    "|warning|advice|suggestion|protest|order|command|apology|excuse|opinion|words?|welcome|farewell|salutation|explanation|request|demand"
    "|appeal|report|promise|threat|assurance|judge?ment|criticism|plea|summary|theory|invitation|ultimatum"
)
_OWNED = rf"(?:(?P<pronoun>his|her|my)|{_NAME}['’]s|(?P<described>the\s+[\w-]+)['’]s)\s+(?:(?:\w+\s+){{0,2}}?(?:{_ANSWER})|saying)"


def _of(nouns: Iterable[str]) -> re.Pattern[str]:
    return re.compile(
        rf"[TtM](?<!\w.)(?:(?<=[Tt])he|(?<=M)(?:\.|onsieur|adame|me\.?) l[ea])"
        rf" (?:(?:old|little|poor|good|dear) )?({'|'.join(nouns)})\b(?![-’'])"
    )


def _others(nouns: Iterable[str]) -> re.Pattern[str]:
    return re.compile(
        rf"\b(?i:another|other|second|two|three|both|every|each) (?:\w+ )?({'|'.join(nouns)})s?\b"
    )


_RANKS = {
    "Insp": "inspector", "Dr": "doctor", "Prof": "professor", "Capt": "captain", "Col": "colonel", "Lt": "lieutenant", "Sgt": "sergeant",
    "Cpl": "corporal", "Adm": "admiral", "Cmdr": "commander", "Commissioner": "commissioner", "Supt": "superintendent",
    "Detective": "detective", "Sheriff": "sheriff", "Judge": "judge", "Sen": "senator", "Gov": "governor", "Mayor": "mayor",
    "Bishop": "bishop", "Coroner": "coroner", "Squire": "squire", "Parson": "parson", "Vicar": "vicar", "Rector": "rector",
    "Count": "count", "Duke": "duke", "Earl": "earl", "Countess": "countess", "Duchess": "duchess", "Baron": "baron", "Marquis": "marquis",
    "Duc": "duc", "Duchesse": "duchesse", "Comte": "comte", "Comtesse": "comtesse", "Vicomte": "vicomte", "Marquise": "marquise",
}  # fmt: skip
"""Not general, major and private, which are seldom nouns in small letters, nor officer and constable, of whom there are many."""


def _rank(name: str) -> str | None:
    first = name.removeprefix("the ").partition(" ")[0].rstrip(".")
    return _RANKS.get(same(first))


_APPOSED = Apposed(
    before=re.compile(r"\b[Tt]he\s(?:[a-z’'-]+\s){0,2}?([a-z-]+),\s\Z"),
    closes=re.compile(r"[,.;:!?)—](?!\s(?:and|or)\b)"),
    after=re.compile(
        r",\sthe\s(?:[a-z’'-]+\s){0,2}?([a-z-]+)(?=[,.;:!?)—])(?!,\s(?:(?:and|or)\s)?(?:the\b|[A-Z]))"
    ),
    of=_of,
    others=_others,
    rank=_rank,
)

CUES = Cues(
    subject=_SUBJECT,
    verb_first=_VERB_FIRST,
    subject_first=_SUBJECT_FIRST,
    leads_on=re.compile(r"[,;:—–―-]\s*\Z"),
    announces=re.compile(r":\s*(?:[—–―]|--)?\s*\Z"),
    before_address=re.compile(
        r"(?:(?:^|[,;:.!?—–―“\"‘'-])\s*|\b(?i:dear|dearest|poor|oh|o|well|yes|no|and|good-bye|thank you)\s+)"
        r"(?i:my\s+)?(?i:dear(?:est)?\s+)?(?:[A-Z]\w{1,8}\.?\s+)?\Z"
    ),
    after_address=re.compile(r"\s*(?:[,.;:!?”\"]|--|—|['’](?!s))"),
    before_object=re.compile(
        r"\b(?:to|at|with|for|of|from|by|on|upon|towards?|about|beside|than|after|before|behind|between|and)\s+"
        r"(?:(?:Mrs?|Ms|Dr|St|Capt|Col|Gen|Lt|Sgt|Rev|Prof|Messrs)\.\s+|[A-Z]\w{0,8}\s+)?\Z"
    ),
    to_whom=re.compile(
        r"(?:\s+\w+ly)?(?:\s+(?:back|out|up|over|across|down|again))?(?:\s+(?:to|at))?\s+(?:(?:the|old|poor|dear|young|little|good)\s+)*"
    ),
    owns=re.compile(r"['’]s"),
    pronoun=re.compile(r"[HhSsI](?<!\w.)(?:(?<=[Hh])e|(?<=[Ss])he|(?<=I))\b"),
    men=word_set("en", "men"),
    women=word_set("en", "women"),
    narrator="I",
    anybody=word_set("en", "anybody"),
    looking_on=re.compile(
        r"I (?:(?:can|could|shall|should|will) (?:\w+ )?(?:hear|see|recall|forget)|(?:still|never|always) (?:hear|see|forget|forgot))\b"
        rf"|I heard (?:[\w’'-]+ ){{1,4}}?(?:{_HEARD})\b"
    ),
    says=re.compile(rf"\b(?:{_SAY}|{_ALSO_SAY})\b"),
    begins=re.compile(
        r"\b(?:began|commenced|interposed|intervened|resumed|proceeded|spoke|related|recounted|narrated|(?:went|ran)\s+on|broke\s+(?:in|out)|burst\s+out"
        r"|broke\s+(?:the\s+|this\s+)?silence|cleared\s+(?:his|her)\s+throat)\b(?!\s+(?:to|with)\b)[^.;!?“”]{0,90}\.\s*\Z"
    ),
    leads_in=re.compile(
        r"(?:[,;]|--|—)\s*(?:and|but|so|then|for)\s+"
        r"|(?P<aside>(?:(?:[,;]|--|—)\s*|\b)(?:till|until|when|whereupon)\s+)"
        r"|\b(?:When|As|While|After|Before|If|Though|Although|Since)\s[^,.;]{1,120},\s+"
        r"|(?P<close>\b(?:that\s+|and\s+(?=s?he\b|I\b)))"
    ),
    heard=re.compile(r"\b(?:hear|hears|heard|hearing|(?:let|made|make|making)(?!\s+(?:an?|no|some)\b))\b"),
    heard_to_say=re.compile(
        rf"\s+(?:(?P<pronoun>him|her)|{_NAME}|{_DESCRIBED})\s+(?:\w+\s+){{0,5}}?(?:{_HEARD})\b"
    ),
    who_said=re.compile(r",\s+who\b"),
    owned_after=re.compile(rf"{_GAP}(?:was|were|had\s+been)\s+(?:all\s+|only\s+)?{_OWNED}\b"),
    owned_before=re.compile(rf"\b{_OWNED}(?:\s+(?:was|were|came|had\s+been))?\s*(?:[,:—–―-]+\s*)?\Z"),
    said_before=_SAID_BEFORE,
    voice_before=re.compile(
        rf"\b(?:voice|tones|words?)\s+of\s+(?:{_NAME}|(?P<described>(?:the|my|his|her)\s+[\w-]+)|(?P<pronoun>him|her))(?:\s+\w+ing)?\s*[,:—–―-]+\s*\Z"
    ),
    was_all=re.compile(
        rf"{_GAP}(?:was|were)\s+(?:all|what)\s+(?:that\s+)?(?:{_PRONOUN}|{_NAME}|{_DESCRIBED})\s+(?:(?:could|would|had|did|can|ever|actually|really)\s+){{0,2}}"
        rf"(?:{_SAY}|{_ALSO_SAY}|get\s+out|manage\w*|find)\b"
    ),
    my="my",
    meant={"the Lord": "god"},
    by_turn=frozenset(("other",)),
    kin=KinWords(
        owners={"his": "m", "her": "f"},
        parents={
            **dict.fromkeys(("mother", "mamma", "mama"), "f"),
            **dict.fromkeys(("father", "papa"), "m"),
        },
        spouses={"wife": "f", "husband": "m"},
        heads={
            **dict.fromkeys(("mrs", "lady", "madame", "mme", "frau", "signora"), "f"),
            **dict.fromkeys(("mr", "sir", "lord", "monsieur", "herr", "signor"), "m"),
        },
    ),
    unnamed=unnamed,
    apposed=_APPOSED,
)
RULES = SpeechRules(cues=CUES)
