"""English sentences: Mr. and St. do not end one."""

from __future__ import annotations

from fabula.languages.topics.sentences import SentenceRules

_ABBREVIATIONS = """
mr mrs ms messrs mme mlle mdme dr prof rev hon st ste sr jr esq capt col gen lt lieut maj sgt corp cpl pvt adm cmdr gov
sen rep pres supt insp det vs viz cf ca ibid fig figs ed eds vol vols no nos p pp ch chap sec art mt ft ave blvd rd bros
co inc ltd dept jan feb mar apr jun jul aug sept sep oct nov dec i.e e.g a.m p.m u.s u.k
"""

RULES = SentenceRules(
    abbreviations=frozenset(_ABBREVIATIONS.split()),
    before_a_number=frozenset(
        [
            "no",
            "nos",
            "p",
            "pp",
            "ch",
            "chap",
            "sec",
            "vol",
            "vols",
            "fig",
            "figs",
            "art",
            "mar",
            "co",
            "st",
            "ft",
        ]
    ),
    before_a_name=frozenset(["st", "co"]),
    often_last=frozenset(["a.m", "p.m", "u.s", "u.k", "jr", "sr", "esq", "inc", "ltd", "co", "etc", "bros"]),
    one_letter_words=frozenset("I"),
)
