"""How Esperanto is written."""

from fabula.languages.topics.writing import WritingRules

RULES = WritingRules(
    unit="vortoj",
    length="{n} vortoj",
    last_separator=" kaj ",
    untitled="Sen titolo",
    chapter="ĉapitro {n}",
    titled_chapter="ĉapitro {n} ({title})",
)
