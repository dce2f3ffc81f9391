"""Keys and choices of the studio's settings: who may read them, which comes first, and where each key may go."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from commands import fabula
from fabula.errors import UsageError
from fabula.models import chosen
from fabula.models.addresses import MissingKey, address, api_key, key_source
from fabula.models.config import load_config
from fabula.models.kept_keys import forget_key, keep_key, kept_key, keys_kept
from fabula.models.prices import price_of
from loopback import Behaviour, Loopback

KEY, OTHER = "sk-typed-0123456789", "sk-other-0123456789"


def key_of(model: str) -> str:
    config = load_config()
    return api_key(address(model, None, config), config)


def test_a_key_lies_in_a_file_for_its_owner_alone_and_can_be_removed(own_home: Path) -> None:
    assert kept_key("openai") is None and keys_kept() == {}
    assert keep_key("openai", f" {KEY}\n") == "file"
    assert (own_home / "keys.json").stat().st_mode & 0o777 == 0o600
    assert (kept_key("openai"), keys_kept()) == (KEY, {"openai": "file"})
    assert not list(own_home.glob(".keys*"))
    forget_key("openai")
    forget_key("mistral")
    assert KEY not in (own_home / "keys.json").read_text()
    with pytest.raises(MissingKey, match="no key for openai"):
        key_of("openai/x")


@pytest.mark.parametrize("typed", ["", " ", "a b", "sk\n12", "clé", "x" * 2_001])
def test_what_is_no_key_is_not_kept(typed: str) -> None:
    with pytest.raises(UsageError, match="that is not a key"):
        keep_key("openai", typed)
    assert keys_kept() == {}


def test_the_environment_comes_first_then_fabula_toml_then_what_was_typed(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_key("openai", KEY)
    assert key_of("openai/x") == KEY
    (own_home / "fabula.toml").write_text(f'[keys]\nopenai = "{OTHER}"\n')
    assert key_of("openai/x") == OTHER
    monkeypatch.setenv("OPENAI_API_KEY", "sk-environment")
    assert key_of("openai/x") == "sk-environment"
    config = load_config()
    assert key_source(address("openai/x", None, config), config) == "OPENAI_API_KEY"


class Keyring(ModuleType):
    """A stand-in for the keyring library, which needs a desktop: it keeps keys in memory, or refuses."""

    def __init__(self) -> None:
        super().__init__("keyring")
        self.held: dict[tuple[str, str], str] = {}
        self.locked = False
        self.errors = SimpleNamespace(KeyringError=RuntimeError)

    def _open(self) -> None:
        if self.locked:
            raise RuntimeError("locked")

    def set_password(self, service: str, name: str, key: str) -> None:
        self._open()
        self.held[service, name] = key

    def get_password(self, service: str, name: str) -> str | None:
        self._open()
        return self.held.get((service, name))

    def delete_password(self, service: str, name: str) -> None:
        self._open()
        del self.held[service, name]


def test_where_there_is_a_keyring_the_key_lies_there_and_not_in_the_file(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring = Keyring()
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    assert keep_key("openai", KEY) == "keyring"
    assert KEY not in (own_home / "keys.json").read_text()
    assert (key_of("openai/x"), keys_kept()) == (KEY, {"openai": "keyring"})
    keyring.locked = True
    with pytest.raises(UsageError, match="does not give the key of openai: locked"):
        key_of("openai/x")
    assert keep_key("mistral", OTHER) == "file"
    keyring.locked = False
    forget_key("openai")
    assert keyring.held == {}
    keep_key("openai", KEY)
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(UsageError, match=r"pip install 'fabula\[keyring\]'"):
        key_of("openai/x")


def test_a_damaged_file_is_named(own_home: Path) -> None:
    for name, broken in (("keys.json", '{"openai": 1}'), ("settings.json", "["), ("settings.json", "[]")):
        (own_home / name).write_text(broken)
        with pytest.raises(UsageError, match=name):
            key_of("openai/x")
        (own_home / name).unlink()


def test_a_model_of_ones_own_gets_its_own_key_and_no_other(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setenv("FABULA_API_KEY", "sk-everywhere")
    keep_key("openai", KEY)
    chosen.add_model("mine", "qwen3", "http://gpu.example:8000/v1/", OTHER, {"input": 1.0, "output": 2.0})
    config = load_config()
    where = address("mine", None, config)
    assert (where.base_url, api_key(where, config)) == ("http://gpu.example:8000/v1", OTHER)
    price = price_of(where, config)
    assert price and (price.input, price.output) == (1.0, 2.0)
    chosen.add_model("mine", "qwen3", "http://elsewhere.example/v1", "", None)
    assert key_of("mine") == "none"
    assert OTHER not in (own_home / "settings.json").read_text()
    chosen.remove_model("mine")
    assert "mine" not in load_config().models


@pytest.mark.parametrize(
    "wrong",
    [("mine", "x", "gpu.example"), ("mine", "x", "ftp://a"), ("mine", "x", "http://u:p@a/v1"), ("a/b", "x", "http://a"), ("", "x", "http://a"), ("mine", "", "http://a")],
)  # fmt: skip
def test_a_model_of_ones_own_is_checked(wrong: tuple[str, str, str]) -> None:
    with pytest.raises(UsageError):
        chosen.add_model(*wrong, "", None)
    assert chosen.chosen() == {}


def test_fabula_toml_comes_before_what_was_chosen(own_home: Path) -> None:
    chosen.choose_roles({"model": "openai/a"})
    chosen.choose_roles({"reading_model": "openai/b"})
    chosen.choose_price("openai/a", {"input": 1.0, "output": 2.0})
    (own_home / "fabula.toml").write_text('model = "openai/c"\n[prices]\n"openai/c" = { input = 5, output = 6 }\n')  # fmt: skip
    config = load_config()
    assert (config.model, config.reading_model) == ("openai/c", "openai/b")
    assert set(config.prices) == {"openai/a", "openai/c"}
    chosen.choose_price("openai/a", None)
    chosen.choose_roles({"model": "", "reading_model": ""})
    assert chosen.chosen() == {}


def test_a_projects_file_names_no_keys(tmp_path: Path) -> None:
    (tmp_path / "fabula.toml").write_text('[keys]\nopenai = "sk-of-a-stranger"\n')
    with pytest.raises(UsageError, match="could send your manuscript to a stranger's account"):
        load_config(tmp_path)


def test_the_command_line_asks_with_what_was_set_in_the_studio() -> None:
    with Loopback(lambda _: Behaviour(text="ready")) as server:
        chosen.add_model("mine", "scripted", server.url, KEY, None)
        assert fabula("models", "check", "--model", "mine", "--json").returncode == 0
        assert {each.headers["authorization"] for each in server.requests} == {f"Bearer {KEY}"}
        told = fabula("models", "check", "--model", "mine").stdout
    assert KEY not in told and json.dumps(KEY) not in told
