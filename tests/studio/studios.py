"""A real studio for tests: the command in a process of its own, a plain HTTP client, and a visitor with a browser."""

from __future__ import annotations

import atexit
import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from commands import Forked

HERE = Path(__file__).parent
AXE = (HERE / "vendor" / "axe.min.js").read_text(encoding="utf-8")
PICTURES = os.environ.get("FABULA_PICTURES")
"""The folder for screenshots; without it none is taken, for only people look at them."""
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 860}
VIEWS = [
    ("context", DESK, "light", "en-GB"),
    ("phone-dark-zh", PHONE, "dark", "zh-CN"),
]
"""How a page is looked at: each theme, each language and each width once. `test_access.py` mixes them."""
PRICES = '[prices]\n"custom/scripted" = { input = 2.0, output = 8.0 }\n'
STARTUP = 30.0


@dataclass
class Open:
    """A studio that is open: `fabula studio` on a port of its own."""

    home: Path
    options: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    first: bool = False
    """Whether it is opened for the first time in its life. Every other has the sample on its shelf, read and judged."""
    forked: bool = True
    """Whether its process is forked from one that has loaded the studio, or a new Python, as users start it."""
    process: subprocess.Popen[str] | Forked = field(init=False)
    url: str = field(init=False)
    """The first URL, with its token."""

    def __post_init__(self) -> None:
        if not self.first and not (self.home / "studio").exists():
            shutil.copytree(lived_in(), self.home / "studio")
        self.start()

    def start(self, port: int = 0) -> None:
        """Open it; after `kill` it can be opened again, on the same port if that is asked."""
        environment = {k: v for k, v in os.environ.items() if not k.endswith("_API_KEY")}
        environment |= {
            "FABULA_LEDGER": str(self.home / "ledger.sqlite"),
            "FABULA_CONFIG": str(self.home / "fabula.toml"),
            **self.environment,
        }
        words = ["studio", "--no-browser", "--port", str(port), "--home", str(self.home / "studio")]
        words += self.options
        if self.forked:
            self.process = Forked(words, environment)
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "fabula", *words],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http\S+", line)
        assert found, line + self.process.stdout.read()
        self.url = found[0]
        self._wait()

    def __enter__(self) -> Open:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def base(self) -> str:
        return self.url.partition("?")[0].rstrip("/")

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0

    def kill(self) -> None:
        """As the machine's owner or the machine itself might: at once."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """As Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    def client(self) -> Client:
        """A browser without a window: it has come in by the first URL and keeps its cookie."""
        client = Client(self.port)
        client.come_in(self.url)
        return client

    def _wait(self) -> None:
        patience = time.monotonic() + STARTUP
        while True:
            try:
                http.client.HTTPConnection("127.0.0.1", self.port, timeout=5).connect()
                return
            except OSError:
                assert time.monotonic() < patience, "the studio did not open"


@cache
def lived_in() -> Path:
    """The folder of a studio that was opened before: the sample novella is on its shelf and has its first verdict. Made
    once for all tests of a process, since two processes work for seconds on it."""
    home = Path(tempfile.mkdtemp(prefix="fabula-lived-in-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    with Open(home, first=True) as studio:
        client, patience = studio.client(), time.monotonic() + 120
        while "Readers would give" not in (page := client.get("/shelf").text):
            assert time.monotonic() < patience, page
            time.sleep(0.1)
    (home / "studio" / "secret").unlink()
    return home / "studio"


def scripted(home: Path, url: str, *options: str) -> Open:
    """A studio whose model is a scripted server, at a price."""
    (home / "fabula.toml").write_text(PRICES, encoding="utf-8")
    return Open(home, ("--model", "custom/scripted", "--base-url", url, *options))


@dataclass
class Response:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @property
    def led_to(self) -> str:
        """The id at the end of the address that a form led to."""
        assert self.status == 303, self.text
        return self.headers["location"].rpartition("/")[2]


@dataclass
class Client:
    """Plain requests, with every header in the test's hands."""

    port: int
    cookie: str = ""

    def come_in(self, first_url: str) -> None:
        """Open the first URL and keep the session."""
        parts = urlsplit(first_url)
        answer = self.get(f"{parts.path}?{parts.query}")
        assert answer.status == 303, answer.text
        self.cookie = answer.headers["set-cookie"].partition(";")[0]

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Response:
        return self.send("GET", path, None, headers or {})

    def post(
        self,
        path: str,
        fields: Mapping[str, str] | Sequence[tuple[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """A form from the studio's own page, unless the headers say otherwise."""
        own = {"origin": f"http://127.0.0.1:{self.port}", "content-type": "application/x-www-form-urlencoded"}
        return self.send("POST", path, urlencode(fields or {}).encode(), {**own, **(headers or {})})

    def hand_in(
        self, path: str, name: str, content: bytes, field: str = "file", more: Mapping[str, str] | None = None
    ) -> Response:
        """A file in a form, as browsers send it."""
        edge = "----fabula-test-edge"
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in (more or {}).items()
        ]
        head = f'--{edge}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
        parts.append(head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n")
        body = b"".join(parts) + f"--{edge}--\r\n".encode()
        return self.post_raw(path, body, f"multipart/form-data; boundary={edge}")

    def post_raw(self, path: str, body: bytes, kind: str) -> Response:
        headers = {"origin": f"http://127.0.0.1:{self.port}", "content-type": kind}
        return self.send("POST", path, body, headers)

    def send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Response:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {"cookie": self.cookie, **headers} if self.cookie else dict(headers)
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        found = Response(
            answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        )
        connection.close()
        return found

    def finished(self, job: str, patience: float = 120.0) -> str:
        """Wait for a piece of job by its stream, as a page does; its last status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        connection.request("GET", f"/jobs/{job}/events", None, {"cookie": self.cookie})
        told = connection.getresponse().read().decode()
        found = re.findall(r'"status": "(\w+)"', told)
        assert found, told
        return found[-1]


class Visitor:
    """Someone with a browser; everything that goes wrong in it is kept."""

    def __init__(
        self,
        browser: Any,
        studio: Open,
        size: Mapping[str, int] = DESK,
        scheme: str = "light",
        locale: str = "en-GB",
    ) -> None:
        self.studio = studio
        self.scheme = scheme
        self.wrong: list[str] = []
        self.abroad: list[str] = []
        self.context = browser.new_context(
            viewport=size, color_scheme=scheme, locale=locale, reduced_motion="reduce"
        )
        self.context.set_default_timeout(60_000)
        self.page = self.context.new_page()
        self.watch(self.page)
        self.page.goto(studio.url)

    def watch(self, page: Any) -> None:
        page.on(
            "console",
            lambda told: (
                self.wrong.append(f"console {told.type}: {told.text}")
                if told.type in ("error", "warning")
                else None
            ),
        )
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on(
            "request",
            lambda asked: (
                self.abroad.append(asked.url)
                if not asked.url.startswith((self.studio.base, "data:", "blob:"))
                else None
            ),
        )

    def go(self, path: str) -> None:
        self.page.goto(self.studio.base + path)

    def picture(self, name: str, *, whole: bool = False) -> None:
        """A screenshot for people to look at, where they asked for them."""
        if PICTURES:
            self.page.screenshot(path=Path(PICTURES, f"{name}.png"), full_page=whole)

    def check(self) -> None:
        """No error in the console, nothing asked of other machines, nothing wider than the window, no fault of access."""
        self.page.wait_for_load_state()
        assert self.wrong == [], self.wrong
        assert self.abroad == []
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            "wider than the window"
        )
        faults = self.faults()
        assert not faults, "\n".join(faults)

    def faults(self) -> list[str]:
        """What axe-core finds on this page, of any impact; the size of what is pressed is looked at too."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        found = self.page.evaluate(
            "axe.run(document, { resultTypes: ['violations'], iframes: false, rules: { 'target-size': { enabled: true } } })"
        )
        return [
            f"{each['id']}: {each['nodes'][0]['html']} {each['nodes'][0]['failureSummary']}"
            for each in found["violations"]
        ]

    def close(self) -> None:
        self.context.close()
