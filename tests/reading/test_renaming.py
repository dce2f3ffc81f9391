"""Other names that a model gives: what is taken of them, what is not, and what still stands."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.reading.anonymise import Anonymised
from fabula.reading.renaming import anonymise_with, renaming_of
from fabula.text.book import Book, Chapter
from loopback import Behaviour, Loopback

PLOT = (
    "Elizabeth Bennet meets Mr. Darcy at Longbourn. Lizzy thinks that Darcy is proud. "
    "Jane Bennet loves Charles. In Derbyshire, Elizabeth hears how Darcy helped Wickham."
)
WRITTEN = {
    "Elizabeth Bennet": ("female", "Catherine Hale"),
    "Elizabeth": ("female", "Catherine"),
    "Lizzy": ("female", "Kitty"),
    "Mr. Darcy": ("male", "Mr. Thornton"),
    "Darcy": ("male", "Thornton"),
    "Jane Bennet": ("female", "Anne Hale"),
    "Charles": ("male", "Edmund"),
    "Wickham": ("male", "Lovell"),
}
PLACES = {"Longbourn": "Ashcombe", "Derbyshire": "Norland"}


def entry(name: str, new: str, sex: str = "unknown", kind: str = "person") -> dict[str, str]:
    return {"name": name, "kind": kind, "sex": sex, "new_name": new}


def given(**changed: Any) -> list[dict[str, str]]:
    """What a careful model answers, with some new names changed."""
    people = [entry(name, changed.get(name, new), sex) for name, (sex, new) in WRITTEN.items()]
    return people + [entry(name, changed.get(name, new), kind="place") for name, new in PLACES.items()]


def named(
    loopback: Loopback, names: Any, text: str = PLOT, language: str = "en", **options: Any
) -> Anonymised:
    loopback.answer = names if callable(names) else lambda _: {"names": names}
    book = Book("Untitled", None, language, (Chapter(1, "", text),))  # type: ignore[arg-type]

    async def run() -> Anonymised:
        async with open_door("custom/reader", DoorSettings(base_url=loopback.url)) as door:
            return await anonymise_with(door, book, **options)

    return asyncio.run(run())


def text_of(other: Anonymised) -> str:
    return other.book.chapters[0].text


def test_the_models_names_are_taken_and_a_family_keeps_one(loopback: Loopback) -> None:
    other = named(loopback, given())
    assert text_of(other) == (
        "Catherine Hale meets Mr. Thornton at Ashcombe. Kitty thinks that Thornton is proud. "
        "Anne Hale loves Edmund. In Norland, Catherine hears how Thornton helped Lovell."
    )
    book = Book("Untitled", None, "en", (Chapter(1, "", PLOT),))  # type: ignore[arg-type]
    (told,) = renaming_of(book, other)
    assert told.code == "reading.all-renamed" and other.by_model == len(other.mapping)
    assert other.renamed("I loved Lizzy and her Darcy.") == "I loved Kitty and her Thornton."


@pytest.mark.parametrize(
    ("old", "wrong"),
    [
        ("Lizzy", "Catherine"),  # Elizabeth's new name
        ("Wickham", "Edmund"),  # another person's
        ("Charles", "Jane"),  # stands in the story
        ("Charles", "Catherine"),
        ("Charles", "Margaret"),  # of the other sex
        ("Wickham", "Wickham"),
        ("Charles", " "),
    ],
)
def test_a_name_that_will_not_do_is_replaced_by_rule(loopback: Loopback, old: str, wrong: str) -> None:
    other = named(loopback, given(**{old: wrong}))
    assert old not in text_of(other) and wrong != other.mapping[old]
    assert len(set(other.mapping.values())) == len(other.mapping)


def test_names_that_are_not_in_the_text_change_nothing(loopback: Loopback) -> None:
    other = named(loopback, [*given(), entry("Hagrid", "Bramble"), entry("that", "Which")])
    assert "Hagrid" not in other.mapping and "that" not in other.mapping


def test_what_the_model_leaves_out_is_renamed_by_rule_and_what_still_stands_is_counted(
    loopback: Loopback,
) -> None:
    other = named(loopback, [])
    assert not any(name in text_of(other) for name in ("Bennet", "Darcy", "Wickham")) and not other.by_model
    text = "La tía Luciana llegó a Sevilla. Luciana saludó a Ramiro y a Tomás."
    half = [entry("Luciana", "Beatriz", "female"), entry("Sevilla", "Cádiz", kind="place")]
    other = named(loopback, half, text, "es")
    assert text_of(other) == "La tía Beatriz llegó a Cádiz. Beatriz saludó a Ramiro y a Tomás."
    book = Book("Untitled", None, "es", (Chapter(1, "", text),))  # type: ignore[arg-type]
    (told,) = renaming_of(book, other)
    assert told.code == "reading.names-remain" and "Tomás" in str(told)


def test_a_long_story_is_named_piece_by_piece_and_lost_pieces_are_said(loopback: Loopback) -> None:
    text = "\n\n".join(f"Ismerelda met Quoril{n * 'a'} on day {n}. " + "It rained. " * 300 for n in range(3))
    asked = []

    def answer(body: dict[str, Any]) -> Any:
        asked.append(str(body))
        if "on day 1" in asked[-1]:
            return Behaviour(text="I cannot.")
        return {"names": [entry("Ismerelda", "Gwendolen", "female")] if len(asked) == 1 else []}

    other = named(loopback, answer, text, segment_tokens=700)
    assert "Ismerelda" not in text_of(other) and "Gwendolen met" in text_of(other)
    assert any("Ismerelda = Gwendolen" in question for question in asked)
    (lost,) = other.lost
    assert lost.code == "reading.names-not-given" and str(lost).startswith(
        "The model gave no usable names for 1 of"
    )


def test_chinese_names_are_taken_form_by_form(loopback: Loopback) -> None:
    text = "贾宝玉见了林黛玉。宝玉笑道：“妹妹好。”黛玉不答。宝玉又问，黛玉走了。"
    names = [
        entry("贾宝玉", "沈明轩"),
        entry("宝玉", "明轩"),
        entry("林黛玉", "苏晚晴"),
        entry("黛玉", "晚晴"),
    ]
    other = named(loopback, names, text, "zh")
    assert text_of(other) == "沈明轩见了苏晚晴。明轩笑道：“妹妹好。”晚晴不答。明轩又问，晚晴走了。"


def test_a_language_without_rules_of_names_takes_the_models(loopback: Loopback) -> None:
    text = "花子は太郎に会った。太郎は笑った。"
    other = named(loopback, [entry("花子", "美咲"), entry("太郎", "健一")], text, "ja")
    assert text_of(other) == "美咲は健一に会った。健一は笑った。"
