"""Input billed for five replicates with each provider's cache, in tokens at the full price, compared with one replicate."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path

from fabula.judging.one_pass import judge_in_one_pass
from fabula.judging.settings import JudgeSettings
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door
from fabula.rubrics.files import load
from fabula.text.files import read

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "examples" / "the-tide-house.epub"
REPLICATES = 5
MODELS = {
    "openai": ("gpt-4o", 0.5, 1.0),
    "anthropic": ("claude-sonnet-4-5", 0.1, 1.25),
    "gemini": ("gemini-2.0-flash", 0.25, 1.0),
    "deepseek": ("deepseek-chat", 0.1, 1.0),
    "moonshot": ("kimi-k2-0905-preview", 0.25, 1.0),
    "xai": ("grok-4", 0.25, 1.0),
}
"""A model of each provider, and what input read from its cache and written to it costs, as parts of the full price."""

sys.path.insert(0, str(ROOT / "tests"))


def run() -> None:
    """Print the ratios. The servers are the tests' own; they count cached tokens as the providers describe it."""
    print(f"caching: input billed for {REPLICATES} replicates of one question, in tokens at the full price")
    print(
        f"  {'provider':<10} {'1 replicate':>12} {'5 replicates':>13} {'5 / 1':>6}  {'5 / five times 1':>16}"
    )
    for provider, (model, cached, written) in MODELS.items():
        one = _billed(provider, model, cached, written, 1)
        five = _billed(provider, model, cached, written, REPLICATES)
        plain = REPLICATES * one
        print(f"  {provider:<10} {one:>12,.0f} {five:>13,.0f} {five / one:>6.2f}  {five / plain:>16.2f}")
    print("  (the plain way, without `n` and without a cache, is 5 times one replicate)")


def _billed(provider: str, model: str, cached: float, written: float, runs: int) -> float:
    from dialects.judge import judge
    from loopback import Loopback

    with Loopback(judge, dialect=provider) as server, tempfile.TemporaryDirectory() as folder:
        assert server.dialect is not None
        server.dialect.model = model
        config = Path(folder) / "fabula.toml"
        price = f"{{ input = 1.0, cached = {cached}, written = {written}, output = 0.0 }}"
        config.write_text(f'[prices]\n"{provider}/{model}" = {price}\n', encoding="utf-8")
        os.environ |= {"FABULA_CONFIG": str(config), "FABULA_API_KEY": str(server.dialect.key)}
        settings = DoorSettings(base_url=server.url, ledger=Path(folder) / "ledger.sqlite")
        return asyncio.run(_judged(f"{provider}/{model}", settings, runs)) * 1_000_000


async def _judged(model: str, settings: DoorSettings, runs: int) -> float:
    async with open_door(model, settings) as door:
        await judge_in_one_pass(read(SAMPLE), JudgeSettings(load("longstory"), runs=runs), door)
    assert door.tally.cost is not None
    return door.tally.cost
