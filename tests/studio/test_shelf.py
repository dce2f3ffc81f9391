"""What the shelf holds, without a browser: drafts told apart, a file that is not a book is offered nowhere."""

from __future__ import annotations

import re

from studios import Client, Open

CHAPTER = "## Chapter {}\n\nMara walked to the harbour and counted the boats that had come home. {}\n\n"


def handed_in(client: Client, name: str, content: bytes) -> str:
    """The book's id, once it has been read."""
    answer = client.hand_in("/shelf", name, content)
    assert answer.status == 303, answer.text
    book = answer.headers["location"].rpartition("/")[2]
    job = re.search(r'data-job="(\w+)"', client.get(f"/shelf/{book}").text)
    if job:
        client.finished(job[1])
    return book


def draft(tail: str) -> bytes:
    return ("# The Lamp\n\n" + "".join(CHAPTER.format(number, tail) for number in range(1, 5))).encode()


def test_two_drafts_of_one_title_are_told_apart_wherever_a_book_is_chosen(studio: Open) -> None:
    client = studio.client()
    handed_in(client, "lamp-2.md", draft("It was late."))
    handed_in(client, "lamp-3.md", draft("It was early, and the light was good."))
    for page in ("/shelf", "/evaluate", "/facts", "/readers"):
        shown = client.get(page).text
        assert "The Lamp · lamp-2.md" in shown and "The Lamp · lamp-3.md" in shown, page


def test_a_file_that_is_no_book_says_so_and_is_offered_nowhere(studio: Open) -> None:
    client = studio.client()
    broken = handed_in(client, "broken.epub", b"PK\x03\x04 this is no archive")
    told = client.get(f"/shelf/{broken}").text
    assert "broken.epub" in told and "Add another file" in told and "Continue" not in told
    for page in ("/evaluate", "/facts", "/readers", "/compare"):
        assert broken not in client.get(page).text, page
