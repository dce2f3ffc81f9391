"""What the shelf holds, without a browser: drafts told apart, a file that is not a book is offered nowhere."""

from __future__ import annotations

import re
import sys
import zlib

import pytest
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


def stream_again_and_again(times: int) -> bytes:
    """A PDF that no bound on its streams stops: its page shows one stream of 100 MB many times."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(100)) + packer.flush()
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents [%b] >>" % (b"4 0 R " * times),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed),
    )
    body = b"".join(b"%d 0 obj\n%b\nendobj\n" % (number, each) for number, each in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer << /Size 5 /Root 1 0 R >>\n%%EOF"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to its memory")
def test_a_file_that_takes_too_much_memory_ends_only_its_own_job(studio: Open) -> None:
    client = studio.client()
    bomb = handed_in(client, "bomb.pdf", stream_again_and_again(60))
    told = client.get(f"/shelf/{bomb}").text
    assert "bomb.pdf takes more than 2,048 MB of memory to read" in told
    good = handed_in(client, "after.md", draft("It was noon."))
    assert "The Lamp" in client.get(f"/shelf/{good}").text
    assert bomb not in client.get("/evaluate").text


def test_of_a_folder_only_what_may_be_a_book_is_taken_in(studio: Open) -> None:
    names = (
        "novels/one.txt",
        "novels/cover.jpg",
        "novels/.hidden.txt",
        "novels/.git/x.md",
        "novels/notes.json",
    )
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\nChapter 1\n\nShe rowed home, {name}.\r\n'
        for name in names
    ]
    body = "".join(parts).encode() + b"--edge--\r\n"
    client = studio.client()
    answer = client.post_raw("/shelf", body, "multipart/form-data; boundary=edge")
    assert answer.headers["location"].startswith("/books/"), "there is one"
    page = client.get("/shelf").text
    assert "one.txt" in page
    assert not [
        name for name in ("novels/", "cover.jpg", ".hidden.txt", "x.md", "notes.json") if name in page
    ]
