"""Claims in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fabula.languages.en.numerals import english
from fabula.languages.topics.claims import (
    ClaimRules,
    Counted,
    Known,
    Place,
    spaced_numbers,
    spaced_words,
    unseen_capitalised,
    without_accents,
)

_VAGUE = frozenset(["one", "first", "second"])
"""Words that do not count anything in most sentences."""
_OPENS_LIKE_A_VERB = re.compile(r"(?:ed|ing|ly|ous|ful|less|ive)$")


_FAMILIES = """
become became/begin began begun/bite bit bitten/bind bound/break broke broken/bring brought/build built/buy bought
catch caught/choose chose chosen choice/come came/creep crept/deal dealt/dig dug/draw drew drawn/drink drank drunk drunken
drive drove driven/eat ate eaten/fall fell fallen/feed fed/feel felt/fight fought/find found/flee fled/fly flew flown flight
forbid forbade forbidden/forget forgot forgotten/forgive forgave forgiven/freeze froze frozen/get got gotten
give gave given/go went gone/grow grew grown growth/hang hung/hear heard/hide hid hidden/hold held/keep kept/kneel knelt
know knew known knowledge/lay laid/lead led/leap leapt/learn learnt/leave left/light lit/lend lent/lose lost loss/make made/mean meant
meet met/pay paid payment/ride rode ridden/ring rang rung/rise rose risen/run ran/say said/see saw seen sight/seek sought
sell sold sale/send sent/shake shook shaken/shoot shot/sing sang sung song/sink sank sunk/sit sat/sleep slept asleep
slide slid/speak spoke spoken speech/spend spent/spring sprang sprung/stand stood/steal stole stolen theft/stick stuck
strike struck stricken/swear swore sworn oath/sweep swept/swim swam swum/take took taken/teach taught/tear tore torn
tell told/think thought/throw threw thrown/understand understood/wake woke woken awake/wear wore worn/weep wept/win won
write wrote written writer/die died dead death dying dies/live life lives alive
marry married marriage marries wed wedding wife wives husband bride bridegroom widow widower/kill murder slain slew slay
man men/woman women/child children/propose proposal/refuse refusal/believe belief/arrive arrival
engage engaged engagement betrothed betrothal/inherit heir inheritance/invite invitation/accept acceptance
beautiful beauty handsome pretty/burn burnt/ill illness sick sickness fever/depart departure/discover discovery/deny denial
punish punishment/reveal revelation/confess confession/try trial/old age aged/rich riches wealth wealthy fortune
poor poverty/angry anger/proud pride/sad sadness/afraid fear/jealous jealousy/free freedom/fail failure/succeed success
visit visitor/serve servant service/sail sailor/rob robber/paint painter/act actor actress
"""
"""Words whose forms have no common stem, or that a summary uses for one another. The first stands for all."""
_FIRST = {
    form: family.split()[0] for family in re.split(r"[/\n]", _FAMILIES.strip()) for form in family.split()
}
_KILLING = r"kill|murder|shoot|shot|stab|strangl|poison|hang|execut|behead|slay|slew|slain"
_DEATH = re.compile(
    rf"\b(?:die[sd]?|dying|dead|deaths?|drown\w*|(?:{_KILLING})\w*|corpse|funeral|graves?|suicide|perish\w*|fatal\w*)\b",
    re.I,
)
_DYING = re.compile(
    rf"\b(?:die[sd]?|dying|dead|deaths?|drown\w*|(?:{_KILLING})\w*|suicide|perish\w*)\b", re.I
)
_KILLS = re.compile(rf"(?:{_KILLING})", re.I)
_PASSIVE = re.compile(r"\b(?:is|was|are|were|be|been|being|found)\b[^.,;]{0,14}$", re.I)
_HIMSELF = re.compile(r"\s+(?:him|her|them)sel", re.I)
_POSSESSES = re.compile(r"['’]s\b")
_OTHERS = re.compile(
    r"[,;:]|['’]s (?!$)|\b(?:an?|the|who|whom|which|that|it|he|she|they|people|nobody|another|men|women|[a-z]+ (?:people|men|women|persons))\b",
    re.I,
)
"""Between a name and `dies`: somebody else dies, or it is not certain."""
_DENIAL = re.compile(
    r"\b(?:not|never|no|nobody|none|nothing|nor|neither|without|cannot|hardly|scarcely|refus\w+|declin\w+)\b|n['’]t\b",
    re.I,
)
_DENIES = re.compile(
    r"(?:\b(?:not|never|cannot|no longer)|n['’]t)\b(?:\s+(?:been|be|want to|like to|have|had))?", re.I
)
_BEFORE = re.compile(r"\b(?:before|until)\b", re.I)
_AFTER = re.compile(r"\bafter\b", re.I)


def stem(word: str) -> str:
    """A word without its ending, or the first word of its family."""
    word = _FIRST.get(word, word)
    for ending in ("ings", "ing", "ied", "ies", "ed", "es", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    word = _FIRST.get(word, word)
    word = word.rstrip("eyi") if len(word) > 4 else word
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


def _dying(text: str, places: Sequence[Place]) -> list[int]:
    """The one before `dies` or `is killed`, and the one after `kills`. Nobody if another subject stands between."""
    found = []
    for match in _DYING.finditer(text):
        before = [(end, who) for _, end, who in places if end <= match.start()][-1:]
        after = [(start, end, who) for start, end, who in places if start >= match.end()][:1]
        suffers = _PASSIVE.search(text[: match.start()]) or _HIMSELF.match(text, match.end())
        if _KILLS.match(match.group()) and not suffers:
            found += [
                who
                for start, end, who in after
                if not _OTHERS.search(text[match.end() : start]) and not _POSSESSES.match(text, end)
            ]
        else:
            found += [who for end, who in before if not _OTHERS.search(text[end : match.start()])]
    return found


def _numbers(text: str) -> Iterator[Counted]:
    return spaced_numbers(text, english, _VAGUE, stem)


def _unseen_names(text: str, known: Known) -> list[str]:
    return unseen_capitalised(text, known, english, _OPENS_LIKE_A_VERB)


RULES = ClaimRules(
    numbers=_numbers,
    words=spaced_words,
    plain=stem,
    unseen_names=_unseen_names,
    fold=without_accents,
    death=_DEATH,
    surely=frozenset(("death", "number")),
    dying=_dying,
    denial=_DENIAL,
    denies=_DENIES,
    orders=((_BEFORE, True), (_AFTER, False)),
)
