"""Full dates with their weekday, in the languages that have rules for them."""

from __future__ import annotations

from datetime import date

import pytest

from fabula.languages import Language


@pytest.mark.parametrize(
    ("language", "text", "weekday", "day"),
    [
        ("en", "On Monday the eighth of October 1984 she came.", 0, date(1984, 10, 8)),
        ("en", "Dated Friday, May 3, 1814.", 4, date(1814, 5, 3)),
        ("en", "It was Sunday, 2nd February 1947.", 6, date(1947, 2, 2)),
        ("en", "The second of February 1947 was a Sunday.", 6, date(1947, 2, 2)),
        ("zh", "1984年10月8日，星期一，她来了。", 0, date(1984, 10, 8)),
        ("zh", "一九四七年二月二日（星期天）涨了大潮。", 6, date(1947, 2, 2)),
        ("es", "Llegó el lunes, 8 de octubre de 1984.", 0, date(1984, 10, 8)),
    ],
)
def test_a_full_date(language: str, text: str, weekday: int, day: date) -> None:
    read = Language(language).continuity.dates
    assert read is not None
    ((start, end, stated, found),) = read(text)
    assert (stated, found) == (weekday, day)
    assert 0 <= start < end <= len(text)


def test_a_day_that_no_month_has_is_no_date() -> None:
    read = Language("en").continuity.dates
    assert read is not None
    assert list(read("On Monday, 31 February 1984, he woke. Monday came again.")) == []
