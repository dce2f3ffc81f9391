"""What English sentences never have on purpose."""

from __future__ import annotations

import re

from fabula.languages.alternation import any_of
from fabula.languages.en.wrong_words import SAID_AGAIN, WRONG_ARTICLE, WRONG_FORM, WRONG_WORD
from fabula.languages.lexicons import word_set
from fabula.languages.searching import Headed, Searchable, Signed, SignedAfterBlank

_SAYING = any_of(sorted(word_set("en", "speech_verbs") - {"thought", "called", "calls"}))
_AFTER_A_PAUSE = "the|an?|er|um|uh|ah|oh|well|you|how|what|i|my|no|yes|so|like|[a-z]"
"""What follows an article and a comma where somebody hesitates, and letters of the alphabet."""
_IN_A_TAG = {"i", "mr", "mrs", "old", "young", "little", "said", "says"}
_NEW_SENTENCE = any_of(sorted(word.capitalize() for word in word_set("en", "function_words") - _IN_A_TAG))
"""A tag does not begin with one of these."""
_NEW_CLAUSE = "and|but|or|nor|as|because|before|after|for|if|so|than|that|then|though|till|until|when|where|which|while|who|yet"
"""A tag has none of these before its verb: `“Good-bye,” and she answered gaily “Good-bye”`."""

_GOES_ON = any_of(
    sorted(
        word_set("en", "function_words")
        | word_set("en", "speech_verbs")
        | {"because", "believe", "believed", "certain", "feel", "felt", "fear", "feared", "glad", "guess", "hope", "hoped", "knew", "know", "known", "mean", "meant", "pray", "prayed", "realised", "realized", "saw", "see", "sure", "suppose", "swear", "swore", "think", "until", "unless", "wish", "wished"}
    )
)  # fmt: skip
"""After one of these a sentence goes on, also with `He`."""
_HOLY = "God|Lord|Christ|Jesus|Saviour|Savior|Almighty|Father|Heaven|Allah"
"""After one of these `He` may have its capital for reverence."""
_VERB = any_of(
    sorted(word_set("en", "deeds") | word_set("en", "speech_verbs") | {"was", "were", "had", "would", "could", "did", "might", "must", "should", "will", "read", "knew", "felt", "thought", "saw", "heard", "lived", "loved"})
)  # fmt: skip
_BEGINS = "But|Come|Dear|Do|Go|Good|Let|Look|Mr|Mrs|My|Never|No|Not|Now|Oh|Perhaps|Please|She|Sir|That|The|Then|There|They|This|We|Well|What|Why|Yes|You"
"""Words with which speech often begins, and which nobody who drops letters has lost one before: not `’And` for a hand."""
_SHORTENED = "Mrs?|Drs?|St|etc|Esq|Co|Bros|Ltd|Inc|Jr|Sr"
"""After these a stop ends no sentence."""
_MIXED = rf"(?:[^“”‘\n]|“[^“”\n]*”)*(?<![\w’])(?:‘|’(?=(?:{_BEGINS})\b))(?=[A-Z](?:(?![.,!?…]’[\s”])[^“”‘\n]){{0,1000}}[.,!?…—]”)"
"""A paragraph up to a single mark, where the speech behind it ends with a double one and the single mark is closed by nothing else. It has a bound, because a long line may hold many such marks. `’Cos` begins with an apostrophe."""
_SAME_PARAGRAPH = r"[^“”\n]|\n(?![ \t]*\n)"

_PATTERNS = {
    "articles": re.compile(
        r"\b(?P<here>the an?|an? the|a an)\b(?=[ \n](?!(?:in|of|is|was|and|or|at|instead|sound|for|with)\b)[a-z])"
    ),
    "letters": re.compile(
        r"\b(?P<here>[A-Za-z]{0,20}[aeiou][a-z]{0,20}([bcdfglnpt])\2\2[a-z]{0,20}[aeiou][a-z]{0,20})\b"
    ),
    "capital": re.compile(
        r"\b(?!(?:de|du|di|da|la|le|van|von|der|den|del|mac|fitz|bin|al|af|ap)[A-Z])(?P<here>[a-z]{2,}[A-Z][a-z]+)\b"
    ),
    "comma-after-article": re.compile(
        rf"\b(?P<here>(?:the|an|(?<![\w,;] )(?:The|An)),[ \n](?!(?:{_AFTER_A_PAUSE})\b)(?!(?:[\w’'-]+[ \n]){{0,5}}[\w’'-]+,)[A-Za-z][a-z]+)"
    ),
    "lower-case": re.compile(
        rf"[”\"] (?=[^“”\"\n]*\b(?:{_SAYING})\b)[^“”\"\n]{{0,60}}?\b(?P<here>[A-Za-z]+\. [“\"](?![a-z]{{1,3}}[’'.])(?!(?:de|di|du|von|van|al|le|la)\b)[a-z]+)"
    ),
    "comma-for-stop": re.compile(
        rf"\b(?P<here>(?!(?:{_HOLY})\b)[A-Za-z]+, (?:He|She|It|They|This|There|We) [a-z]+)"
    ),
    "lost-stop": re.compile(
        rf"(?<=[a-z,] )(?P<here>(?!(?:{_GOES_ON})\b)[a-z]{{3,}} (?:(?:He|She|They|We|It) (?:{_VERB}|[a-z]+ed)|There (?:was|were|had)))\b"
    ),
    "no-comma-before-tag": re.compile(
        rf"\b(?P<here>[A-Za-z]+[”\"] (?:(?:{_SAYING}) (?:he|she|I|the|[A-Z][a-z]+)|(?:he|she) (?:{_SAYING})))\b"
    ),
    "stop-before-tag": re.compile(
        rf"\b(?P<here>(?!(?:{_SHORTENED})\.)[A-Za-z]{{2,}}\.[”\"] (?:(?:{_SAYING}) (?:he|she|I|the|[A-Z][a-z]+)|(?:he|she) (?:{_SAYING})))\b"
    ),
    "no-stop-before-speech": re.compile(
        rf"(?:(?P<goes_on>,[”\"] (?:(?:{_SAYING}) |(?:he|she|I|they|[A-Z][\w’]*) (?=(?:{_SAYING})\b)))"
        rf"|[”\"] (?!(?:{_NEW_SENTENCE})\b)(?:(?!(?:{_NEW_CLAUSE})\b)[\w’.-]{{1,20}} ){{0,3}}(?:{_SAYING})\b[^“”\".!?,;:—()\n]{{0,40}}?(?:, (?=[a-z]{{1,20}} [“\"])|(?<= )))"
        rf"(?P<here>(?(goes_on)(?:he|she|I|they|[A-Z][\w’]*|{_SAYING}) [“\"][a-z][\w’]*(?=[^“”\"\n]*[.!?,—…][”\"])"
        r"|(?<!\b(?:an|my) )(?<!\ba )(?<!\b(?:the|his|her|its|our) )(?<!\b(?:this|that|your) )(?<!\btheir )"
        r"(?!(?:and|but|or|nor|like|as|than|with|of|to|about|by|for|from|in|into|on|at|is|was|be|been|words?|called|an?|the|his|her|its|my|our|your|their|this|that)\b)[\w’]{1,20} [“\"][A-Z][\w’]*))"
    ),
    "mark-turned": re.compile(
        r"(?P<here>(?<![^\s(\[])”[A-Za-z][\w’]*|\b[\w’]+(?:[,.!?…]?“(?=[\s.,;:!?)\]]|\Z)|[—–]“(?=\n|\Z))"
        rf"|(?<=\n\n)’(?:{_BEGINS})\b(?=[^‘’“”\n]*(?:\w’\w[^‘’“”\n]*)*[.,!?…—]’(?:\s|\Z)))"
    ),
    "marks-mixed": re.compile(rf"(?:\A|\n[ \t]*\n)(?={_MIXED}(?P<here>[A-Z][^\s“”]*(?:[ ][^\s“”]+){{0,3}}))"),
    "mark-not-closed": re.compile(
        rf"”(?:{_SAME_PARAGRAPH})*(?P<here>“[^\s“”]{{1,40}}(?:[ \n][^\s“”]{{1,40}}){{0,3}})(?:{_SAME_PARAGRAPH})*(?<=[.!?…])[ \t]*\n[ \t]*\n\s*"
        rf"(?![“‘\"'\s])(?=(?:{_SAME_PARAGRAPH})*(?:“|[.!?…][ \t]*(?:\n[ \t]*\n|\Z)))[^“”]*(?=“)"
    ),
    "mark-not-opened": re.compile(
        rf"”(?=[^“”]*”)[^“”]*\n[ \t]*\n(?!{_MIXED})(?:{_SAME_PARAGRAPH})*?(?P<here>(?:[^\s“”]{{1,40}}[ \n]){{0,3}}[^\s“”]{{1,40}}”)"
    ),
}
_SIGNS = {
    "letters": r"bbb|ccc|ddd|fff|ggg|lll|nnn|ppp|ttt",
    "capital": r"[A-Z](?<=[a-z]{2}[A-Z])",
    "comma-for-stop": r"[HSITW](?<=, [HSITW])",
    "lost-stop": r"[HSTWI](?<=[a-z] [HSTWI])(?:e|he|hey|t|here) ",
    "no-comma-before-tag": r"[”\"](?<=[A-Za-z][”\"]) ",
    "stop-before-tag": r"\.[”\"] [a-z]",
    "no-stop-before-speech": r"[“\"](?<=[\w’] [“\"])[A-Za-z]",
    "mark-turned": r"”[A-Za-z]|“(?=[\s.,;:!?)\]]|\Z)|\n’",
}
"""What each line with such a misprint holds, found faster than the misprint. The pattern must then stay within a line."""
_HEADS = {
    "articles": r"t(?=he an?[ \n])|a(?=n? the[ \n]| an[ \n])",
    "comma-after-article": r"(?:The|the|An|an),",
}
"""How such a misprint begins. A pattern whose first letter is one of few is searched faster."""


def _quickly(what: str, pattern: re.Pattern[str]) -> Searchable:
    """What finds the same misprints."""
    if what in _SIGNS:
        return Signed(pattern, re.compile(_SIGNS[what]))
    if what in _HEADS:
        return Headed(pattern, re.compile(_HEADS[what]))
    if what == "marks-mixed":
        return SignedAfterBlank(pattern, re.compile(r"[‘’](?<![\w’].)(?=[A-Z][^“”‘\n]{0,1000}[.,!?…—]”)"))
    return pattern


MISPRINTS = {what: _quickly(what, pattern) for what, pattern in _PATTERNS.items()} | {
    "wrong-article": WRONG_ARTICLE,
    "wrong-form": WRONG_FORM,
    "wrong-word": WRONG_WORD,
    "said-again": SAID_AGAIN,
}
"""By what is wrong: `findings.misprint-what-KEY` says it. The group `here` is quoted."""
ENDING = re.compile(r"(?:ing|ings|ed|er|ers|est|y|ies|ish|en|able|ance|ence|ent|or|ors|ly|age|ness)$")
"""Before one of these a consonant is doubled by rule: `dining` and `dinning` are two words."""
TURNED = re.compile(r"(?<=[a-z])(?=([aeiou])(?!\1)([aeiou])[a-z])")
NOT_TURNED = frozenset(
    (
        "casual",
        "causal",
        "casually",
        "causally",
        "martial",
        "marital",
        "conceit",
        "casualty",
        "causality",
        "compliant",
        "complaint",
        "compliants",
        "complaints",
        "trials",
        "trails",
        "diaries",
        "dairies",
    )
)

THINKING = re.compile(
    rf"\b(?:{any_of(sorted(word_set('en', 'speech_verbs')))}|knew|know|wondered|wonders|felt|feels|reflected|reflects|himself|herself|myself|themselves|mind|prayer|hymn|sign|word|words|read)\b"
)
"""What stands in a sentence that quotes a thought without marks: `Well, she thought, This is the end.`"""
_REVERENT = re.compile(
    r"(?<=[a-z] )(?:Him|His|Himself|Thee|Thy|Them|Their|Hers|Herself)\b(?! (?:Royal|Imperial|Serene|Highness|Majesty|Grace|Lordship|Excellency|Honou?r|Eminence|Holiness|Worship)\b)"
)
_OTHER_MARKS = re.compile(r"[„«»\"]")
MEANT = {
    "mark-turned": _OTHER_MARKS,
    "mark-not-closed": _OTHER_MARKS,
    "mark-not-opened": _OTHER_MARKS,
    "marks-mixed": _OTHER_MARKS,
    "comma-for-stop": _REVERENT,
    "lost-stop": _REVERENT,
}
"""What shows that a book writes so on purpose: `they questioned Him`. A book of God or of the Others has capitals of its own.
Marks that are straight as well, or low, follow no rule that could be broken."""
