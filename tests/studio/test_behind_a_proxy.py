"""The studio below a path of another server: every link, form, redirect and script finds its way."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from reverse_proxy import ReverseProxy
from studios import Client, Open, Visitor

from commands import fabula

ROOT, NAME, PASSWORD = "/tales/studio", "localhost", "the tide house"
LINKS = re.compile(r'<(?:a|link) [^>]*href="(/[^"]*)"')
LEADS = re.compile(r'\s(?:href|src|action|formaction)="(/[^"]*)"')


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    home = tmp_path_factory.mktemp("behind")
    options = ("--root-path", ROOT, "--server-name", NAME)
    with Open(home, options, {"FABULA_STUDIO_PASSWORD": PASSWORD}) as studio:
        yield studio


@pytest.fixture(scope="module", params=[True, False], ids=["root taken off", "root left on"])
def proxy(opened: Open, request: pytest.FixtureRequest) -> Iterator[ReverseProxy]:
    found = ReverseProxy(opened.port, ROOT, strips=request.param)
    yield found
    found.close()


def through(proxy: ReverseProxy) -> Client:
    """Whoever typed the password at the proxy's address."""
    client = Client(proxy.port)
    own = {"host": f"{NAME}:{proxy.port}", "origin": f"http://{NAME}:{proxy.port}"}
    answer = client.post(f"{ROOT}/login", {"password": PASSWORD}, own)
    assert (answer.status, answer.headers["location"]) == (303, f"{ROOT}/shelf")
    client.cookie = answer.headers["set-cookie"].partition(";")[0]
    return client


def test_both_addresses_are_printed(opened: Open) -> None:
    assert opened.url == f"http://127.0.0.1:{opened.port}{ROOT}/"
    assert opened.process.stdout and f"https://{NAME}{ROOT}/" in opened.process.stdout.readline()


def test_every_address_on_every_page_is_below_the_root(proxy: ReverseProxy) -> None:
    client, waiting = through(proxy), [f"{ROOT}/shelf"]
    host = {"host": f"{NAME}:{proxy.port}"}
    seen: set[str] = set()
    while waiting:
        path = html.unescape(waiting.pop()).partition("#")[0]
        if path in seen or "/files/" in path or path.endswith((".js", ".svg")):
            continue
        seen.add(path)
        answer = client.get(path, host)
        assert answer.status == 200, path
        if "text/html" in answer.headers.get("content-type", ""):
            found = LEADS.findall(answer.text)
            assert all(each.startswith(f"{ROOT}/") for each in found), (path, found)
            waiting += [each for each in LINKS.findall(answer.text) if len(seen) < 25]
    assert {f"{ROOT}/{page}" for page in ("shelf", "readers", "runs", "settings", "quiz")} <= seen
    assert proxy.outside == []


def test_a_slash_too_many_and_a_page_that_is_not_there_stay_below_the_root(proxy: ReverseProxy) -> None:
    client, host = through(proxy), {"host": f"{NAME}:{proxy.port}"}
    answer = client.get(f"{ROOT}/shelf/", host)
    assert answer.status == 200 or f"{NAME}:{proxy.port}{ROOT}/shelf" in answer.headers["location"]
    assert f'href="{ROOT}/shelf"' in client.get(f"{ROOT}/nowhere", host).text
    assert f'action="{ROOT}/login"' in Client(proxy.port).get(f"{ROOT}/login", host).text
    assert client.get(f"{ROOT}/shelf", {"host": "evil.example"}).status == 421


@pytest.mark.parametrize(
    ("root", "name"), [("/a b", ""), ('/"x', ""), ("//evil.example/x", "a/b"), ("", "ex ample")]
)
def test_a_root_and_a_name_are_what_they_should_be(tmp_path: Path, root: str, name: str) -> None:
    told = fabula("studio", "--no-browser", "--home", tmp_path, "--root-path", root, "--server-name", name, FABULA_STUDIO_PASSWORD=PASSWORD)  # fmt: skip
    assert told.returncode == 2 and "such as /fabula" in told.stderr


@pytest.mark.extras
def test_a_browser_finds_its_way_below_the_root(browser: Any, proxy: ReverseProxy) -> None:
    there = f"http://{NAME}:{proxy.port}{ROOT}"
    visitor = Visitor(browser, cast(Open, SimpleNamespace(url=f"{there}/login", base=there)))
    page = visitor.page
    page.fill("#password", PASSWORD)
    page.locator("button.strong").click()
    page.get_by_role("link", name="The Tide House").click()
    text = page.frame_locator("iframe.manuscript")
    text.get_by_role("heading", name="Chapter One: The Causeway").wait_for()
    text.locator("#text").focus()
    with page.expect_response(
        lambda said: "/decisions/" in said.url and said.request.method != "GET"
    ) as kept:
        page.keyboard.press("j")
        page.keyboard.press("i")
    assert kept.value.status == 204 and f"{ROOT}/decisions/" in kept.value.url
    page.keyboard.press("Escape")
    visitor.go("/evaluate")
    page.locator("form.asking button.strong").click()
    page.locator("iframe.report, .report").first.wait_for()
    assert set(proxy.outside) <= {"/favicon.ico"}, "which browsers ask for of themselves"
    assert (visitor.abroad, [each for each in visitor.wrong if "404" not in each]) == ([], [])
    visitor.close()
