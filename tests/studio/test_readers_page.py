"""A book before readers: invented and one's own, without a model and by a scripted one, hostile words among them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from studios import DESK, PHONE, Client, Open, Visitor, scripted

from loopback import Behaviour, Loopback

HOSTILE = '<script>document.title="taken"</script><b>bold</b>'
PLOT = (
    "A widow comes home to a house by the sea. She finds her mother's letters in a wall, learns who let the "
    "boat go out, and forgives him on the quay in the last light.\n"
)


def voice(body: dict[str, Any]) -> Behaviour:
    """Loves it as Maud, does not as Tom, is between as anyone else; in words that hold HTML."""
    said = "\n".join(message["content"] for message in body["messages"])
    score = 9.0 if "wet rope" not in said and "Rainbow" in said else 3.0 if "wet rope" in said else 6.5
    return Behaviour(text=json.dumps({"review": f"So I would say {score}. {HOSTILE}", "score": score}))


@pytest.fixture(scope="module")
def model() -> Iterator[Loopback]:
    with Loopback(voice) as server:
        yield server


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory, model: Loopback) -> Iterator[Open]:
    with scripted(tmp_path_factory.mktemp("asked"), model.url) as studio:
        yield studio


def plot_on_shelf(client: Client, text: str = PLOT) -> str:
    answer = client.hand_in("/shelf", "the-sea-house.txt", text.encode())
    return answer.led_to


def profile_named(client: Client, name: str) -> str:
    found = re.search(
        rf'name="profile" value="(\w+)"[^>]*> <span><strong>{name}', client.get("/readers").text
    )
    assert found, name
    return found[1]


def asking(client: Client, **fields: str) -> str:
    """Ask, and the id of the job."""
    answer = client.post("/readers", fields)
    return answer.led_to


def handed_in(client: Client, pasted: str, **more: str) -> str:
    answer = client.post("/readers/profiles", {"pasted": pasted, **more})
    assert answer.status == 303, answer.text
    return answer.headers["location"].partition("profile=")[2]


def row(reader: str, score: float, text: str = PLOT, review: str = "Fine.") -> str:
    return json.dumps({"reader": reader, "text": text, "review": review, "score": score}) + "\n"


def test_invented_readers_are_there_and_called_so(studio: Open) -> None:
    client = studio.client()
    plot_on_shelf(client)
    page = client.get("/readers").text
    assert page.count("invented example") == 1 and "虚构" not in page
    identifier = profile_named(client, "Invented readers")
    told = client.get(f"/readers/profiles/{identifier}").text
    assert "Maud Ellery (invented)" in told and "These people do not exist" in told


def test_without_a_model_the_answer_says_that_nobody_read(studio: Open) -> None:
    client = studio.client()
    job = asking(client, book=plot_on_shelf(client), profile=handed_in(client, row("A", 9) + row("A", 6)))
    assert client.finished(job) == "done"
    page = client.get(f"/jobs/{job}").text
    assert "No model was asked, and nobody read the book." in page
    assert "How far off each method was" in page and "used" in page


def test_the_same_question_is_the_same_work_whatever_only_a_model_needs(studio: Open) -> None:
    client = studio.client()
    fields = {"book": plot_on_shelf(client), "profile": handed_in(client, row("B", 7) + row("B", 8))}
    assert asking(client, **fields) == asking(client, **fields, repeats="9", temperature="1")


def test_a_reader_written_down_in_rows_is_kept_with_his_scale(studio: Open) -> None:
    client = studio.client()
    body = (
        "reader=Nell&scale=0-100&read=The+Ferry%0AA+ferry+sinks.&review=Slow.&score=35"
        "&read=The+Bell&review=&score=90&read=&review=&score="
    )
    answer = client.post_raw("/readers/profiles/written", body.encode(), "application/x-www-form-urlencoded")
    assert answer.status == 303, answer.text
    identifier = answer.headers["location"].partition("profile=")[2]
    told = client.get(f"/readers/profiles/{identifier}").text
    assert "2 past reviews on a scale from 0 to 100" in told
    assert "The Ferry" in told and "A ferry sinks." in told


def test_what_is_wrong_with_readers_is_said_beside_what_was_typed(studio: Open) -> None:
    client = studio.client()
    answer = client.post("/readers/profiles", {"pasted": row("C", 50) + HOSTILE, "scale": ""})
    assert answer.status == 400
    assert "not JSON" in answer.text and "<script>document" not in answer.text
    assert "&lt;script&gt;" in answer.text, "what was pasted is still there"
    answer = client.post("/readers/profiles", {"pasted": row("C", 50)})
    assert answer.status == 400 and "Row 1: 50 is not on the scale 1 to 10." in answer.text
    assert "--profile-scale" not in answer.text
    assert client.post("/readers/profiles", {"pasted": row("C", 50), "scale": "0-100"}).status == 303
    answer = client.post(
        "/readers/profiles/written", {"read": "The Ferry", "review": "StoredFile words", "score": ""}
    )
    assert answer.status == 400 and "Review 1: the score is missing" in answer.text
    assert "StoredFile words" in answer.text
    typed = {"read": "The Ferry", "review": "StoredFile words", "score": "7", "scale": "1-5"}
    answer = client.post("/readers/profiles/written", typed)
    said = "Review 1: 7 is not on the scale 1 to 5. Change the score or the scale above."
    form = answer.text[answer.text.index("Describe one reader") :]
    assert form.index(said) < form.index("StoredFile words") < form.index("</details>"), "in its own form"
    assert 'value="1-5" selected' in form and 'value="7"' in form


def test_who_cannot_be_told_apart_is_not_set_into_groups(studio: Open) -> None:
    client = studio.client()
    names = ("Ann", "Ben", "Cy")
    many = "".join(row(name, score) for name in names for score in (1, 5))
    profile = handed_in(client, many, scale="1-5")
    ticked = [("reader", f"{profile}:{name}") for name in names]
    answer = client.post("/readers", [("book", plot_on_shelf(client)), ("profile", profile), *ticked])
    job = answer.led_to
    assert client.finished(job) == "done"
    page = client.get(f"/jobs/{job}").text
    assert "Without a model these readers cannot be told apart" in page and "What they usually give" in page
    assert "Would love it" not in page and "Likely range" not in page
    assert "1: 50%, 2: 0%, 3: 0%, 4: 0%, 5: 50%" in page
    assert "on the readers’ scale from 1 to 5" in page


def test_an_audience_is_drawn_from_a_table_of_ratings(studio: Open) -> None:
    client = studio.client()
    ratings = "reader,item,review,score\n" + "".join(
        f"{name},{story},Said by {name}.,{score - story % 2}\n"
        for name, score in (("Stern", 3), ("Middle", 6), ("Gentle", 10))
        for story in range(6)
    )
    stories = "".join(
        json.dumps({"id": str(story), "plot": f"Story {story} ends well.", "genres": ["Romance"]}) + "\n"
        for story in range(6)
    )
    edge = "----edge"
    parts = [
        ('name="table"; filename="ratings.csv"', ratings),
        ('name="items"; filename="stories.jsonl"', stories),
        ('name="kind"', "mpst"),
        ('name="wanted"', "Romance, strict"),
    ]
    body = "".join(
        f"--{edge}\r\nContent-Disposition: form-data; {head}\r\n\r\n{said}\r\n" for head, said in parts
    )
    kind = f"multipart/form-data; boundary={edge}"
    answer = client.post_raw("/readers/profiles/drawn", f"{body}--{edge}--\r\n".encode(), kind)
    assert answer.status == 303, answer.text
    page = client.get(f"/readers/profiles/{answer.headers['location'].partition('=')[2]}").text
    assert "Romance, strict (1 / 1)" in page and "Stern" in page and "Gentle" not in page
    bare = (
        f'--{edge}\r\nContent-Disposition: form-data; name="table"; filename="r.csv"\r\n\r\na,b\r\n'
        + body[body.index(f'--{edge}\r\nContent-Disposition: form-data; name="wanted"') :]
    )
    answer = client.post_raw("/readers/profiles/drawn", f"{bare}--{edge}--\r\n".encode(), kind)
    assert answer.status == 400 and "upload the file of the books as well" in answer.text
    wrong = body.replace("Romance, strict", "Westerns")
    answer = client.post_raw("/readers/profiles/drawn", f"{wrong}--{edge}--\r\n".encode(), kind)
    assert (
        answer.status == 400 and "genres here: Romance" in answer.text and 'value="Westerns"' in answer.text
    )


@pytest.mark.parametrize("path", ["../../secret", "0" * 16, "x"])
def test_readers_are_found_by_their_id_alone(studio: Open, path: str) -> None:
    client = studio.client()
    assert client.get(f"/readers/profiles/{path}").status == 404
    assert client.post("/readers", {"book": plot_on_shelf(client), "profile": path}).status == 404


def test_an_audience_by_a_model_is_a_distribution(asked: Open, model: Loopback) -> None:
    client = asked.client()
    fields = {"book": plot_on_shelf(client), "model": "custom/scripted", "repeats": "2"}
    many = "".join(
        row(f"Reader {n} {HOSTILE}", score, review="Rainbow" if n < 3 else "wet rope")
        for n in range(4)
        for score in (4, 8)
    )
    identifier = handed_in(client, many, name="Club")
    job = asking(
        client,
        **fields,
        profile=identifier,
        reader=f"{identifier}:Reader 0 {HOSTILE}",
    )
    assert client.finished(job) == "planned", "the cost is seen first"
    assert model.count == 0
    assert "A reader’s review" in client.get(f"/jobs/{job}").text
    client.post(f"/jobs/{job}/start")
    assert client.finished(job) == "done"
    assert model.count in (1, 2), "one reader alone was asked"
    page = client.get(f"/jobs/{job}").text
    assert "So I would say 9.0. &lt;script&gt;" in page and "<script>document" not in page


def test_a_score_of_ten_stands_beside_what_it_is_on_the_readers_own_scale(asked: Open) -> None:
    client = asked.client()
    profile = handed_in(client, row("Five", 4, review="Rainbow") + row("Five", 2), name="Fives", scale="1-5")
    job = asking(client, book=plot_on_shelf(client), profile=profile, model="custom/scripted", repeats="1")
    assert client.finished(job) == "planned"
    client.post(f"/jobs/{job}/start")
    assert client.finished(job) == "done"
    page = client.get(f"/jobs/{job}").text
    assert "9 of 10 (4.6 of 5)" in page
    assert "100% of the answers are 4 or more" in page and "0% are 2 or less" in page


@pytest.mark.extras
def test_a_model_answers_for_the_invented_and_both_themes_show_it(browser: Any, asked: Open) -> None:
    client = asked.client()
    book = plot_on_shelf(client)
    for size, scheme, locale, name, invented, voices in (
        (DESK, "light", "en-GB", "readers", "Invented readers", 3),
        (PHONE, "dark", "zh-CN", "readers-phone-dark-zh", "虚构读者", 2),
    ):
        visitor = Visitor(browser, asked, size, scheme, locale)
        page = visitor.page
        visitor.go(f"/readers?book={book}")
        page.get_by_role("radio", name=invented).check()
        page.locator("#model").select_option("custom/scripted")
        visitor.picture(name, whole=True)
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
        visitor.picture(f"{name}-opened", whole=True)
        visitor.check()
        page.locator("#asking button.strong").click()
        page.locator(".panel.planned, .panel.done").wait_for()
        if page.locator(".panel.planned").count():
            visitor.picture(f"{name}-cost")
            page.locator(".panel button.strong").click()
        page.locator(".distribution svg").wait_for()
        assert page.title() != "taken"
        assert page.locator(".voice").count() == voices
        visitor.picture(f"{name}-result", whole=True)
        page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
        visitor.check()
        visitor.close()


@pytest.mark.extras
def test_one_reader_is_written_down_and_asked_in_a_browser(browser: Any, studio: Open) -> None:
    book = plot_on_shelf(studio.client(), PLOT * 2)
    for size, scheme, locale in ((DESK, "dark", "en-GB"), (PHONE, "light", "zh-CN")):
        visitor = Visitor(browser, studio, size, scheme, locale)
        page = visitor.page
        visitor.go(f"/readers?book={book}")
        page.locator("#own + details > summary").click()
        page.locator("#another").click()
        assert page.locator(".judgement").count() == 4
        page.locator("#reader").fill(f"Reader of {scheme} {HOSTILE}")
        for number, score in ((1, "2"), (4, "5")):
            page.locator(f"#read-{number}").fill(f"The Ferry {number}\n{HOSTILE}")
            page.locator(f"#review-{number}").fill(f"It was what it was. {HOSTILE}")
            page.locator(f"#score-{number}").fill(score)
        visitor.picture(f"readers-own-{scheme}", whole=True)
        visitor.check()
        page.locator("form[action='/readers/profiles/written'] button.strong").click()
        page.wait_for_url("**/readers?*profile=*")
        page.locator(".of:visible a").click()
        visitor.picture(f"readers-profile-{scheme}", whole=True)
        visitor.check()
        page.locator("main a.button.strong").click()
        page.locator("#asking button.strong").click()
        page.locator(".distribution svg").wait_for()
        visitor.picture(f"readers-embedded-{scheme}", whole=True)
        visitor.check()
        visitor.close()


@pytest.mark.parametrize(
    ("name", "table", "said"),
    [
        ("deep.json", b"[" * 100_000, "nested too deeply"),
        ("digits.json", b'[{"score": ' + b"1" * 5_000 + b"}]", "not JSON after row 0"),
        ("many.csv", b"reader,text,review,score\n" + b"a,b,c,3\n" * 20_001, "20,000 judgements"),
    ],
)
def test_a_table_made_to_harm_is_refused_in_one_line(
    studio: Open, name: str, table: bytes, said: str
) -> None:
    answer = studio.client().hand_in("/readers/profiles", name, table)
    assert answer.status == 400
    assert said in answer.text and "fault of fabula" not in answer.text
