"""Who may speak to the studio and with what: every way in that another site, a stranger or a hostile file might try."""

from __future__ import annotations

import asyncio
import http.client
import io
import re
import socket
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import pytest
from studios import Client, Open, Response

from commands import fabula
from fabula.studio.guard import Keys
from fabula.studio.serving import first_url
from loopback import Loopback, key_refused

SECRET = "sk-secret-of-the-owner-0123456789"
WICKED = "<script>alert(1)</script>"
PASSWORD = "the tide house"
UNDER_WAY = re.compile(r'"status": "(queued|planning|running)"')
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A studio whose owner has keys in his environment and a model that refuses them, with the key in its answer."""
    with Loopback(lambda _: key_refused(SECRET)) as server:
        opened = Open(
            tmp_path_factory.mktemp("guarded"),
            options=("--model", "custom/scripted", "--base-url", server.url),
            environment={"FABULA_API_KEY": SECRET, "OPENAI_API_KEY": SECRET},
        )
        opened.client().get("/shelf")
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """A studio with a password."""
    opened = Open(
        tmp_path_factory.mktemp("closed"),
        options=("--host", "0.0.0.0"),
        environment={"FABULA_STUDIO_PASSWORD": PASSWORD},
    )
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def client(guarded: Open) -> Client:
    return guarded.client()


def book_of(answer: Response) -> str:
    assert answer.status == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def outline_of(client: Client, book: str) -> str:
    """Wait until the book was read; its page."""
    found = re.search(r'id="job-([0-9a-f]{16})"', client.get(f"/shelf/{book}").text)
    if found:
        client.finished(found[1])
    return client.get(f"/shelf/{book}").text


def sample(client: Client) -> str:
    """The book that was there at first."""
    return re.findall(r'href="/books/([0-9a-f]{16})"', client.get("/shelf").text)[-1]


def everything(home: Path) -> dict[str, bytes]:
    """What lies in the studio's folder, once no job is under way that writes there of itself."""
    patience = time.monotonic() + 60
    while any(
        UNDER_WAY.search(state.read_text(encoding="utf-8")) for state in home.rglob("state.json")
    ) or not any(
        home.rglob("text.json")  # the sample is judged of itself, once it is outlined
    ):
        assert time.monotonic() < patience, "job that does not end"
        time.sleep(0.05)
    return {str(place.relative_to(home)): place.read_bytes() for place in home.rglob("*") if place.is_file()}


# Who may come in


@pytest.mark.parametrize(
    "path", ["/", "/shelf", "/runs", "/evaluate", "/jobs/0123456789abcdef", "/nowhere", "/loginx/../shelf"]
)
def test_without_a_session_nothing_is_shown(guarded: Open, path: str) -> None:
    answer = Client(guarded.port).get(path)
    assert answer.status in (403, 404)
    assert "Tide House" not in answer.text
    assert "fabula studio" in answer.text or answer.status == 404


@pytest.mark.parametrize("token", ["", "wrong", "%00", "%ff%fe", "x" * 5_000])
def test_a_wrong_token_opens_nothing(guarded: Open, token: str) -> None:
    answer = Client(guarded.port).get(f"/?token={token}")
    assert answer.status == 403
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("cookie", ["fabula-{port}=", "fabula-{port}=" + "0" * 64, "fabula-{port}=\xe9", "fabula-1={session}", "{session}"])  # fmt: skip
def test_a_made_up_session_opens_nothing(guarded: Open, client: Client, cookie: str) -> None:
    session = client.cookie.partition("=")[2]
    said = cookie.format(port=guarded.port, session=session)
    assert Client(guarded.port).get("/shelf", {"cookie": said}).status == 403


def test_the_session_is_kept_from_scripts_and_other_sites_and_leaves_the_address(guarded: Open) -> None:
    parts = urlsplit(guarded.url)
    answer = Client(guarded.port).get(f"/?{parts.query}")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert answer.headers["location"] == "/shelf"


def test_the_odd_cookies_of_other_programs_do_not_shut_the_owner_out(guarded: Open, client: Client) -> None:
    odd = 'a={"x": [1, "]"]}; b[]=\xe9; =; ' + client.cookie
    assert Client(guarded.port).get("/runs", {"cookie": odd}).status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "127.0.0.1:1", "127.0.0.1:{port}.evil.example", "localhost:1", "evil.example:{port}", "127.0.0.1@evil.example:{port}", "", "127.0.0.1:\xb2", "0.0.0.0:{port}", "[::1", "127.0.0.2:{port}"],
)  # fmt: skip
def test_a_name_that_is_not_ours_is_turned_away(guarded: Open, client: Client, host: str) -> None:
    said = {"host": host.format(port=guarded.port), "cookie": client.cookie}
    for path in ("/shelf", "/static/studio.css", "/?" + urlsplit(guarded.url).query):
        assert Client(guarded.port).get(path, said).status == 421


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "[::1]:{port}", "LOCALHOST:{port}"])
def test_our_own_names_are_answered(guarded: Open, client: Client, host: str) -> None:
    assert client.get("/runs", {"host": host.format(port=guarded.port)}).status == 200


def test_two_host_headers_do_not_slip_through(guarded: Open, client: Client) -> None:
    with socket.create_connection(("127.0.0.1", guarded.port), timeout=10) as wire:
        head = f"GET /shelf HTTP/1.1\r\nHost: 127.0.0.1:{guarded.port}\r\nHost: evil.example\r\nCookie: {client.cookie}\r\nConnection: close\r\n\r\n"
        wire.sendall(head.encode())
        status = wire.makefile("rb").readline()
    assert b" 421 " in status or b" 400 " in status


ORIGINS = ["", "null", "http://evil.example", "http://127.0.0.1.evil.example", "http://127.0.0.1:1", "http://localhost:{port}", "file://", "http://127.0.0.1:{port}.evil.example", "http://127.0.0.1:{port}/"]  # fmt: skip


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("path", ["/language", "/shelf", "/evaluate", "/jobs/0123456789abcdef/remove"])
def test_another_sites_post_changes_nothing(guarded: Open, client: Client, origin: str, path: str) -> None:
    before = everything(guarded.home / "studio")
    answer = client.post(path, {"language": "zh"}, {"origin": origin.format(port=guarded.port)})
    assert answer.status == 403
    assert "set-cookie" not in answer.headers
    assert everything(guarded.home / "studio") == before


def test_a_post_without_an_origin_is_not_carried_out(client: Client) -> None:
    assert client.send("POST", "/language", b"language=zh", {"content-type": "application/x-www-form-urlencoded"}).status == 403  # fmt: skip
    assert client.send("DELETE", "/shelf", None, {}).status == 403
    assert client.send("PUT", "/shelf", b"x", {}).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_the_browser_calls_another_sites_request_is_turned_away(client: Client, site: str) -> None:
    assert client.post("/language", {"language": "zh"}, {"sec-fetch-site": site}).status == 403
    assert client.get("/runs", {"sec-fetch-site": site, "sec-fetch-mode": "no-cors"}).status == 403
    assert client.get("/static/studio.js", {"sec-fetch-site": site, "sec-fetch-mode": "cors"}).status == 403
    assert client.get("/runs", {"sec-fetch-site": site, "sec-fetch-mode": "navigate"}).status == 200


def test_looking_changes_nothing(guarded: Open, client: Client) -> None:
    book = book_of(client.hand_in("/shelf", "looked-at.txt", b"Chapter 1\n\n" + b"She looked at it. " * 300))
    outline_of(client, book)
    job = re.findall(r'href="/jobs/([0-9a-f]{16})"', client.get("/runs").text)[0]
    client.finished(job)
    pages = ["/shelf", f"/shelf/{book}", "/evaluate", "/facts", "/readers", "/novelists", "/quiz", "/compare", "/runs", "/runs/cost", f"/jobs/{job}", f"/jobs/{job}/events", "/login", "/static/studio.css"]  # fmt: skip
    for path in pages:
        client.get(path)  # the first visit may lay out examples
    before = everything(guarded.home / "studio")
    deeds = [f"/shelf/{book}/remove", f"/jobs/{job}/remove", f"/jobs/{job}/start", f"/jobs/{job}/stop", f"/jobs/{job}/plan", "/language?language=zh", f"/evaluate?book={book}&method=embedded"]  # fmt: skip
    for path in [*pages, *deeds]:
        answer = client.get(path)
        assert answer.status in (200, 404, 405), (path, answer.status)
        assert "set-cookie" not in answer.headers, path
    assert everything(guarded.home / "studio") == before


# What every answer carries


@pytest.mark.parametrize("path", ["/shelf", "/runs", "/runs/cost", "/evaluate", "/nowhere", "/jobs/0123456789abcdef", "/static/studio.js", "/static/colours-and-type.css", "/static/nothing", "/login", "/language"])  # fmt: skip
@pytest.mark.parametrize("known", [True, False])
def test_every_answer_carries_the_headers_of_a_careful_server(guarded: Open, client: Client, path: str, known: bool) -> None:  # fmt: skip
    answer = (client if known else Client(guarded.port)).get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "server" not in answer.headers
    if not path.startswith("/static"):
        assert answer.headers["cache-control"] == "no-store"


def test_no_page_has_an_inline_script_or_style(client: Client) -> None:
    for path in ("/shelf", "/runs", "/runs/cost", "/evaluate", "/facts", "/readers", "/novelists", "/quiz", "/compare", "/nowhere"):  # fmt: skip
        page = client.get(path).text
        assert not re.search(
            r"<script(?![^>]*(\bsrc=|application/json))|<style|\sstyle=|\son\w+=|javascript:", page
        ), path


@pytest.mark.extras
def test_the_first_url_may_be_clicked_in_a_page_of_another_site(
    guarded: Open, browser: Any, tmp_path: Path
) -> None:
    """Such as a terminal in a browser."""
    page = tmp_path / "terminal.html"
    page.write_text(f'<a href="{guarded.url}">{guarded.url}</a>')
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(page.as_uri())
    tab.get_by_role("link").click()
    tab.get_by_role("heading", name="The shelf").wait_for()
    assert "token" not in tab.url
    context.close()


# A password


def test_on_a_network_a_password_is_demanded_in_one_line(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1"):
        told = fabula("studio", "--no-browser", "--host", host, "--home", tmp_path)
        assert told.returncode == 2
        assert told.stdout == ""
        assert len(told.stderr.strip().splitlines()) == 1
        assert "--password" in told.stderr
        assert "Traceback" not in told.stderr


def test_the_password_opens_and_five_wrong_ones_shut_the_door(closed: Open) -> None:
    visitor = Client(closed.port)
    assert "token=" not in closed.url
    turned_away = visitor.get("/shelf")
    assert turned_away.status == 401 and 'action="/login"' in turned_away.text, "it asks at once"
    assert visitor.get("/login").status == 200
    right = visitor.post("/login", {"password": PASSWORD})
    assert right.status == 303
    cookie = right.headers["set-cookie"]
    assert "httponly" in cookie.lower()
    assert "samesite=strict" in cookie.lower()
    for wrong in ("", "x", "the tide hous", PASSWORD + " ", "密码"):
        answer = visitor.post("/login", {"password": wrong})
        assert answer.status in (400, 401)
        assert "set-cookie" not in answer.headers
    assert visitor.post("/login", {"password": "y"}).status == 401
    assert visitor.post("/login", {"password": PASSWORD}).status == 401, "the studio is locked for a minute"
    visitor.cookie = cookie.partition(";")[0]
    assert visitor.get("/shelf").status == 200, "who is in stays in"
    assert PASSWORD not in "".join(visitor.get(path).text for path in ("/shelf", "/login", "/runs"))


def test_a_password_that_is_easy_to_guess_is_refused(tmp_path: Path) -> None:
    for weak in ("a", "1234567", "aaaaaaaaaaaa"):
        told = fabula("studio", "--no-browser", "--home", tmp_path, FABULA_STUDIO_PASSWORD=weak)
        assert told.returncode == 2
        assert "too easy to guess" in told.stderr


def test_a_password_comes_from_a_file_and_one_that_was_typed_is_warned_about(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("aaaaaaaaaaaa\nthe second line is no part of it\n")
    told = fabula("studio", "--no-browser", "--password-file", file, FABULA_STUDIO_PASSWORD=PASSWORD)
    assert told.returncode == 2 and told.stderr.count("\n") == 1 and "too easy to guess" in told.stderr
    seen = fabula("studio", "--no-browser", "--password", "aaaaaaaaaaaa").stderr
    assert "see --password in the list of processes" in seen


def keys(home: Path) -> Keys:
    return Keys(b"secret", 8765, frozenset({"localhost"}), PASSWORD, ended=home / "sessions-ended")


def test_wrong_passwords_shut_out_their_own_address_alone(tmp_path: Path) -> None:
    door = keys(tmp_path)

    async def tried() -> list[bool]:
        strangers = ["203.0.113.5"] * 6 + [f"2001:db8:1:2::{number}" for number in range(6)]
        await asyncio.gather(*(door.opens("wrong", each) for each in strangers))
        return [
            await door.opens(PASSWORD, each) for each in ("203.0.113.5", "2001:db8:1:2::9", "203.0.113.6")
        ]

    with ThreadPoolExecutor(1) as apart:  # the tests' browser has a loop of its own in this thread
        assert apart.submit(asyncio.run, tried()).result() == [False, False, True]


def test_each_browser_has_its_own_session_and_logging_out_ends_it_for_good(tmp_path: Path) -> None:
    door = keys(tmp_path)
    mine, theirs = door.session(), door.session()
    assert mine != theirs and door.known(mine)
    door.end(mine)
    door.end("nobody's")
    for each in (door, keys(tmp_path)):
        assert (each.known(mine), each.known(theirs)) == (False, True)
    assert (tmp_path / "sessions-ended").read_text("utf-8").count("\n") == 1
    assert not any(door.known(each) for each in ("", ".", "x.y", mine.partition(".")[0], "密码.密码"))


def test_the_page_logs_out(closed: Open) -> None:
    visitor = Client(closed.port)
    visitor.cookie = Keys(
        (closed.home / "studio" / "secret").read_bytes(), closed.port, frozenset(), PASSWORD
    ).session()
    visitor.cookie = f"fabula-{closed.port}={visitor.cookie}"
    assert "Log out" in visitor.get("/shelf").text
    assert visitor.post("/logout").headers["location"] == "/login"
    assert visitor.get("/shelf").status == 401


def test_on_all_addresses_the_printed_one_is_reached_from_elsewhere(tmp_path: Path) -> None:
    door = keys(tmp_path)
    assert "0.0.0.0" not in first_url("0.0.0.0", door)
    assert first_url("127.0.0.1", door) == "http://127.0.0.1:8765/"


def test_whoever_is_not_in_can_send_a_password_and_no_more(closed: Open) -> None:
    answer = Client(closed.port).post("/login", {"password": "x" * 100_000})
    assert answer.status == 413


def test_the_login_cannot_be_posted_by_another_site(closed: Open) -> None:
    answer = Client(closed.port).post("/login", {"password": PASSWORD}, {"origin": "http://evil.example"})
    assert answer.status == 403


def test_a_number_is_a_name_on_a_network_and_a_foreign_name_is_not(closed: Open) -> None:
    visitor = Client(closed.port)
    assert visitor.get("/login", {"host": f"192.168.7.7:{closed.port}"}).status == 200
    assert visitor.get("/login", {"host": f"evil.example:{closed.port}"}).status == 421


# Paths


TRAVERSALS = ["..%2f..%2fsecret", "..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd", "..", "%2e%2e", "..%5c..%5csecret", "%00", "0123456789abcdef%00", "0123456789abcdeF", "0123456789abcdef%0a", "０１２３４５６７８９ａｂｃｄｅｆ", "．．／secret", "secret", "file:%2f%2f%2fetc%2fpasswd", "~root", "x" * 3_000]  # fmt: skip
ROUTES = ["/shelf/{}", "/jobs/{}", "/jobs/{}/events", "/jobs/{}/report.html", "/jobs/WORK/files/{}", "/static/{}", "/static/vendor/{}", "/runs/{}", "/runs/{}/calls.jsonl", "/facts/{}"]  # fmt: skip


@pytest.mark.parametrize("route", ROUTES)
def test_no_path_of_a_request_reaches_the_disk(guarded: Open, client: Client, route: str) -> None:
    job = re.findall(r'href="/jobs/([0-9a-f]{16})"', client.get("/runs").text)[0]
    secret = (guarded.home / "studio" / "secret").read_bytes()
    for evil in TRAVERSALS:
        path = route.replace("WORK", job).format(quote(evil, safe="%.~:"))
        answer = client.get(path)
        assert answer.status in (404, 405), (path, answer.status, answer.text[:400])
        assert secret not in answer.body
        assert b"root:" not in answer.body


@pytest.mark.parametrize(
    "path", ["/jobs/{}/start", "/jobs/{}/remove", "/jobs/{}/stop", "/jobs/{}/plan", "/shelf/{}/remove"]
)
def test_no_deed_is_done_to_a_path(guarded: Open, client: Client, path: str) -> None:
    before = set(everything(guarded.home / "studio"))
    for evil in TRAVERSALS:
        answer = client.post(path.format(quote(evil, safe="%.~:")))
        assert answer.status in (404, 405), (path, evil, answer.status)
    assert set(everything(guarded.home / "studio")) == before


@pytest.mark.parametrize(
    "evil", ["../../secret", "/etc/passwd", "\0", "..\\secret", "０１２３４５６７８９ａｂｃｄｅｆ", ""]
)
def test_no_field_of_a_form_is_a_path(client: Client, evil: str) -> None:
    assert client.post("/evaluate", {"book": evil}).status == 404


@pytest.mark.parametrize("evil", ["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example", "\t//evil.example", "/\r\nlocation: //evil.example", "javascript:alert(1)", "\\\\evil.example", "/%09/evil.example", "/..//evil.example", "///evil.example", "evil.example", " //evil.example"])  # fmt: skip
def test_nobody_is_sent_to_another_site(guarded: Open, client: Client, evil: str) -> None:
    job = re.findall(r'href="/jobs/([0-9a-f]{16})"', client.get("/runs").text)[0]
    for path, fields in (
        ("/language", {"language": "en", "back": evil}),
        (f"/jobs/{job}/stop", {"back": evil}),
    ):
        answer = client.post(path, fields)
        place = answer.headers["location"]
        assert answer.status == 303
        assert not re.search(r"[\t\r\n\\]", place)
        assert urlsplit(urljoin(guarded.base + "/runs", place)).netloc == f"127.0.0.1:{guarded.port}", place


def test_a_book_whose_reading_was_stopped_does_not_break_the_shelf(client: Client) -> None:
    book = book_of(client.hand_in("/shelf", "stopped.txt", b"Chapter 1\n\n" + b"It stopped. " * 90_000))
    job = re.search(r'id="job-([0-9a-f]{16})"', client.get(f"/shelf/{book}").text)
    assert job
    client.post(f"/jobs/{job[1]}/stop")
    assert client.finished(job[1]) == "stopped"
    assert "Stopped" in client.get("/shelf").text
    assert "Continue" in client.get(f"/shelf/{book}").text


# Models


@pytest.mark.parametrize("model", ["replay:/etc/passwd", "replay:x", "/etc/passwd", "file:///etc/passwd", "../x", "custom", "custom/", "custom/ ", "hub/x", "sentence-transformers/x", "https://evil.example/v1", "unknown/x"])  # fmt: skip
def test_a_form_names_no_file_and_no_address_as_a_model(client: Client, guarded: Open, model: str) -> None:
    book = sample(client)
    before = set(everything(guarded.home / "studio"))
    answer = client.post("/evaluate", {"book": book, "model": "other", "other_model": model})
    assert answer.status == 400
    assert "PROVIDER/NAME" in answer.text
    assert set(everything(guarded.home / "studio")) == before


@pytest.mark.parametrize("field", [{"base_url": "http://evil.example"}, {"max_cost": "inf"}, {"max_cost": "nan"}, {"max_cost": "-1"}, {"runs": "1e9"}, {"rubric": "/etc/passwd"}, {"rubric": "../x"}, {"temperature": "nan"}, {"premise": "x" * 6_000}])  # fmt: skip
def test_a_field_that_is_not_asked_for_is_a_line(client: Client, field: dict[str, str]) -> None:
    book = sample(client)
    answer = client.post("/evaluate", {"book": book, "model": "custom/scripted", "method": "summary", **field})  # fmt: skip
    assert answer.status == 400
    assert "fault of fabula" not in answer.text


def test_a_key_appears_nowhere(client: Client, guarded: Open) -> None:
    book = sample(client)
    asked = client.post("/evaluate", {"book": book, "model": "custom/scripted", "method": "summary"})
    job = book_of(asked)
    assert client.finished(job) == "planned"
    client.post(f"/jobs/{job}/start")
    assert client.finished(job) == "failed"
    page = client.get(f"/jobs/{job}").text
    assert "trouble" in page
    pages = "".join(client.get(path).text for path in (f"/jobs/{job}", f"/jobs/{job}/events", "/runs", "/runs/last", "/evaluate", "/shelf"))  # fmt: skip
    assert SECRET not in pages
    assert SECRET[:12] not in pages
    for name, content in everything(guarded.home).items():
        assert SECRET.encode() not in content, name


# Uploads


def wire(guarded: Open, client: Client, headers: dict[str, str]) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", guarded.port, timeout=60)
    connection.putrequest("POST", "/shelf")
    own = {"Cookie": client.cookie, "Origin": f"http://127.0.0.1:{guarded.port}", "Content-Type": "multipart/form-data; boundary=edge"}  # fmt: skip
    for name, value in {**own, **headers}.items():
        connection.putheader(name, value)
    connection.endheaders()
    return connection


def memory(studio: Open) -> int:
    """MB that the server holds."""
    told = Path(f"/proc/{studio.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", told)[1]) // 1024  # type: ignore[index]


@pytest.mark.parametrize("length", [str(80 * 2**20), str(2**70), "-1", "+5", "0x10"])
def test_a_body_that_says_it_is_too_long_is_refused_and_not_kept(guarded: Open, client: Client, length: str) -> None:  # fmt: skip
    connection = wire(guarded, client, {"Content-Length": length})
    if length == str(80 * 2**20):
        for _ in range(80):
            connection.send(bytes(2**20))
    assert connection.getresponse().status in (400, 413)
    connection.close()


def test_a_body_of_unsaid_length_is_cut_off_at_the_bound(guarded: Open, client: Client) -> None:
    before = memory(guarded)
    connection = wire(guarded, client, {"Transfer-Encoding": "chunked"})
    head = b'--edge\r\nContent-Disposition: form-data; name="file"; filename="endless.txt"\r\n\r\n'
    chunk, sent = b"a" * 2**20, 0
    try:
        connection.send(b"%x\r\n%s\r\n" % (len(head), head))
        while sent < 500:
            connection.send(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            sent += 1
    except OSError:
        pass
    assert sent < 450, "the studio swallowed it all"
    with suppress(http.client.HTTPException, OSError):  # the line may be cut while we are still sending
        assert connection.getresponse().status == 413
    connection.close()
    assert memory(guarded) - before < 40
    assert not list((guarded.home / "studio").rglob(".coming-*"))
    assert client.get("/shelf").status == 200


def test_a_file_over_the_bound_is_refused_in_a_line(client: Client, guarded: Open) -> None:
    before = set(everything(guarded.home / "studio"))
    answer = client.hand_in("/shelf", "long.txt", b"a" * (64 * 2**20 + 1))
    assert answer.status == 422
    assert "64 MB" in answer.text
    assert set(everything(guarded.home / "studio")) == before


def test_a_form_is_no_place_for_a_book(client: Client) -> None:
    assert client.post("/evaluate", {"premise": "x" * (9 * 2**20)}).status == 413


def test_an_empty_upload_is_a_line(client: Client) -> None:
    answer = client.hand_in("/shelf", "empty.txt", b"")
    assert (answer.status, "empty" in answer.text) == (400, True)
    assert client.hand_in("/shelf", "", b"").status == 400
    assert client.post_raw("/shelf", b"", "multipart/form-data; boundary=x").status == 400
    assert client.post_raw("/shelf", b"\xff\xfe not a form", "multipart/form-data; boundary=x").status == 400
    assert client.post_raw("/shelf", b"x", "multipart/form-data").status == 400
    assert client.post("/shelf", {"file": "a name, not a file"}).status == 400


def bomb() -> bytes:
    """An EPUB whose one chapter is a gigabyte of nothing."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr("mimetype", "application/epub+zip")
        packed.writestr("META-INF/container.xml", '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')  # fmt: skip
        packed.writestr("c.opf", '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>')  # fmt: skip
        with packed.open("a.xhtml", "w", force_zip64=True) as page:
            for _ in range(600):
                page.write(b" " * 2**20)
    return made.getvalue()


NO_BOOKS = {
    "cover.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
    "setup.exe": b"MZ\x90\x00"
    + bytes(2_000)
    + b"This program cannot be run in DOS mode"
    + bytes(range(256)) * 9,
    "song.mp3": b"ID3\x04" + bytes(range(256)) * 20,
    "book.epub": b"PK\x03\x04 this was an archive once",
    "book.pdf": b"%PDF-1.7 and then nothing",
    "nothing.txt": b" \n\n \t ",
}


@pytest.mark.parametrize("name", [*NO_BOOKS, "bomb.epub"])
def test_what_is_no_book_is_told_in_one_line(client: Client, guarded: Open, name: str) -> None:
    book = book_of(client.hand_in("/shelf", name, NO_BOOKS.get(name) or bomb()))
    page = outline_of(client, book)
    told = re.search(r'class="trouble">([^<]+)<', page)
    assert told, page
    assert "fault of fabula" not in told[1]
    assert "Traceback" not in page
    assert str(guarded.home) not in page
    assert client.get("/shelf").status == 200
    assert client.post(f"/shelf/{book}/remove").status == 303


@pytest.mark.parametrize("name", ["../../x<script>.epub", "..\\..\\x.epub", "/etc/x.epub", "x\0.epub", ".", "..", "", "a" * 300 + ".epub", "CON.epub", "名前<b>.epub", "x.epub/", "%2e%2e%2fx.epub", "\u202egpj.epub"])  # fmt: skip
def test_a_file_may_be_called_anything(client: Client, guarded: Open, name: str) -> None:
    before = everything(guarded.home)
    content = b"Chapter 1\n\n" + (f"{len(name)} {name!r} she said. ").encode() * 200
    answer = client.hand_in("/shelf", name.replace('"', ""), content)
    assert answer.status in (303, 400)
    if answer.status == 303:
        book = book_of(answer)
        page = outline_of(client, book)
        assert "<script>" not in page
        assert "<b>" not in page
        new = {place for place in everything(guarded.home) if place not in before}
        assert all(place.startswith(("studio/books/", "studio/jobs/")) for place in new)
        assert client.post(f"/shelf/{book}/remove").status == 303


def test_a_books_title_is_text(client: Client) -> None:
    text = f"---\ntitle: {WICKED}\nauthor: '\"><img src=x onerror=alert(1)>'\n---\n\n# {WICKED}\n\n" + "He sat down. " * 300  # fmt: skip
    book = book_of(client.hand_in("/shelf", f"{WICKED.replace('/', '')}.md", text.encode()))
    page = outline_of(client, book)
    others = [client.get(path).text for path in ("/shelf", "/runs", "/evaluate", f"/evaluate?book={book}")]
    for shown in [page, *others]:
        assert WICKED not in shown
        assert "<img" not in shown
    assert "&lt;script&gt;alert(1)" in page
