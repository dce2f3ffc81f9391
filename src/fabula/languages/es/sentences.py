"""Spanish sentences: Sr. and D. do not end one, and ¿ and ¡ open one."""

from __future__ import annotations

from fabula.languages.topics.sentences import SentenceRules

_ABBREVIATIONS = """
sr sra srta sres sras d dña dn da don dr dra dres prof profa lic ing arq abg gral gob cnel cap capt cdte tte sgto alm
ud uds vd vds v.m vm vmd excmo excma ilmo ilma rvdo rvda fr pbro mons sto sta s.m s.a s.s ee.uu rr.cc ff.cc p.ej
av avda c/ ctra pl pza núm núms n.º no nº pág págs p pp cap caps t vol vols art arts fig figs ed eds cf cfr ib ibíd
íd op.cit a.c d.c a.m p.m aprox dcha izda izq tel telef ene feb mar abr jun jul ago sept oct nov dic siglo s ss
hnos cía
"""

RULES = SentenceRules(
    abbreviations=frozenset(_ABBREVIATIONS.split()) - {"don", "siglo", "no", "da", "c/"},
    before_a_number=frozenset(
        [
            "núm",
            "núms",
            "nº",
            "pág",
            "págs",
            "p",
            "pp",
            "cap",
            "caps",
            "t",
            "vol",
            "vols",
            "art",
            "arts",
            "fig",
            "figs",
            "s",
            "ss",
            "mar",
        ]
    ),
    before_a_name=frozenset(["cap"]),
    often_last=frozenset(
        ["a.c", "d.c", "a.m", "p.m", "ee.uu", "ud", "uds", "vd", "vds", "cía", "hnos", "etc", "s.a"]
    ),
    one_letter_words=frozenset("AEOUY"),
    openers="\"'“‘«「『（([【《〈*_—–-¿¡",
)
