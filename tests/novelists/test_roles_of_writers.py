"""Writers, synopsis maker and judges from fabula.toml, each with settings of its own, asked so and signed so."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from scripted_novelists import novelist, raw_shelf

from commands import fabula
from loopback import Loopback

ROLES = """
writers = ["calm", "wild"]
judges = ["stern"]
reading_model = "reader"
"""
MODELS = {
    "calm": {"temperature": 0.2, "max_tokens": 9_000},
    "wild": {"temperature": 1.3, "reasoning_effort": "low"},
    "stern": {"temperature": 0.1, "max_tokens": 7_000, "reasoning_effort": "high"},
    "reader": {"temperature": 0.4},
}


def configured(url: str, roles: str = ROLES) -> None:
    tables = [
        f'[models.{name}]\nprovider = "custom"\nname = "{name}"\nbase_url = "{url}"\n'
        + "".join(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
        for name, settings in MODELS.items()
    ]
    Path(os.environ["FABULA_CONFIG"]).write_text(roles + "\n" + "\n".join(tables), encoding="utf-8")


def bench(shelf: Path, out: Path, *words: str) -> dict[str, Any]:
    done = fabula("bench", "webnovel", "--data", shelf, "--chapters", "1", "-o", out, *words, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_role_has_its_own_model_temperature_cap_and_effort_and_they_are_signed(tmp_path: Path) -> None:
    shelf = raw_shelf(tmp_path / "shelf", books=2, chapters=2, lines=12)
    with Loopback(novelist) as server:
        configured(server.url)
        found = bench(shelf, tmp_path / "out")
        asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for each in server.requests:
            asked[each.body["model"]].append(each.body)
    for name, settings in MODELS.items():
        assert asked[name] and {body["temperature"] for body in asked[name]} == {settings["temperature"]}
        assert {body.get("reasoning_effort") for body in asked[name]} == {settings.get("reasoning_effort")}
    assert all("main_characters" in str(body.get("response_format")) for body in asked["reader"])
    assert {row["model"] for row in found["writers"]} >= {"custom/calm", "custom/wild"}
    assert all(f"{name}[" in found["signature"] for name in MODELS)
    assert "T=1.3" in found["signature"] and "effort=high" in found["signature"]


def test_what_is_named_in_the_command_goes_before_the_file(tmp_path: Path) -> None:
    shelf = raw_shelf(tmp_path / "shelf", books=2, chapters=2, lines=12)
    with Loopback(novelist) as server:
        configured(server.url)
        bench(shelf, tmp_path / "out", "--model", "wild", "--judge", "calm")
        assert {each.body["model"] for each in server.requests} == {"wild", "calm", "reader"}


@pytest.mark.parametrize("written", ['writers = "calm"', "judges = [1]"])
def test_roles_that_are_no_lists_of_names_are_refused(tmp_path: Path, written: str) -> None:
    configured("http://127.0.0.1:9/v1", written)
    done = fabula("bench", "webnovel", "--data", tmp_path, "-o", tmp_path / "out")
    assert done.returncode == 2 and written.partition(" ")[0] in done.stderr
