"""The people of a book corrected in a browser, in English and in Chinese; and, without a browser, what is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from studios import Open, Visitor
from test_shelf import handed_in

TOLD = "\n\n".join(
    f"Chapter {number}\n\nSnape came in. Severus smiled at Anna. Anna left. “Severus!” said Anna. Mr. Thunder rolled. Snape sat down."
    for number in range(1, 5)
)


@pytest.fixture
def visitor(browser: Any, studio: Open) -> Iterator[Visitor]:
    someone = Visitor(browser, studio)
    yield someone
    someone.close()


@pytest.mark.extras
def test_two_are_joined_and_one_struck_out_and_the_book_is_read_again_only_when_asked(
    visitor: Visitor, studio: Open
) -> None:
    client = studio.client()
    book = handed_in(client, "the-potion.txt", TOLD.encode())
    page = visitor.page
    visitor.go(f"/shelf/{book}")
    page.get_by_role("link", name="Correct the people").click()
    page.get_by_label("Snape").check()
    page.get_by_label("Severus").check()
    page.get_by_label("Name to show").fill("Severus Snape")
    page.get_by_role("button", name="Join or rename").click()
    page.get_by_role("rowheader", name="Severus Snape").wait_for()
    page.get_by_label("Mr. Thunder").check()
    page.get_by_role("button", name="Not a person").click()
    page.get_by_text("Not people: Mr. Thunder.").wait_for()
    visitor.picture("people")
    visitor.check()
    held = tomllib.loads(client.get(f"/shelf/{book}/people/people.toml").text)
    assert held["not_people"] == ["Mr. Thunder"]
    assert [(one["name"], set(one["aliases"])) for one in held["person"]] == [
        ("Severus Snape", {"Snape", "Severus"})
    ]
    assert "Severus Snape" not in client.get(f"/shelf/{book}").text
    page.get_by_role("button", name="Read again with these people").click()
    page.get_by_role("rowheader", name="Severus Snape").wait_for()
    visitor.go(f"/shelf/{book}/people")
    page.get_by_role("button", name="中文").click()
    page.get_by_role("heading", name="修改人物").wait_for()
    visitor.check()
    page.get_by_role("button", name="撤销全部修改").click()
    page.get_by_label("Mr. Thunder").wait_for()


def test_a_name_that_somebody_else_has_is_refused_and_an_evaluation_uses_the_corrections(
    studio: Open,
) -> None:
    client = studio.client()
    book = handed_in(client, "the-cellar.txt", TOLD.replace("Anna", "Marta").encode())
    place = f"/shelf/{book}/people"
    said = client.post(place, [("person", "Snape"), ("name", "Marta"), ("deed", "join")])
    assert (said.status, "Marta is already a name of Marta" in said.text) == (400, True)
    assert client.post(place, [("deed", "join")]).status == 400
    assert client.post(place, [("person", "Snape"), ("name", "Doe"), ("deed", "join")]).status == 303
    asked = client.post("/evaluate", {"book": book})
    assert asked.status == 303
    client.finished(asked.led_to)
    assert "Doe" in client.get(f"/jobs/{asked.led_to}/files/report.json").text
