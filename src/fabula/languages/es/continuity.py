"""What Spanish texts say of dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from fabula.languages.topics.continuity import ContinuityRules, Dated

_DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
_MONTHS = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
    "diciembre",
)  # fmt: skip
_DATE = re.compile(
    rf"\b(?P<weekday>{'|'.join(_DAYS)}),? (?:el )?(?:día )?(?P<day>\d{{1,2}}) de (?P<month>{'|'.join(_MONTHS)}),? "
    r"del? (?P<year>1[6-9]\d\d|20\d\d)\b",
    re.I,
)


def _dates(text: str) -> Iterator[Dated]:
    for match in _DATE.finditer(text):
        month = _MONTHS.index(match["month"].lower()) + 1
        try:
            stated = date(int(match["year"]), month, int(match["day"]))
        except ValueError:
            continue
        yield match.start(), match.end(), _DAYS.index(match["weekday"].lower()), stated


RULES = ContinuityRules(dates=_dates)
