"""A shelf and a job list of a small publisher: a page at a time, and what somebody looks for in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from studios import Open

from fabula.studio.home import Home, open_home, read_json, store_text, write_json
from fabula.studio.jobs import JobQueue
from fabula.studio.pages.lists import is_found, pages, part
from fabula.studio.tasks.form import from_form
from fabula.studio.tasks.outline import Form

BOOKS = 105


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A studio whose books have all been read: nothing runs."""
    place = tmp_path_factory.mktemp("publisher")
    home = open_home(place / "studio")
    (home.root / "sample-shown").touch()
    for number in range(1, BOOKS + 1):
        _shelve(home, number)
    with Open(place, first=True) as opened:
        yield opened


def _shelve(home: Home, number: int) -> None:
    text = f"# The Quay {number}\n\nMara counted the boats.\n"
    book = store_text(home, "books", f"ms-{number:03}.md", text)
    job = JobQueue(home, {}).add("outline", from_form(Form, {"book": book.id}), book.name)
    outline = {
        "title": f"The Quay {number}", "author": "Ann Ost" if number % 2 else None, "language": "en", "words": 900,
        "chapters": [{"title": "", "words": 900}], "in_sections": False,
    }  # fmt: skip
    write_json(job.folder / "result.json", outline)
    write_json(job.folder / "state.json", {"status": "done" if number > 1 else "failed", "error": None})


def titles(page: str) -> list[str]:
    return re.findall(r"The Quay \d+(?=</a>)", page)


def test_the_shelf_is_read_a_page_at_a_time_and_searched(filled: Open) -> None:
    client = filled.client()
    first = client.get("/shelf").text
    assert len(titles(first)) == 100 and 'href="/shelf?page=2' in first
    assert len(titles(client.get("/shelf?page=2").text)) == BOOKS - 100
    found = client.get("/shelf?find=quay+ost+104").text
    assert not titles(found) and "Nothing fits" in found
    assert titles(client.get("/shelf?find=OST+103").text) == ["The Quay 103"]
    assert titles(client.get("/shelf?find=ms-077").text) == ["The Quay 77"]


def test_jobs_are_found_by_title_and_standing(filled: Open) -> None:
    client = filled.client()
    every = client.get("/runs").text
    assert len(titles(every)) == 30 and f"Jobs in this studio ({BOOKS})" in every
    assert titles(client.get("/runs?standing=not_done").text) == ["The Quay 1"]
    done = client.get("/runs?standing=done&find=quay").text
    assert f"{BOOKS - 1} of {BOOKS}." in done and "standing=done&amp;find=quay" in done
    assert not titles(client.get("/runs?standing=under_way").text)
    assert client.get("/runs?standing=odd").status == 400
    assert client.get("/runs?find=" + "x" * 201).status == 400


def test_what_is_found_has_every_word_in_any_case() -> None:
    assert (
        is_found("", "The Quay")
        and is_found("quay ann", "The Quay", "Ann Ost")
        and is_found("雾", "雾港", None)
    )
    assert not is_found("quay ann", "The Quay", None)
    assert (pages(0, 30), pages(30, 30), pages(31, 30)) == (1, 1, 2)
    assert part(list("abcde"), 2, 2) == ["c", "d"]


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    place = tmp_path / "state.json"
    for n in range(50):
        write_json(place, {"n": n % 10})
        found = read_json(place)
        assert found == {"n": n % 10}
        found["n"] = "changed by its reader"
    assert read_json(place) == {"n": 9}
    assert read_json(tmp_path / "none.json") is None
