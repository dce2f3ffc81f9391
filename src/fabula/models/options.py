"""The options of the model to ask: the same for every question on the command line, in the studio and in Python."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabula.errors import UsageError
from fabula.models.config import load_config
from fabula.request import Request, option

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from fabula.models.chat import Tally
    from fabula.models.door_settings import DoorSettings


@dataclass(frozen=True, slots=True)
class ModelOptions(Request):
    """The model to ask, and the limits of asking it."""

    model: str | None = option(
        None,
        help="PROVIDER/NAME, such as openai/gpt-4o or ollama/llama3.1; local/FILE.gguf; vllm-offline/NAME (not measured on a GPU); "
        "or replay:FILE.",
        changes_result=True,
        signed_as="m",
    )
    reading_model: str | None = option(
        None,
        help="A cheaper model for the reading that comes first: summaries, cast, excerpts. Default: --model reads too.",
        changes_result=True,
        signed_as="reading",
    )
    base_url: str | None = option(
        None,
        help="Where the server of --model is: for custom/NAME, a proxy or another port.",
        changes_result=False,
    )
    max_cost: float | None = option(
        None, help="Stop before spending more than this many US dollars.", changes_result=False, minimum=0
    )
    max_calls: int | None = option(
        None, help="Stop before paying for more calls than this.", changes_result=False, minimum=0
    )
    budget: str | None = option(
        None,
        help="The name of a shared budget: --max-cost and --max-calls hold for all runs on this ledger that give the same name.",
        changes_result=False,
    )
    dry_run: bool = option(
        False, help="Send nothing; print calls, tokens and cost by step.", changes_result=False
    )
    batch: bool = option(
        False,
        help="Use the provider's batches: half the price, answers within a day.",
        changes_result=False,
    )
    concurrency: int | None = option(
        None, help="How many calls may be in flight at once.", changes_result=False, minimum=1
    )
    ledger: str | None = option(
        None,
        help="The file that keeps every answer, or postgresql://...; FABULA_LEDGER sets it too.",
        changes_result=False,
    )
    prompts: Path | None = option(
        None,
        help="A folder of your own prompt files, used in place of ours.",
        changes_result=True,
        signed_as="prompt",
    )

    def named(self) -> str | None:
        """The model of `model`, else of fabula.toml."""
        return self.model or load_config().model

    def required(self) -> str:
        """The model, where the question cannot be asked without one."""
        model = self.named()
        if model is None:
            raise UsageError(
                "which model? --model PROVIDER/NAME (such as openai/gpt-4o), or `model` in fabula.toml"
            )
        return model

    def main(self, request: Request) -> tuple[str, ...]:
        """The models that --base-url belongs to: of the question's own --model, else of this one, else its judges."""
        own: Any = getattr(request, "model", None) or self.model or getattr(request, "judge", ())
        return (own,) if isinstance(own, str) else tuple(own)

    def all_of(self, request: Request) -> tuple[str, ...]:
        """Every model that a question asks, in no order that matters."""
        reading = self.reading_model or load_config().reading_model
        several = (*getattr(request, "judge", ()), *getattr(request, "also_read_by", ()))
        further = (*several, getattr(request, "second_model", None), reading)
        return tuple(dict.fromkeys(each for each in (*self.main(request), *further) if each))

    def settings(
        self,
        about: Mapping[str, Any],
        command: str = "",
        watch: Callable[[Tally], None] | None = None,
        main: Sequence[str] = (),
    ) -> DoorSettings:
        """The settings of a door. `about` holds inputs and seeds for the record of the run.

        `main` are the models of a question that has --model itself, and may name several: --base-url is theirs.
        """
        from fabula.models.door_settings import DoorSettings
        from fabula.models.ledger.databases import placed

        if self.prompts and not self.prompts.is_dir():
            raise UsageError(f"--prompts {self.prompts}: there is no such folder")
        if self.budget is not None and self.max_cost is None and self.max_calls is None:
            raise UsageError(f"--budget {self.budget}: give --max-cost or --max-calls, which it shares")
        return DoorSettings(
            base_url=self.base_url,
            reading_model=self.reading_model or load_config().reading_model,
            main=tuple(main) or (None if self.model is None else (self.model,)),
            ledger=placed(str(self.ledger)) if self.ledger else None,
            prompts=self.prompts,
            max_cost=self.max_cost,
            max_calls=self.max_calls,
            budget=self.budget,
            concurrency=self.concurrency,
            batch=self.batch,
            rehearsal=self.dry_run,
            command=command,
            about=about,
            watch=watch,
        )
