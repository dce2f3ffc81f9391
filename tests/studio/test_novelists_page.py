"""The novelists' page: files of results become a board, and stories stand beside the human's."""

from __future__ import annotations

import base64
import io
import json
import re
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from novelist_results import HOSTILE, results
from studios import VIEWS, Client, Open, Visitor


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of results that the owner names, with things in it that are none of the studio's business."""
    from fabula.samples import NOVELLA, sample
    from fabula.text.files import read

    root = tmp_path_factory.mktemp("owned")
    novella = root / NOVELLA
    novella.write_bytes(sample(NOVELLA))
    made = results(root / "results" / "run one", read(novella).id)
    outside = results(root / "outside") / "scores.jsonl"
    (made / "linked.jsonl").symlink_to(outside)
    (made / "linked-folder").symlink_to(root / "outside")
    (made / ".hidden.jsonl").write_bytes(outside.read_bytes())
    (made / "notes.jsonl").write_text('{"note": "not a result"}\n')
    deep = made
    for level in range(7):
        deep = deep / f"d{level}"
    deep.mkdir(parents=True)
    (deep / "scores.jsonl").write_bytes(outside.read_bytes())
    return root / "results"


@pytest.fixture(scope="module")
def owned(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Open]:
    """A studio that was opened with that folder."""
    with Open(tmp_path_factory.mktemp("studio"), ("--results", str(folder))) as opened:
        yield opened


@pytest.fixture(scope="module")
def board(owned: Open) -> str:
    """The board of everything in the folder; its job."""
    client = owned.client()
    client.get("/shelf")
    job = made(client)
    assert client.finished(job) == "done"
    return job


def made(client: Client) -> str:
    page = client.get("/novelists").text
    ids = re.findall(r'name="results" value="([0-9a-f]{16})"', page)
    answer = client.post("/novelists", [("results", each) for each in ids])
    return answer.led_to


def test_without_results_the_page_has_a_form_and_no_commands(studio: Open) -> None:
    page = studio.client().get("/novelists").text
    assert 'action="/novelists/line"' in page and "<code>" not in page


def test_a_folder_is_scanned_within_bounds_and_no_path_leaves_the_server(owned: Open, folder: Path) -> None:
    page = owned.client().get("/novelists").text
    assert re.findall(r"run one/[\w./-]+", page) == [
        "run one/scores.jsonl", "run one/stories.jsonl", "run one/synopses.jsonl",
    ]  # fmt: skip
    assert str(folder) not in page


@pytest.mark.parametrize("given", ["../../secret", "/etc/passwd", "0123456789abcdef", "run one/scores.jsonl"])
def test_a_file_is_named_by_its_id_and_by_nothing_else(owned: Open, given: str) -> None:
    assert owned.client().post("/novelists", {"results": given}).status == 404


def test_a_file_that_holds_no_results_is_turned_away_and_not_kept(studio: Open) -> None:
    client = studio.client()
    answer = client.hand_in("/novelists/files", "<b>evil.jsonl", b'{"a": 1}\n')
    assert answer.status == 400 and "holds no results" in answer.text and "<b>evil" not in answer.text
    assert "There are no results yet" in client.get("/novelists").text


def test_figures_that_are_no_numbers_are_told_by_file_and_line(owned: Open) -> None:
    client = owned.client()
    line = {"model": "m", "story": "s", "chapter": 1, "judge": "j", "scores": {}, "score": float("nan")}
    assert client.hand_in("/novelists/files", "odd.jsonl", json.dumps(line).encode()).status == 303
    page = client.get("/novelists").text
    odd = re.search(r'value="([0-9a-f]{16})"[^\n]*odd\.jsonl', page)
    assert odd
    job = client.post("/novelists", {"results": odd[1]}).led_to
    assert client.finished(job) == "failed"
    assert "odd.jsonl, line 1" in client.get(f"/jobs/{job}").text
    assert client.post(f"/novelists/files/{odd[1]}/remove").status == 303
    assert "odd.jsonl" not in client.get("/novelists").text.partition('id="files"')[2].partition("</form>")[0]


def test_the_same_files_in_another_order_are_the_same_work(owned: Open, board: str) -> None:
    client = owned.client()
    ids = re.findall(r'name="results" value="([0-9a-f]{16})"', client.get("/novelists").text)
    again = client.post("/novelists", [("results", each) for each in reversed(ids)])
    assert again.headers["location"] == f"/jobs/{board}"


def test_what_a_model_or_a_file_says_is_escaped(owned: Open, board: str) -> None:
    client = owned.client()
    page = client.get(f"/novelists/{board}/stories?chapter=4").text
    told = client.get(f"/jobs/{board}/board.html").text
    for text in (page, told):
        assert "<img" not in text and "&lt;img" in text
        assert "<script>alert" not in text and "<b>It was" not in text


def test_a_board_is_worded_for_whoever_looks(owned: Open, board: str) -> None:
    client, address = owned.client(), f"/jobs/{board}/board.html"
    english, chinese = (
        client.get(address, {"accept-language": language}).text for language in ("en", "zh-CN")
    )
    assert '<html lang="en">' in english and "average percentile of its books" in english
    assert '<html lang="zh-Hans">' in chinese and "average percentile" not in chinese
    assert json.loads(client.get(f"/jobs/{board}/files/board.json").text)["kind"] == "novelist-board"


@pytest.fixture(scope="module")
def site(owned: Open, board: str) -> str:
    """The site of that board, without human chapters; its job."""
    client = owned.client()
    job = client.post(f"/novelists/{board}/site").led_to
    assert client.finished(job) == "done", client.get(f"/jobs/{job}").text
    return job


def test_a_site_can_be_taken_away_and_runs_no_script_but_its_own(owned: Open, site: str) -> None:
    client = owned.client()
    assert "4 writers, 5 stories, 5 chapters" in client.get(f"/jobs/{site}").text
    page = client.get(f"/jobs/{site}/files/site/index.html")
    policy = page.headers["content-security-policy"]
    script = page.text.partition("<script>")[2].partition("</script>")[0]
    own = base64.b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{own}';" in policy and "default-src 'none'" in policy
    assert "<img" not in page.text and "&lt;img" in page.text
    packed = zipfile.ZipFile(io.BytesIO(client.get(f"/jobs/{site}/files/site.zip").body))
    assert {"index.html", "site.json"} < set(packed.namelist())
    assert client.post("/novelists/0123456789abcdef/site").status == 404
    assert client.post(f"/novelists/{site}/site").status == 404


def test_human_chapters_are_on_a_site_only_if_they_are_asked_for(owned: Open, board: str, site: str) -> None:
    client = owned.client()
    human = client.post(f"/novelists/{board}/site", {"human": "on"}).led_to
    assert human != site and client.finished(human) == "done", client.get(f"/jobs/{human}").text
    texts = [
        "".join(
            file.read_text("utf-8")
            for file in (owned.home / "studio" / "jobs" / job / "files" / "site" / "chapters").iterdir()
        )
        for job in (site, human)
    ]
    assert ["causeway" in text for text in texts] == [False, True]


@pytest.mark.extras
@pytest.mark.parametrize(("name", "size", "scheme", "locale"), VIEWS)
def test_a_site_is_looked_at_before_it_is_published(
    browser: Any,
    owned: Open,
    board: str,
    name: str,
    size: dict[str, int],
    scheme: str,
    locale: str,
) -> None:
    visitor = Visitor(browser, owned, size, scheme, locale)
    visitor.go(f"/jobs/{board}")
    visitor.page.locator("summary", has_text="网站" if locale == "zh-CN" else "as a site").click()
    visitor.page.locator("form[action$='/site'] button").click()
    shown = visitor.page.frame_locator("iframe.preview")
    shown.locator("ul.stories a").first.click()
    shown.locator("tbody th a[href*='chapters/']").first.click()
    shown.locator("article").first.wait_for()
    assert shown.locator("img").count() == 0
    assert shown.locator("body").evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.picture(f"novelists-site-{name}", whole=True)
    visitor.check()
    visitor.close()


def test_a_chapter_that_is_not_there_is_not_there(owned: Open, board: str) -> None:
    client = owned.client()
    assert client.get(f"/novelists/{board}/stories?chapter=99").status == 404
    assert client.get("/novelists/0123456789abcdef/stories").status == 404
    assert client.get(f"/novelists/{board}/stories?chapter=x").status == 400


@pytest.mark.extras
@pytest.mark.parametrize(("name", "size", "scheme", "locale"), VIEWS)
def test_from_files_to_a_board_to_two_stories(
    browser: Any, owned: Open, board: str, name: str, size: dict[str, int], scheme: str, locale: str
) -> None:
    visitor = Visitor(browser, owned, size, scheme, locale)
    visitor.go("/novelists")
    visitor.picture(f"novelists-{name}", whole=True)
    visitor.check()
    visitor.page.locator("#files button.strong").click()
    visitor.page.wait_for_url(f"**/jobs/{board}")
    frame = visitor.page.frame_locator("iframe.board")
    frame.get_by_role("rowheader", name=HOSTILE).first.wait_for()
    visitor.page.wait_for_function("document.querySelector('iframe.board').height > 2000")
    assert frame.locator("img").count() == 0
    assert frame.locator("body").evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.picture(f"novelists-board-{name}", whole=True)
    visitor.check()
    visitor.page.locator("main a.button").click()
    visitor.page.locator("select[name=chapter]").select_option(index=4)
    visitor.page.locator("form.pick button").click()
    visitor.page.wait_for_url("**chapter=4**")
    visitor.page.locator(".columns details summary, .synopsis").first.wait_for(state="attached")
    visitor.picture(f"novelists-stories-{name}", whole=True)
    assert visitor.page.locator("main img, main script, .story b").count() == 0
    visitor.check()
    visitor.close()


@pytest.mark.extras
def test_the_human_chapter_is_read_from_the_book_on_the_shelf(browser: Any, owned: Open, board: str) -> None:
    visitor = Visitor(browser, owned)
    visitor.page.get_by_role("link", name="The Tide House").wait_for()
    chapters = owned.client().get(f"/novelists/{board}/stories").text
    index = re.search(r'value="(\d)"[^>]*>The Tide House', chapters)
    assert index, "the novel is named by its title, not by its id"
    visitor.go(f"/novelists/{board}/stories?chapter={index[1]}")
    human, model = visitor.page.locator(".columns article").all()
    assert len(human.locator(".story").inner_text()) > 500
    assert human.get_by_role("link", name="The Tide House").count() == 1
    assert "By " in model.locator(".story").inner_text()
    visitor.picture("novelists-beside-human")
    visitor.check()
    visitor.close()


@pytest.mark.extras
def test_what_was_refused_is_shown_as_refused(browser: Any, owned: Open, board: str) -> None:
    visitor = Visitor(browser, owned)
    page = owned.client().get(f"/novelists/{board}/stories").text
    index = re.search(r'value="(\d)"[^>]*>novel-1', page)
    writers = re.search(r'<select id="right".*?value="(\d+)"[^>]*>mistral', page, re.DOTALL)
    assert index and writers
    right = re.findall(r'value="(\d+)"[^>]*>mistral/mistral-small', page)[-1]
    visitor.go(f"/novelists/{board}/stories?chapter={index[1]}&right={right}")
    visitor.page.get_by_text("The model refused.").wait_for()
    assert "I cannot write <u>that</u>" in visitor.page.locator(".notice").inner_text()
    visitor.picture("novelists-refused", whole=True)
    visitor.check()
    visitor.close()


def test_a_long_story_is_bounded(owned: Open) -> None:
    client = owned.client()
    line = {"model": "custom/long", "story": "endless", "chapter": 1, "text": "It went on. " * 100_000}
    assert client.hand_in("/novelists/files", "long.jsonl", json.dumps(line).encode()).status == 303
    found = re.search(r'value="([0-9a-f]{16})"[^\n]*long\.jsonl', client.get("/novelists").text)
    assert found
    job = client.post("/novelists", {"results": found[1]}).led_to
    assert client.finished(job) == "done"
    page = client.get(f"/novelists/{job}/stories")
    assert len(page.body) < 60_000 and "1,170,000" in page.text
    client.post(f"/novelists/files/{found[1]}/remove")
