"""English words that are spelled right and stand where only another word can: what no spelling checker finds."""

from __future__ import annotations

import re

from fabula.languages.searching import Headed, Signed

_PAST = "took|went|gave|knew|wrote|spoke|began|broke|chose|drove|forgot|threw|grew|flew|drew|stole|woke|shook|swore|tore|rode|rose|ate"
_BASE = "know|take|give|write|speak|begin|choose|forget|grow|fly|steal|shake|tear|eat|see|go|do|bring|lose|send|teach|tell|hear"
"""Not those that one may have: `he had leave to run`."""
_WANTING = (
    r"wants?|wanted|wanting|able|unable|began|begins?|seems?|seemed|tried|trying|in order|hoped|wished|decided|refused|managed|"
    r"(?:enabl|allow|caus|forc|compell?|permitt?|ask|want|wish|expect)(?:es?|s|ed|ing)? (?:me|him|her|it|us|you|them)|told (?:me|him|her|us|you|them)"
)
_MODALS = (
    "could|would|should|might|must|may|shall|cannot|(?:did|do|does) not|(?:did|do|does|could|would)n[’']t"
)
_MOVING = (
    "went|walked|ran|passed|came|pushed|climbed|stepped|drove|rode|flew|crept|splashed|hurried|peered|gazed|stared|shone|streamed|slid|slipped|"
    "burst|rushed|wandered|marched|poured|glanced|squeezed|galloped|strode"
)
_WAYS = (
    "doors?|windows?|gates?|gateway|doorways?|crowds?|holes?|woods?|trees|forest|air|hall|streets?|keyhole|glass|fog|mist|snow|mud|water|"
    "darkness|curtains?|corridors?|garden|grass|town|village|fields?|leaves|branches|gap|opening|tunnel|wall"
)
_BEFORE_NOUNS = "of|in|to|on|at|with|from|by|for|into|and|as"
_NO_VOWEL_SOUND = "one|once|oner|ewes?|eu[a-z]*|ouija|of|in|or|is|as|at|if|on|and|are|oui|en|et|al|ad|unanim[a-z]*|uni(?![nm])[a-z]*"
"""What begins with a vowel and sounds otherwise, and words before which `a` is a letter."""
_NO_NOUN_AFTER_AN = "the|they|he|we|it|so|not|thou|please|she|ye|you|my|me|then|that|there|yer"
"""In old speech `an` means *if* and stands before these."""

WRONG_ARTICLE = Headed(
    re.compile(
        rf"(?<![\w’'.-])(?P<here>a (?!(?:{_NO_VOWEL_SOUND})\b)(?:[aeio][a-z]{{2,}}|u(?:n[a-z]{{3,}}|p|pper|gly|sher|tter|ncle|mbrella))"
        rf"|an (?!(?:{_NO_NOUN_AFTER_AN})\b)[bcdfgjklmnpqrstvwz][a-z]{{2,}})\b"
    ),
    re.compile(r"a(?<![\w’'.-]a)(?= [aeiou]|n [bcdfgjklmnpqrstvwz])"),
)
"""`a energy`, `an door`."""
WRONG_FORM = Signed(
    re.compile(
        rf"(?<= )(?P<here>(?:{_WANTING}) to (?:{_PAST})|(?:have|has|had|having) (?:never |already )?(?:{_BASE})|(?:he|she|it|I|they|we|you) (?:{_MODALS}) (?:{_PAST}))\b(?![-’'])"
    ),
    re.compile(rf" (?:(?:to|not|{_MODALS}) (?:{_PAST})|(?:have|has|had|having|never|already) (?:{_BASE}))\b"),
)
"""`enabling her to took`, `they have know me`, `he could went`."""
WRONG_WORD = Signed(
    re.compile(
        r"\b(?P<here>[Ii]ts (?:an?|the|been)(?= )|[Yy]our (?:an?|the)(?!-)|(?:on|upon) the other had"
        rf"|(?:{_MOVING}) though (?:the|an?|his|her|their|its|my|our) (?:[a-z]+ )?(?:{_WAYS})(?=[.,;:!?—]| (?:and|into|to|with|in|at|on|of|towards?|behind|where)\b))\b"
    ),
    re.compile(
        r"ts (?<=\b[Ii]ts )(?:an?|the|been)\b|our (?<=\b[Yy]our )(?:an?|the)\b|the other had\b| though (?:the|an?|his|her|their|its|my|our) "
    ),
)
"""`its a dog`, `on the other had`, `walked though the gate`."""
SAID_AGAIN = Signed(
    re.compile(rf"\b(?P<here>({_BEFORE_NOUNS}) (the|an?|his|her|my|their|its|our) \2 \3)\b"),
    re.compile(rf" (the|an?|his|her|my|their|its|our) (?:{_BEFORE_NOUNS}) \1\b"),
)
"""`of the of the`."""
