"""Notes that say the same become one, and the rest stand in the order in which an author should look at them."""

from __future__ import annotations

from fabula.editing.joining import joined, joined_by, ranked
from fabula.editing.noting import Places
from fabula.editing.result import EditNote, Kind
from fabula.reading.cast import Cast
from fabula.reading.findings import Severity
from fabula.text.book import Book, Chapter


def note(
    id: str,
    start: int = 0,
    end: int = 40,
    kind: Kind = "pacing",
    severity: Severity = "medium",
    measure: str = "",
    chapter: int = 1,
) -> EditNote:
    return EditNote(
        id=id, kind=kind, severity=severity, chapter=chapter, start=start, end=end, quotation="x" * (end - start),
        what=id, source="measured" if measure else "model", measure=measure, people=(id.upper(),),
    )  # fmt: skip


def test_a_short_quotation_stands_only_where_it_was_seen() -> None:
    texts = (
        "“Come in,” said the old man. The lamp was lit.",
        "“Come in,” said nobody. The old lamp was out at last.",
    )
    book = Book("Lamps", None, "en", tuple(Chapter(n, "", text) for n, text in enumerate(texts, 1)))
    places = Places(book, Cast((), (), ()))
    here = places.quoted("“Come in,”", (2,))
    assert here is not None and (here.chapter, here.start) == (2, 0)
    assert places.quoted("The lamp was lit", (2,)) is None
    found = places.quoted("said the old man. The lamp was lit", (2,))
    assert found is not None and found.chapter == 1


def ids(notes: object) -> list[str]:
    return [each.id for each in notes]  # type: ignore[attr-defined]


def test_notes_of_one_kind_at_one_place_are_one_with_the_higher_severity() -> None:
    (one,) = joined([note("a", 0, 40), note("b", 10, 60, severity="high")])
    assert (one.id, one.severity, one.joined) == ("a", "high", 1)
    assert [(place.start, place.end) for place in one.linked] == [(10, 60)]
    assert one.people == ("A", "B")


def test_other_kinds_other_places_and_other_measures_stay() -> None:
    assert len(joined([note("a"), note("b", kind="prose")])) == 2
    assert len(joined([note("a", 0, 40), note("b", 35, 90)])) == 2
    assert len(joined([note("a"), note("b", chapter=2)])) == 2
    assert len(joined([note("a", measure="echo"), note("b", measure="cliche")])) == 2
    assert len(joined([note("a"), note("b", measure="cliche")])) == 1


def test_groups_are_joined_but_never_praise_and_blame() -> None:
    notes = [note("a"), note("b", 100, 140), note("c", 200, 240, kind="keep"), note("d", 300, 340)]
    found = joined_by(notes, [[1, 2, 3, 99], [2, 4]])
    assert ids(found) == ["a", "c", "d"]
    assert [place.start for place in found[0].linked] == [100]


def test_the_order_is_what_was_said_to_come_first_then_severity_then_praise() -> None:
    notes = [
        note("keep", kind="keep"),
        note("low", severity="low"),
        note("measured", severity="high", measure="echo"),
        note("high", severity="high"),
        note("named", severity="low"),
    ]
    assert ids(ranked(notes, ["named"])) == ["named", "high", "measured", "low", "keep"]
