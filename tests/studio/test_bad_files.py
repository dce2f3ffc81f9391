"""A file that is no book is refused in the language of whoever looks: at once where it is empty, or once it has been read."""

from __future__ import annotations

import time

from studios import Open

CHINESE = {"accept-language": "zh"}


def test_an_empty_file_is_refused_in_the_language_of_the_page(studio: Open) -> None:
    client = studio.client()
    assert "empty.txt is empty" in client.hand_in("/shelf", "empty.txt", b"").text
    client.cookie += "; language=zh"
    assert "empty.txt 是空的" in client.hand_in("/shelf", "empty.txt", b"").text


def test_a_damaged_book_is_told_in_the_language_of_whoever_looks(studio: Open) -> None:
    client = studio.client()
    book = client.hand_in("/shelf", "damaged.epub", b"no archive at all").led_to
    address = f"/books/{book}"
    for _ in range(100):
        if "is not a ZIP archive" in client.get("/shelf").text:
            break
        time.sleep(0.2)
    assert "is not a ZIP archive" in client.get("/shelf").text
    assert "damaged.epub 不是 ZIP 压缩包" in client.get("/shelf", CHINESE).text
    assert "不是 ZIP 压缩包" in client.get(address, CHINESE).text
