"""Long runs say how fast they go and when they will be over."""

from __future__ import annotations

import pytest

from fabula.cli.pace import Pace, paced


@pytest.mark.parametrize(
    ("done", "now", "seconds", "line"),
    [
        (300, 300, 100.0, "300 of 1,200 books · 3.0 a second · 5 min left"),
        (1_000, 10, 60.0, "1,000 of 1,200 books · 10.0 a minute · 20 min left"),
        (1_190, 90, 9.0, "1,190 of 1,200 books · 10.0 a second · 1 s left"),
        (200, 1, 36.0, "200 of 1,200 books · 1.7 a minute · 10.0 h left"),
        (1, 1, 0.0, "1 of 1,200 books"),
    ],
)
def test_what_an_earlier_run_did_is_done_but_is_no_pace(
    done: int, now: int, seconds: float, line: str
) -> None:
    assert paced(done, 1_200, "books", now, seconds) == line


def test_a_resumed_run_says_at_once_how_many_are_done() -> None:
    pace = Pace(1_200, "books")
    pace.seen(800)
    assert pace.line() == "800 of 1,200 books"
