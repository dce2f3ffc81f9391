"""Settings in the browser: keys that are never shown again, servers of this machine, a test question, roles and prices; and
the page that asks for a key which is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from studios import VIEWS, Client, Open, Visitor

from loopback import Behaviour, Loopback

KEY = "sk-typed-into-the-studio-0123456789"


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    """A model on this machine, in the place of Ollama's."""
    with Loopback(lambda _: Behaviour(text="ready")) as opened:
        opened.listing = Behaviour(body=json.dumps({"data": [{"id": "nomic-embed-text"}, {"id": "qwen3"}]}))
        yield opened


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, server: Loopback) -> Iterator[Open]:
    home = tmp_path_factory.mktemp("settings")
    (home / "fabula.toml").write_text(f'[providers.ollama]\nbase_url = "{server.url}"\n', encoding="utf-8")
    with Open(home, environment={"MISTRAL_API_KEY": "sk-environment-0123456789"}) as studio:
        yield studio


@pytest.fixture(scope="module")
def client(opened: Open) -> Client:
    return opened.client()


def test_a_key_is_kept_and_never_shown(client: Client, opened: Open) -> None:
    assert client.post("/settings/keys", {"provider": "openai", "key": KEY}).status == 303
    page = client.get("/settings").text
    assert "saved in a file that only you can read" in page and "MISTRAL_API_KEY" in page
    assert "sk-" not in page
    kept = [place for place in opened.home.rglob("*") if place.is_file() and KEY in place.read_text("utf-8", "replace")]  # fmt: skip
    assert [(each.name, each.stat().st_mode & 0o777) for each in kept] == [("keys.json", 0o600)]
    refused = client.post("/settings/keys", {"provider": "openai", "key": f"{KEY} {KEY}"})
    assert refused.status == 400 and KEY not in refused.text
    assert client.post("/settings/keys", {"provider": "custom", "key": KEY}).status == 400
    assert client.post("/settings/keys/openai/remove").status == 303
    assert "only you can read" not in client.get("/settings").text


def test_servers_of_this_machine_are_found_on_a_click_and_tested(client: Client, server: Loopback) -> None:
    client.get("/settings")
    assert server.looks == []
    page = client.post("/settings/nearby").text
    assert "Judge with ollama/qwen3" in page and "embed" not in page
    assert client.post("/settings/roles", {"model": "ollama/qwen3", "reading_model": ""}).status == 303
    tried = client.post("/settings/test", {"model": "ollama/qwen3"}).text
    assert "<blockquote>ready</blockquote>" in tried and re.search(r"answered in \d+\.\d seconds", tried)
    assert "0.00 US dollars" in tried
    assert client.post("/settings/roles", {"model": "", "reading_model": ""}).status == 303


@pytest.mark.parametrize("model", ["replay:/etc/passwd", "/etc/passwd", "custom/", "http://evil.example/v1"])
def test_a_role_and_a_test_name_no_file_and_no_address(client: Client, model: str) -> None:
    assert client.post("/settings/roles", {"model": model}).status == 400
    assert "PROVIDER/NAME" in client.post("/settings/test", {"model": model}).text


def test_what_was_done_is_said_once(client: Client) -> None:
    answer = client.post("/settings/roles", {"reading_model": ""})
    assert answer.headers["set-cookie"].startswith("toast=saved")
    for cookie, told in (("saved", True), ("<b>", False)):
        page = client.get("/settings", {"cookie": f"{client.cookie}; toast={cookie}"})
        assert ('class="toast">Saved.' in page.text) is told
        assert page.headers["set-cookie"].startswith('toast=""')


def test_a_server_of_ones_own_has_its_price_and_its_key(client: Client, server: Loopback) -> None:
    own = {"name": "mine", "model": "qwen3", "base_url": server.url, "key": KEY, "input": "2", "output": "8"}
    assert client.post("/settings/models", own | {"input": "-1"}).status == 400
    assert client.post("/settings/models", own).status == 303
    before = server.count
    tried = client.post("/settings/test", {"model": "mine"}).text
    assert server.count == before + 1 and server.requests[-1].headers["authorization"] == f"Bearer {KEY}"
    assert re.search(r"0\.\d+ US dollars", tried) and KEY not in tried
    assert client.post("/settings/prices", {"model": "openai/new", "input": "1", "output": "2"}).status == 303
    assert client.post("/settings/models/mine/remove").status == 303
    assert "mine" not in client.get("/settings").text


def test_a_missing_key_is_asked_for_where_it_is_missed(client: Client) -> None:
    book = re.findall(r'href="/books/([0-9a-f]{16})"', client.get("/shelf").text)[-1]
    filled = {"book": book, "model": "openai/gpt-4o", "genres": "Fantasy & <b>", "method": "summary"}
    asked = client.post("/evaluate", filled)
    assert asked.status == 400
    for said in ("openai/gpt-4o needs a key", "Continue with ollama/qwen3", "Continue without a model"):
        assert said in asked.text
    assert 'name="genres" value="Fantasy &amp; &lt;b&gt;"' in asked.text and "API_KEY" not in asked.text
    kept = client.post("/missing-key", filled | {"provider": "openai", "key": KEY, "then": "/evaluate"})
    assert kept.status == 200 and KEY not in kept.text
    again = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', kept.text.partition("<main")[2]))
    assert set(again) == set(filled)
    assert client.post("/evaluate", filled).status == 303
    client.post("/settings/keys/openai/remove")
    for evil in ("//evil.example", "https://evil.example", ""):
        assert client.post("/missing-key", {"provider": "openai", "key": KEY, "then": evil}).status == 400


@pytest.mark.extras
@pytest.mark.parametrize(("name", "size", "scheme", "locale"), VIEWS)
def test_the_page_in_a_browser(browser: Any, opened: Open, name: str, size: Any, scheme: str, locale: str) -> None:  # fmt: skip
    visitor = Visitor(browser, opened, size, scheme, locale)
    visitor.go("/settings")
    page = visitor.page
    page.locator("#key").fill(KEY)
    page.locator("form[action='/settings/keys'] button").click()
    page.locator("form[action='/settings/keys/openai/remove']").wait_for()
    assert page.locator("#key").input_value() == ""
    page.locator("form[action='/settings/nearby'] button").click()
    page.get_by_text("ollama", exact=True).wait_for()
    visitor.check()
    visitor.picture(f"settings-{name}", whole=True)
    page.on("dialog", lambda asked: asked.accept())
    page.locator("form[action='/settings/keys/openai/remove'] button").click()
    page.locator("form[action='/settings/keys/openai/remove']").wait_for(state="detached")
    if locale == "en-GB":
        visitor.go("/evaluate")
        page.select_option("#model", "other")
        page.fill("#other-model", "openai/gpt-4o")
        page.locator("form.asking button.strong").click()
        page.get_by_role("heading", name="openai/gpt-4o needs a key").wait_for()
        visitor.picture(f"missing-key-{name}", whole=True)
        faults = [each for each in visitor.wrong if "400" not in each]
        assert faults == [] and visitor.faults() == []
    visitor.close()
