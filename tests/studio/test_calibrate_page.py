"""Calibrations in the studio: learned from files or from books judged here, kept, and chosen when a book is judged."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from studios import VIEWS, Open, Visitor

from fabula.measures.calibration import LEAST

JUDGE = "longstory.summary|m:custom/kind|rubric:0123456789ab|text:{}|v:1"
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A studio with a judge that is never asked, and enough books that it has judged."""
    home = tmp_path_factory.mktemp("studio")
    options = ("--model", "custom/kind", "--base-url", "http://127.0.0.1:9/v1")
    with Open(home, options) as opened:
        for number in range(LEAST + 1):
            judged(home / "studio" / "jobs" / f"{number:016x}", number)
        yield opened


def judged(folder: Path, number: int) -> None:
    """A finished evaluation as its job leaves it. The first two are of one book: the later counts."""
    book = max(number, 1)
    found = {
        "id": f"book {book}", "title": f"{HOSTILE} {book}", "words": 1000 * book, "language": "en", "genres": ["Fantasy"],
        "signature": JUDGE.format(book), "aspects": [{"id": "plot", "score": 50.0 + number}],
        "overall": {"score": 50.0 + number, "low": None, "high": None, "scale": {"low": 0, "high": 100}},
    }  # fmt: skip
    folder.mkdir(parents=True)
    form = {"model": "custom/kind", "method": "summary", "book": f"{book:016x}"}
    for name, document in {
        "job": {"kind": "evaluate", "about": "x", "form": form, "at": 100.0 + number, "settings": {}},
        "state": {"status": "done"},
        "result": {"evaluation": found},
    }.items():
        (folder / f"{name}.json").write_text(json.dumps(document))


def scores(*columns: str) -> bytes:
    """A table of 24 books with those columns besides the score."""
    rows = [
        {
            "id": f"b{n}",
            "overall": f"{40 + 2 * n}",
            "readers": f"{2 + n / 12:.2f}",
            "signature": JUDGE.format(n),
        }
        for n in range(24)
    ]
    names = ("id", "overall", *columns)
    return "\n".join([",".join(names), *(",".join(row[name] for name in names) for row in rows)]).encode()


@pytest.fixture(scope="module")
def calibrated(shop: Open) -> str:
    client = shop.client()
    more = {"low": "0", "high": "100", "seed": "0"}
    job = client.hand_in("/calibrate", "my-judge.csv", scores("readers", "signature"), "scores", more).led_to
    assert client.finished(job) == "done", client.get(f"/jobs/{job}").text
    return job


def test_a_table_of_scores_and_ratings_becomes_a_calibration_with_its_figures(
    shop: Open, calibrated: str
) -> None:
    client = shop.client()
    page = client.get(f"/jobs/{calibrated}").text
    assert "Learned from 24 books." in page and "always guessing the average" in page
    assert "24 books: aspects, genres and length are used" in page, "why nothing else was used"
    assert "which judge gave them" not in page
    assert json.loads(client.get(f"/jobs/{calibrated}/files/judge.calibration.json").text)["kind"] == "calibrate"  # fmt: skip
    assert "custom/kind (24 books)" in client.get("/calibrate").text


def test_it_is_chosen_where_a_book_is_judged_and_only_with_a_model(shop: Open, calibrated: str) -> None:
    client = shop.client()
    kept = json.loads((shop.home / "studio" / "jobs" / calibrated / "result.json").read_text())["kept"]
    page = client.get(f"/evaluate?calibration={kept}").text
    assert re.search(rf'<option value="{kept}" selected>custom/kind \(24 books\)', page)
    book = re.findall(r'href="/books/([0-9a-f]{16})"', client.get("/shelf").text)[-1]
    asked = {"book": book, "model": "custom/kind", "method": "one-pass", "calibration": kept}
    job = client.post("/evaluate", asked).led_to
    assert client.finished(job) == "planned", client.get(f"/jobs/{job}").text
    form = json.loads((shop.home / "studio" / "jobs" / job / "job.json").read_text())["form"]
    assert form["calibration"] == kept
    assert client.post("/evaluate", {"book": book, "genres": "Horror", "calibration": kept}).status == 303
    assert client.post("/evaluate", asked | {"calibration": "/etc/passwd"}).status == 400


def test_books_judged_here_need_only_their_stars(shop: Open) -> None:
    client = shop.client()
    page = client.get("/calibrate").text
    names = re.findall(r'name="(stars-[0-9a-f]{16})"', page)
    assert len(names) == LEAST and f"stars-{0:016x}" not in names, "of two verdicts on a book the later"
    assert "<img" not in page.partition("<main")[2]
    typed = {name: f"{2 + place / 10:.1f}" for place, name in enumerate(names)}
    few = client.post("/calibrate/here", typed | dict.fromkeys(names[:3], ""))
    assert few.status == 400 and f"{LEAST - 3} books have" in few.text
    job = client.post("/calibrate/here", typed).led_to
    assert client.finished(job) == "done", client.get(f"/jobs/{job}").text
    page = client.get(f"/jobs/{job}").text
    assert f"Learned from {LEAST} books." in page and "which judge gave them" not in page
    assert f"custom/kind ({LEAST} books)" in client.get("/calibrate").text


def test_a_calibration_made_elsewhere_is_taken_in_and_any_other_file_refused(
    shop: Open, calibrated: str
) -> None:
    client = shop.client()
    made = json.loads(client.get(f"/jobs/{calibrated}/files/judge.calibration.json").text)
    raw = json.dumps(made | {"covers": 0.79}).encode()
    for wrong in (b"{}", b"not json", b'{"kind": "rank"}'):
        assert "no calibration" in client.hand_in("/calibrate/files", "wrong.json", wrong).text
    assert client.hand_in("/calibrate/files", f"{HOSTILE}.json", raw).status == 303
    page = client.get("/calibrate").text
    assert "wrong.json" not in page and "&lt;img" in page.partition("Saved")[2]
    added = re.search(r'/calibrate/files/([0-9a-f]{16})/remove"><button[^>]*&lt;img', page)
    assert added and client.post(f"/calibrate/files/{added[1]}/remove").status == 303
    assert "nerror" not in client.get("/calibrate").text.partition("From books judged here")[0]
    nobody = json.dumps(made | {"judge": {}}).encode()
    assert "no calibration" in client.hand_in("/calibrate/files", "nobody.json", nobody).text


def test_ratings_may_come_in_a_file_of_their_own(shop: Open) -> None:
    client, edge = shop.client(), "----edge"
    files = {"scores": ("s.csv", scores()), "truth": ("t.csv", scores("readers"))}
    body = b"".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode() + raw + b"\r\n"
        for field, (name, raw) in files.items()
    )  # fmt: skip
    kind = f"multipart/form-data; boundary={edge}"
    job = client.post_raw("/calibrate", body + f"--{edge}--\r\n".encode(), kind).led_to
    assert client.finished(job) == "done", client.get(f"/jobs/{job}").text
    page = client.get(f"/jobs/{job}").text
    assert "The scores don’t say which judge gave them" in page and "Evaluate a book with it" not in page
    assert "s (24 books)" not in client.get("/calibrate").text
    assert "no scores came" in client.post("/calibrate").text


@pytest.mark.extras
@pytest.mark.parametrize(("name", "size", "scheme", "locale"), VIEWS)
def test_the_pages_of_a_calibration(
    browser: Any, shop: Open, calibrated: str, name: str, size: dict[str, int], scheme: str, locale: str
) -> None:
    visitor = Visitor(browser, shop, size, scheme, locale)
    for place, path in (("form", "/calibrate"), ("made", f"/jobs/{calibrated}")):
        visitor.go(path)
        visitor.picture(f"calibrate-{place}-{name}", whole=True)
        visitor.check()
    visitor.page.locator("main a.button").click()
    visitor.page.get_by_label("把分数换算" if locale == "zh-CN" else "Show the score").wait_for(
        state="attached"
    )
    visitor.close()
