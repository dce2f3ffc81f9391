"""English forms of address, and what each says about the person."""

from __future__ import annotations

from fabula.languages.lexicons import table

TITLES = {row[0]: (row[1].replace("-", ""), row[2]) for row in table("en", "titles")}
"""Form of address -> gender it shows, and whether a surname (s), a given name (g) or either (e) follows."""
SHORT = (
    "Mr", "Mrs", "Ms", "Dr", "Mme", "Mlle", "Prof", "Capt", "Col", "Gen", "Lt", "Sgt", "Rev", "Fr", "Insp", "Supt", "Cpl", "Cmdr", "Hon",
    "Adm", "Maj", "Gov", "Sen", "Sr", "Sra",
)  # fmt: skip
"""Titles that may have a dot."""
_WRITTEN_OUT = {
    "Mister": "Mr", "Missus": "Mrs", "Widow": "Mrs", "Doctor": "Dr", "Professor": "Prof", "Captain": "Capt", "Cap’n": "Capt", "Cap'n": "Capt", "Colonel": "Col", "General": "Gen",
    "Lieutenant": "Lt", "Sergeant": "Sgt", "Reverend": "Rev", "Madame": "Mme", "Madam": "Mme", "Mademoiselle": "Mlle",
    "Monsieur": "M", "Inspector": "Insp", "Superintendent": "Supt", "Corporal": "Cpl", "Major": "Maj", "Admiral": "Adm",
    "Auntie": "Aunt", "Aunty": "Aunt", "Governor": "Gov", "Senator": "Sen", "Commander": "Cmdr",
}  # fmt: skip
AS_SPOKEN = {
    "Mistah": "Mr", "Mistuh": "Mr", "Meester": "Mr", "Mester": "Mr", "Maister": "Mr", "Mis'": "Mis’", "Miz": "Mis’", "Missis": "Mrs", "Massa": "Master", "Marse": "Master",
    "Marster": "Master", "Mas’r": "Master", "Mas'r": "Master",
}  # fmt: skip
"""Forms of address as they are heard: Mistah Oakley is Mr. Oakley. Mis’ may be Mrs. or Miss."""
KIN = frozenset(
    [
        "Uncle",
        "Aunt",
        "Auntie",
        "Aunty",
        "Father",
        "Mother",
        "Brother",
        "Sister",
        "Cousin",
        "Grandma",
        "Grandpa",
        "Granny",
        "Master",
    ]
)
PEERS = frozenset(["Lady", "Lord", "Sir", "Dame", "King", "Queen", "Prince", "Princess", "Duke", "Duchess"])
MEN = frozenset(["Mr", "Mister", "Monsieur", "M", "Herr", "Signor", "Señor", "Senhor", "Sr"])
WIVES = frozenset(
    [
        "Mrs",
        "Missus",
        "Widow",
        "Mme",
        "Madame",
        "Madam",
        "Frau",
        "Fru",
        "Signora",
        "Señora",
        "Sra",
        "Mistress",
    ]
)
MAIDENS = frozenset(
    [
        "Miss",
        "Ms",
        "Mlle",
        "Mademoiselle",
        "Fräulein",
        "Fraulein",
        "Frøken",
        "Fröken",
        "Signorina",
        "Señorita",
    ]
)
NOBLE = frozenset(
    [
        "Count",
        "Countess",
        "Comte",
        "Comtesse",
        "Baron",
        "Baroness",
        "Marquis",
        "Marquise",
        "Marchioness",
        "Marquess",
        "Viscount",
        "Viscountess",
        "Vicomte",
        "Vicomtesse",
        "Earl",
        "Prince",
        "Princess",
        "Duke",
        "Duchess",
        "Graf",
        "Gräfin",
    ]
)
PERSONAL = MEN | WIVES | MAIDENS | KIN | {"Dr", "Doctor", "Sir", "Comrade", "Squire"}
"""Titles before people only. A King, a Queen or a General may also begin the name of a place."""
QUALIFIERS = frozenset(["Old", "Young", "Little", "Poor", "Dear"])
"""Adjectives before a name. They say nothing about what follows."""
NO_ROLES = (
    QUALIFIERS
    | frozenset(["Lord", "Sir", "M", "Mr", "Mrs", "Miss", "Ms", "Mister", "Missus", "Madam", "Ma'am"])
    | KIN
)
"""Titles that name nobody in particular after `the`."""


def same(title: str) -> str:
    """One spelling for each title: Dr for Doctor."""
    return _WRITTEN_OUT.get(title, title)
