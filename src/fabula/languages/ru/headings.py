"""Russian headings: Глава 12, Глава первая, ЧАСТЬ ВТОРАЯ, Том I, Пролог."""

from __future__ import annotations

import re

from fabula.languages.ru.numerals import PHRASES
from fabula.languages.spelled_headings import SpelledHeadings
from fabula.languages.topics.headings import HeadingRules

_WORDS = "глава|письмо|песнь|эпизод|том|книга|часть|действие|акт|сцена|явление|раздел"
_ORDINAL = rf"(?:{PHRASES.pattern}|\d{{1,3}}-?(?:я|й|е|ая|ый|ое))"
_SPELLED = SpelledHeadings(
    keyword=rf"{_WORDS}|гл",
    ordinal_first=re.compile(rf"({_ORDINAL})\s+({_WORDS})\b", re.I),
    special=re.compile(r"(пролог|эпилог|интерлюдия|интермедия)\b(?:\s+(\d{1,3}|[ivx]{1,6})(?!\w))?", re.I),
    number_words=re.compile(rf"{PHRASES.pattern}(?!\w)", re.I),
    value=PHRASES.read,
    article="",
    kinds={
        "глава": "chapter",
        "гл": "chapter",
        "письмо": "letter",
        "песнь": "canto",
        "эпизод": "episode",
        "том": "volume",
        "книга": "book",
        "часть": "part",
        "действие": "act",
        "акт": "act",
        "сцена": "scene",
        "явление": "scene",
        "раздел": "section",
    },
    sentence_case=True,
)
_NUMBER = rf"(?:\d{{1,4}}|[ivxlcdm]{{1,9}}|{PHRASES.pattern})"

_DATE = (
    r"(?:(?:понедельник|вторник|среда|четверг|пятница|суббота|воскресенье),?\s+)?\d{1,2}(?:-?го)?\s+"
    r"(?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)\b(?:\s+\d{4})?"
)

RULES = HeadingRules(
    read=_SPELLED.read,
    begins=(
        "глав|гл\\b|письм|песн|эпи|том\\b|книг|част|дейст|акт|сцен|явл|разд|прол|интер|перв|втор|трет|четв|пят|шест|"
        "седьм|вос|девят|деся|один|двен|двад|трин|трид|сем|сорок"
    ),
    numbered=rf"(?:глава|гл\.|письмо|песнь|эпизод|сцена|явление)[ .]+{_NUMBER}(?!\w).*|{_ORDINAL} (?:глава|письмо)(?!\w).*",
    named=r"(?:пролог|эпилог|интерлюдия)(?:\b[ .:—–-].*)?",
    part=rf"(?:часть|книга|том|действие|акт)[ .]+{_NUMBER}(?!\w).*|{_ORDINAL} (?:часть|книга|том|действие)(?!\w).*",
    date=_DATE,
    contents="содержание|оглавление",
    goes_on=r"продолжение|окончание",
    comes_first="пролог|предисловие|введение",
    comes_last="эпилог|послесловие|приложение",
    sentence_case=True,
    number_in_name="(?<=глава)[ _.-]+[а-яё-]+|(?<=часть)[ _.-]+[а-яё-]+",
)
