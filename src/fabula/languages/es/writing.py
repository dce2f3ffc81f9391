"""How Spanish is written."""

from __future__ import annotations

from fabula.languages.topics.writing import WritingRules

RULES = WritingRules(
    unit="palabras",
    length="{n} palabras",
    last_separator=" y ",
    quotation_marks=("«", "»"),
    strengths="Virtudes:",
    weaknesses="Defectos:",
    untitled="Sin título",
    opening="Comienzo",
    whole_text="Texto",
    section="Sección {n}",
    chapter="capítulo {n}",
    titled_chapter="capítulo {n} ({title})",
)
