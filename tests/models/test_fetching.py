"""`fabula models fetch`: a hub on this machine, asked by the real huggingface_hub."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from gguf_head import gguf_head

from commands import fabula
from fabula.models.local.files import find_file, models_folder

REPO, FILE = "Qwen/Qwen3-8B-GGUF", "Qwen3-8B-Q4_K_M.gguf"
REVISION = "0123456789abcdef0123456789abcdef01234567"


class Hub:
    """One repository with one file."""

    def __init__(self, content: bytes) -> None:
        self.content, self.licence, self.sha256 = content, "apache-2.0", sha256(content).hexdigest()
        self.asked: list[str] = []
        hub = self

        class Handler(BaseHTTPRequestHandler):
            def do_HEAD(self) -> None:
                self._reply(body=False)

            def do_GET(self) -> None:
                self._reply(body=True)

            def _reply(self, *, body: bool) -> None:
                hub.asked.append(f"{self.command} {self.path}")
                is_file = "/resolve/" in self.path
                answer = hub.content if is_file else json.dumps(hub.info()).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.send_header(
                    "Content-Type", "application/octet-stream" if is_file else "application/json"
                )
                self.send_header("X-Repo-Commit", REVISION)
                self.send_header("ETag", f'"{hub.sha256}"')
                self.end_headers()
                if body:
                    self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                """Silent."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def info(self) -> dict[str, object]:
        lfs = {"sha256": self.sha256, "size": len(self.content), "pointerSize": 134}
        file = {"rfilename": FILE, "size": len(self.content), "blobId": "b", "lfs": lfs}
        return {
            "id": REPO,
            "sha": REVISION,
            "siblings": [file],
            "cardData": {"license": self.licence},
            "tags": [],
        }

    def downloads(self) -> list[str]:
        return [each for each in self.asked if each.startswith("GET") and "/resolve/" in each]


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    opened = Hub(gguf_head(tmp_path / "hub.gguf").read_bytes())
    monkeypatch.setenv("HF_ENDPOINT", opened.address)
    yield opened
    opened.server.shutdown()
    opened.server.server_close()


def test_size_licence_and_checksum_are_shown_before_anything_is_downloaded(hub: Hub) -> None:
    done = fabula("models", "fetch", "qwen3-8b")
    assert done.returncode == 2 and "add --yes" in done.stderr
    assert all(said in done.stderr for said in (hub.sha256, "apache-2.0", "GB", REPO))
    assert not hub.downloads()


def test_a_fetched_file_is_checked_and_found_by_its_name(hub: Hub) -> None:
    done = fabula("models", "fetch", "qwen3-8b", "--yes", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["sha256"] == hub.sha256 and told["licence"] == "apache-2.0" and told["revision"] == REVISION
    assert Path(told["path"]).read_bytes() == hub.content
    assert find_file("qwen3-8b").path == Path(told["path"]).resolve()
    again = fabula("models", "fetch", "qwen3-8b")
    assert again.returncode == 0 and "already here" in again.stdout and len(hub.downloads()) == 1


def test_a_file_with_another_checksum_is_deleted(hub: Hub) -> None:
    hub.sha256 = "0" * 64
    done = fabula("models", "fetch", "qwen3-8b", "--yes")
    assert done.returncode == 1 and "it was deleted" in done.stderr
    assert not list(models_folder().glob("*.gguf"))


def test_another_licence_than_the_listed_one_stops_it(hub: Hub) -> None:
    hub.licence = "other"
    done = fabula("models", "fetch", "qwen3-8b", "--yes")
    assert done.returncode == 1 and "now states the licence other" in done.stderr
    assert not hub.downloads()


@pytest.mark.usefixtures("hub")
def test_offline_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    done = fabula("models", "fetch", "qwen3-8b", "--yes")
    assert done.returncode == 1
    assert "does not answer" in done.stderr and len(done.stderr.strip().splitlines()) == 1


@pytest.mark.usefixtures("hub")
def test_an_unknown_name_gets_the_nearest() -> None:
    done = fabula("models", "fetch", "qwen3-4")
    assert done.returncode == 2 and "did you mean qwen3-4b?" in done.stderr
