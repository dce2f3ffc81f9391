"""Two people are told apart by their sentences only where a reader would hear it."""

from __future__ import annotations

from small_books import book_of

from fabula.reading.measured import measure


def told_apart(long: int, short: int) -> bool:
    """Whether two people with sentences of so many words are praised."""
    lines = []
    for n in range(60):
        one = " ".join(["Every", "boat", *["of", "the", "old", "grey", "fleet"] * 6][: long - 1 + n % 3])
        other = " ".join(["Nobody", "said", *["that", "we", "should", "go"] * 6][: short - 1 + n % 3])
        lines += [f"“{one}. {one} now,” said Anna to him.", f"“{other}. {other} now,” said Edmund to her."]
    kept = measure(book_of("\n\n".join(lines[:60]), "\n\n".join(lines[60:]))).strengths
    return "voices-apart" in {each.kind for each in kept}


def test_ten_words_and_seven_are_not_heard_apart() -> None:
    assert not told_apart(10, 7)
    assert not told_apart(8, 5)


def test_twice_as_many_are() -> None:
    assert told_apart(18, 9)
    assert told_apart(13, 5)


def test_a_tale_is_not_how_somebody_talks() -> None:
    line = "we should go down to the boat"
    talk = "\n\n".join(
        f"“{day}, {line}. {day}, {line},” said {who}."
        for day in ("Today", "Tomorrow", "Monday", "Friday") * 10
        for who in ("Anna", "Edmund")
    )
    tale = (
        "The boats of the old grey fleet went down to the sea on the day of the storm, and nobody saw them again. "
        * 90
    )
    kept = measure(book_of(talk, f"“{tale.strip()}” said Anna.\n\n{talk}")).strengths
    assert "voices-apart" not in {each.kind for each in kept}
