"""Names in a language without rules: nobody is found, to avoid guessing."""

from __future__ import annotations

from fabula.languages.topics.names import NameRules


def _has_capital(form: str) -> bool:
    return any(letter.isupper() for letter in form) or not form.isascii()


RULES = NameRules(looks_like_name=_has_capital)
