"""English word lists of style."""

from __future__ import annotations

import re

from fabula.languages.alternation import any_of
from fabula.languages.en.misprints import ENDING, MEANT, MISPRINTS, NOT_TURNED, THINKING, TURNED
from fabula.languages.en.spelling import SPELLING
from fabula.languages.en.things import names_a_thing
from fabula.languages.en.variants import other_spelling
from fabula.languages.lexicons import grouped, lines, table, word_set
from fabula.languages.published import read_published
from fabula.languages.searching import Signed
from fabula.languages.topics.style import StyleRules, by_first_word

_SPEECH_VERBS = any_of(sorted(word_set("en", "speech_verbs") - {"thought"}))
_SEEING_IS_THE_DEED = "".join(
    rf"(?<!\b{first}{word[1:]} )"
    for word in (
        "after",
        "as",
        "before",
        "ever",
        "if",
        "more",
        "since",
        "than",
        "that",
        "till",
        "until",
        "way",
        "what",
        "when",
        "whenever",
        "where",
        "which",
        "whom",
    )
    for first in [f"[{word[0].upper()}{word[0]}]"]
)
"""`When he saw me`, `what she felt`: here nothing else is shown through the observer."""
_OBJECT = "him|her|me|us|them|it"
_THEIR = "his|her|my|our|their"
_NO_SENSE = "|".join(
    (
        r"felt (?:(?:him|her|my)self |themselves |ourselves |very |quite |rather |so |almost |strangely |strongly |not )*"
        r"(?:in (?:duty|honou?r) bound|(?:bound|obliged|compelled|constrained|forced|entitled|inclined|disposed|tempted|called|equal|up|free|able|unable|at liberty)(?= (?:up)?on\b| to\b)|well advised)",
        rf"felt it (?:to be )?(?:incumbent|(?:{_THEIR}) (?:duty|business)|right|best|only (?:right|fair)|necessary|advisable)",
        r"felt (?:no|little|some) (?:doubt|difficulty|hesitation|scruples?|compunction|obligation)",
        rf"felt (?:like [a-z]+ing|(?:{_THEIR}) way|about for|around for|for (?:the|a|an|{_THEIR})|in (?:{_THEIR}|the) (?:\w+ )?(?:pockets?|purse|bag))",
        r"saw (?:no|little|small|not much|not the least|not any) (?:\w+ )?(?:alternative|advantage|cause|choice|difficulty|escape|good|harm|help|hope|means|necessity|need|object|objection|occasion|point|prospect|reason|remedy|sense|use|way)",
        r"saw (?:the|some|any|every) (?:advantage|force|humou?r|joke|justice|necessity|need|point|reason|sense|use|wisdom)",
        rf"saw (?:fit|red|reason|cause|eye to eye|through (?:{_OBJECT})|to (?:it|{_THEIR}|the)|(?:much|more|enough|a great deal|little|less) of|(?:{_THEIR}) (?:chance|opening|way|mistake|opportunity))",
        rf"saw (?:{_OBJECT}|[A-Z]\w+) (?:off|out|home|safe|safely|through)",
        rf"heard (?:from|about|all about|tell|no more|news|(?:{_OBJECT}) out)",
        r"watched over|wondered at",
    )
)
"""Set phrases of duty, judgement and deeds, in which nobody observes: `felt in duty bound`, `saw no alternative`, `saw her home`."""
_SEES = r"(?:saw|noticed|felt|heard|realized|realised|watched|wondered|sensed|spotted|perceived|could (?:see|feel|hear|sense))\b"
_MAY_SEE = rf"(?=(?:[Hh]e|[Ss]he|[Tt]hey|[Ww]e|[A-Z][a-z]*)(?: suddenly| only)? {_SEES})"
"""Checked first, because it is quick."""
_FILTER = re.compile(
    rf"\b{_MAY_SEE}{_SEEING_IS_THE_DEED}(?:I|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|(?!(?:[A-Z][a-z]+ing|It|This|That|These|Those|Everything|Something|Nothing|Anything|All|Each|Everyone|Nobody|There|What|Which)\b)[A-Z][a-z]+)(?: suddenly| only)? "
    rf"(?!(?:{_NO_SENSE})\b){_SEES}"
    r"(?! (?:of|each other|one another|no way|nothing)\b)(?<!\b[Tt]hey felt(?= (?:cool|cold|warm|smooth|rough|heavy|light|like|wrong|right|stiff|soft|real|strange|too|as)\b))"
)
_SEES_IN_LINE = re.compile(rf" {_SEES}")
_LY = (
    "actually|ally|anomaly|apparently|apply|assembly|barely|belly|bully|burly|certainly|chilly|comely|curly|daily|early|elderly|"
    "eventually|evidently|family|finally|folly|formerly|generally|hardly|holy|homely|immediately|jelly|lately|likely|lively|lonely|"
    "lovely|melancholy|merely|nearly|obviously|occasionally|only|possibly|presently|probably|really|recently|rely|reply|scarcely|"
    "silly|supply|ugly|ultimately|usually"
)
"""Words that end like an adverb of manner and are none: they say when, how surely or how much."""
_GOES_ON = "and|are|as|at|because|but|for|had|how|if|in|is|not|of|on|or|so|that|this|to|was|were|what|when|which|while|who|with|without"
"""Words after which the sentence is no longer about the speaker."""
_IN_TAG = rf"(?!(?:{_GOES_ON})\b)(?:[\w’-]+|[A-Z]\w{{0,4}}\.)"
"""A word of a speech tag. A stop belongs to it only after a title: `Mrs.`"""
_SLIGHTLY = r"(?:(?:a (?:little|trifle|bit)|almost|half|quite|rather|so|somewhat|too|very) )?"
_MANNER = rf"{_SLIGHTLY}(?!(?:{_LY})\b)[a-z]{{3,}}ly(?:[.,;:!?—]|\s*[“\"]|\s+(?:and|but|as)\b|\n)"
"""An adverb with which the tag ends."""
_SPEAKER = (
    r"(?:[A-Z][\w’]*\.?(?: [A-Z][\w’]*){0,2}|he|she|I|they|(?:the|his|her|my|their) [a-z’-]+(?: [a-z’-]+)?)"
)
_ADVERB_TAG = re.compile(
    rf"[”\"’'](?<=[,.?!…—–―;:-].)[ \n](?:"
    rf"(?:{_IN_TAG} ){{0,3}}?(?:{_SPEECH_VERBS})(?: {_IN_TAG}){{0,3}}?"
    r"(?: to (?:him|her|them|me|us|himself|herself|themselves|myself))?"
    rf"(?:(?= )|,(?= {_MANNER})) "
    rf"|[a-z]{{3,}}ed {_SPEAKER},? (?={_MANNER})"
    rf"|(?:{_IN_TAG} ){{1,4}}?(?=[a-z]+ly (?:and [a-z]+ly )?(?:{_SPEECH_VERBS}|echoed|professed|brought out|broke in|put in|went on)\b)"
    rf"){_SLIGHTLY}(?!(?:{_LY})\b)([a-z]{{3,}}ly)\b"
)
"""`said the pilot sadly`, `stormed the pilot, a little hotly`, `he sadly said`, `she coldly and clearly replied`."""
_ADVERB_LEAD = re.compile(
    rf"(?:\b(?:{_SPEECH_VERBS})(?: {_IN_TAG}){{0,3}}?,? {_SLIGHTLY}(?!(?:{_LY})\b)([a-z]{{3,}}ly)(?: and [a-z]+ly)?"
    rf"|\b(?!(?:{_LY})\b)([a-z]{{3,}}ly) (?:{_SPEECH_VERBS})):\s{{1,2}}[“\"]"
)
"""`She said, cheerily: “Come.”`"""
_ADVERB_BESIDE = re.compile(rf"[,.?!…—–―][”\"’][ \n][^.!?“”\"\n]{{0,70}}?\b(?!(?:{_LY})\b)[a-z]{{3,}}ly\b")
_VOICE_TAG = re.compile(
    r"[”\"’'](?<=[,.?!…—–―].)[ \n](?:[^.!?“”\"\n]{1,60}, |[^.!?“”\"\n]{1,40} in )((?:his|her|my|their|its|an?)(?: \w+){0,2} (?:voice|tone)\b(?: \w+){0,4})",
    re.I,
)
_DENIAL = re.compile(
    r"((?:\b\w{1,20}n['’]t|\b[Nn]ot) (?:just|only|merely|simply) (?!as\b|then\b|now\b|yet\b)\w{1,20}(?: \w{1,20}){0,3}"
    r"|\b(?:[Ii]t|[Tt]his|[Tt]hat|[Tt]hey|[Tt]hese|[Tt]hose) (?:was|were|is|are)(?:n['’]t| not) [^.!?;\n“”\"]{1,70}?"
    r"(?=[.;,—–―][ \n]?(?:[Ii]t|[Tt]his|[Tt]hat|[Tt]hey|[Tt]hese|[Tt]hose) (?:was|were|is|are)\b)"
    r"|(?<=[—–―,.;] )[Nn]ot [^.!?;,—–―\n“”\"]{1,40}[,—–―] ?but\b)"
)
_LEFTOVER = re.compile(
    r"\bTODO\b|\bFIXME\b|\bTKTK\w{0,20}|\b(?i:lorem ipsum)\b"
    r"|(?i:\[(?:insert|add|to be|note to self|name of|fix this|check this|describe|expand)\b[^\]\n]{0,80}\])"
    r"|(?i:^[^\w\n]{0,6}(?:word count\b[^\n]{0,40}|(?:approx\w{0,8}\.? )?\d[\d,]{0,9} words[^\w\n]{0,6})$)"
    r"|\b(?:[Tt]he|[Tt]his) (?:chapter|scene) (?:ends|closes|opens|concludes|begins) (?:with|as|on)\b",
    re.M,
)
_OWN_SPELLING = re.compile(
    r"(?<![\w’'])[’'](?:[aeiou][a-z]+|e)\b(?![’'])|\b[a-z]{2,}in[’'](?![a-z])|(?<=[a-z,;] )i(?= [a-z])|"
    r"\b(?:dont|cant|wont|didnt|wasnt|isnt|doesnt|couldnt|wouldnt|shouldnt|ive|youre|thats|wot|wich|enuff|luv|becos|becoz|nuffin|summat|sez)\b"
)
_DROPPED = re.compile(r"[’'](?:(?<=[a-z]in.)(?![a-z])|(?<=\s.)(?!em\b)(?:[aeiou][a-z]+|e)\b(?![’']))")
"""`goin’`, `’ouse`, but not `’em`."""
_HYPHENED = re.compile(r"(?<![\w’'-])(?!(?:re|co)-)[a-z]{2,}-[a-z]{2,}(?![\w’'-])")
"""Not `re-cover`, which is another word than `recover`."""
_SPACED = re.compile(
    r"\b(?:(?:any|some|every) (?:one|body)|for ever)\b"
    r"(?! (?:of|so|after|and|man|woman|person|thing|day|time|place|point|moment|word|book|subject|member|house|way|road|piece|side|night|case|year|part|room|kind|sort|name|line|page|hour|week|spot|corner|direction|sentence|idea|cause|reason|feature|element|item)\b)",
    re.I,
)
_COMPARED = re.compile(r"\b(?:as|like) (?:an?|the)\b")
_NAMING = re.compile(
    r"(?:(?:the|that|this|an?) )?(?:[\w’'-]+ ){0,2}?(?:person|creature|man|woman|boy|girl|lady|gentleman|fellow|stranger|prisoner|child|king|queen|prince|princess|"
    r"god|goddess|lord|captain|chief|leader|soldier|officer|guard|doctor|priest|witch|wizard) (?:in|with|of|from|at|on|under|behind)\b",
    re.I,
)
_ECHOING = re.compile(r"(?:(?<!fami)(?<!assemb)ly|ous|ful|less|ible|ical)$")
_ENGLISH_WORD = re.compile(r"[a-z]+")


def _worn(cliche: str) -> str:
    """A comparison that goes on is the author's own: `as sharp as a knife with six blades`."""
    return rf"{cliche}(?!\s+(?:with|who|whose|that|which)\b)" if _COMPARED.search(cliche) else cliche


def _moved() -> dict[str, list[tuple[str, bool, frozenset[str]]]]:
    """The gestures of the list, by what is moved."""
    found: dict[str, list[tuple[str, bool, frozenset[str]]]] = {}
    for noun, side, first, *others in table("en", "gestures"):
        found.setdefault(noun, []).append((first, side == "<", frozenset((first, *others))))
    return found


RULES = StyleRules(
    function_words=word_set("en", "function_words"),
    before_kinds=frozenset(("a", "an", "the", "each", "every", "his", "her", "their", "your", "our", "its")),
    crutch_words=word_set("en", "crutch_words"),
    speech_verbs=word_set("en", "speech_verbs"),
    negated=re.compile(r"[Nn](?:(?<=\b[Nn])[Oo][Tt]|['’][Tt])\s+\w+"),
    filter_words=word_set("en", "filter_words"),
    filter_pattern=Signed(_FILTER, _SEES_IN_LINE),
    stock_phrases=lines("en", "stock_phrases"),
    cliches=by_first_word(tuple(map(_worn, lines("en", "cliches")))),
    published=lambda: read_published("en"),
    settings=word_set("en", "settings"),
    plain_tags=frozenset(("said", "asked", "answered", "replied")),
    habit_words=word_set("en", "habit_words"),
    scenery=word_set("en", "scenery"),
    gestures=word_set("en", "habit_words")
    | {form for word in word_set("en", "own") for form in (word, word.removesuffix("s"))},
    moved=_moved(),
    slips=word_set("en", "slips"),
    misprints=MISPRINTS,
    meant=MEANT,
    not_in_speech=frozenset(("comma-for-stop", "lost-stop", "letters", "wrong-article", "wrong-form")),
    not_in_thought=frozenset(("comma-for-stop",)),
    thinking=THINKING,
    doubling=ENDING,
    misspellings=grouped("en", "misspellings"),
    spelling=SPELLING,
    turned=TURNED,
    not_turned=NOT_TURNED,
    hyphened=Signed(_HYPHENED, re.compile(r"-(?<=[a-z]{2}-)[a-z]{2}")),
    spaced=_SPACED,
    other_spelling=other_spelling,
    own_spelling=_OWN_SPELLING,
    dropped=_DROPPED,
    leftover=_LEFTOVER,
    away=frozenset(("from", "to", "of", "with", "at", "in", "on", "by")),
    exclaimed=0.06,
    adverb_tag=_ADVERB_TAG,
    adverb_lead=_ADVERB_LEAD,
    adverb_beside=_ADVERB_BESIDE,
    voice_tag=_VOICE_TAG,
    denial=_DENIAL,
    naming=_NAMING,
    is_thing=names_a_thing,
    echoing=_ECHOING,
    senses=grouped("en", "senses"),
    sense_words=lambda text: _ENGLISH_WORD.findall(text.lower()),
)
