"""Prices: their dates and sources, cached input, contexts, and a list in LiteLLM's shape."""

from __future__ import annotations

import json
import os
import tomllib
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path

import pytest

from commands import fabula
from fabula.errors import UsageError
from fabula.models.addresses import address
from fabula.models.chat import Usage
from fabula.models.config import Config, load_config
from fabula.models.prices import Price, context_of, price_of, shipped
from fabula.models.providers import providers

LITELLM = {
    "sample_spec": {"input_cost_per_token": 0.0, "output_cost_per_token": 0.0, "litellm_provider": "one of ..."},
    "gpt-4o": {
        "input_cost_per_token": 2.5e-06, "output_cost_per_token": 1e-05, "cache_read_input_token_cost": 1.25e-06,
        "max_input_tokens": 128000, "max_output_tokens": 16384, "litellm_provider": "openai",
    },
    "gemini/gemini-new": {"input_cost_per_token": 1e-07, "output_cost_per_token": 4e-07, "max_input_tokens": "1048576", "litellm_provider": "gemini"},
    "together_ai/org/model": {"input_cost_per_token": 8.8e-07, "output_cost_per_token": 8.8e-07, "litellm_provider": "together_ai"},
    "dall-e-3": {"input_cost_per_image": 0.04, "litellm_provider": "openai"},
    "odd": {"input_cost_per_token": "?", "litellm_provider": "openai"},
    "odder": "?",
}  # fmt: skip


@pytest.fixture
def litellm(tmp_path: Path) -> Path:
    path = tmp_path / "prices.json"
    path.write_text(json.dumps(LITELLM), encoding="utf-8")
    return path


def test_every_shipped_price_has_a_date_and_a_source_and_a_provider() -> None:
    assert len(shipped()) > 30
    for name, each in shipped().items():
        assert name.partition("/")[0] in providers()
        assert each.as_of is not None and each.source.startswith("https://")
        assert each.price.cached is None or each.price.cached < each.price.input
        assert each.price.written is None or each.price.written > each.price.input
        assert each.context is None or each.most_output is None or each.most_output <= each.context
    text = files("fabula.models").joinpath("prices.toml").read_text(encoding="utf-8")
    assert sum(len(table["models"]) for table in tomllib.loads(text).values()) == len(shipped())


def test_cached_and_written_input_have_their_own_prices() -> None:
    price = Price(10, 100, cached=1, written=12.5)
    usage = Usage(1_000_000, 1_000, cached_tokens=500_000, kept_tokens=200_000)
    assert price.of(usage) == pytest.approx(3 + 0.5 + 2.5 + 0.1)
    assert Price(10, 100).of(usage) == pytest.approx(10.1)


def test_a_list_of_litellms_takes_the_place_of_ours(own_home: Path, litellm: Path) -> None:
    (own_home / litellm.name).write_bytes(litellm.read_bytes())
    (own_home / "fabula.toml").write_text(f'prices = "{litellm.name}"\n')
    config = load_config()
    four = address("openai/gpt-4o", None, config)
    assert price_of(four, config) == Price(2.5, 10, cached=1.25)
    assert context_of(four, config) == 128_000
    assert price_of(address("gemini/gemini-new", None, config), config) == Price(0.1, 0.4)
    assert price_of(address("together/org/model", None, config), config) == Price(0.88, 0.88)
    assert price_of(address("openai/o3", None, config), config) is None
    assert price_of(address("openai/odd", None, config), config) is None


def test_the_context_of_a_model_elsewhere_is_not_known() -> None:
    config = Config()
    assert context_of(address("openai/gpt-4o", None, config), config) == 128_000
    assert context_of(address("openai/gpt-4o", "http://proxy.example/v1", config), config) is None


def test_the_command_shows_the_list_in_eighty_columns_and_warns_of_old_prices(own_home: Path) -> None:
    (own_home / "fabula.toml").write_text('[prices]\n"custom/mine" = { input = 1.5, output = 2 }\n')
    said = fabula("models", "prices", COLUMNS="80")
    assert said.returncode == 0
    assert max(map(len, said.stdout.splitlines())) <= 80
    assert "custom/mine" in said.stdout and "yours" in said.stdout
    for name in ("openai/gpt-4o", "anthropic/claude-sonnet-4-5", "1,048,576"):
        assert name in said.stdout
    assert "older than 90 days" in said.stderr and "https://" in said.stderr
    few = json.loads(fabula("models", "prices", "deepseek/", "--json").stdout)
    assert {each["model"] for each in few} == {"deepseek/deepseek-chat", "deepseek/deepseek-reasoner"}
    assert few[0]["as_of"] and few[0]["source"].startswith("https://")
    assert fabula("models", "prices", "no-such-model").returncode == 2


def test_a_fresh_list_is_not_old_and_an_old_file_is(litellm: Path) -> None:
    said = fabula("models", "prices", "--prices", litellm)
    assert said.returncode == 0 and "together/org/model" in said.stdout and "older than" not in said.stderr
    past = (datetime.now(UTC) - timedelta(days=200)).timestamp()
    other = litellm.with_name("older.json")
    other.write_bytes(litellm.read_bytes())
    os.utime(other, (past, past))
    assert "older than 90 days" in fabula("models", "prices", "--prices", other).stderr


@pytest.mark.parametrize("text", ["[1]", "not JSON"])
def test_a_list_that_is_none_is_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "list.json"
    path.write_text(text)
    said = fabula("models", "prices", "--prices", path)
    assert said.returncode == 2 and said.stderr.count("\n") == 1 and "list of prices" in said.stderr
    with pytest.raises(UsageError):
        price_of(address("openai/o3", None, Config()), Config(price_list=path))
