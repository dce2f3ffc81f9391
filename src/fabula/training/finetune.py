"""Fine-tuning a causal language model on examples in chat form: LoRA or all weights, on one device or several.

A plain torch loop that is easy to read. Settings and data determine the result: the seed controls the order of examples
and all randomness, and a killed run continues from its last checkpoint to the same weights. Several processes (torchrun,
accelerate launch) share each step and sum their gradients; each holds all weights.
"""

from __future__ import annotations

import json
import math
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM, AutoTokenizer

from fabula.errors import FabulaError, UsageError
from fabula.training.example_packs import Encoded, ExampleFile, Message, Pack, open_examples, pack, steps
from fabula.training.processes import ProcessGroup, join

RUN, LOG = "run.json", "log.jsonl"
_KEPT = 2
"""Checkpoints to keep: the newest may be damaged if the power failed."""
_WARM_UP = 0.03
_PLAIN_CHAT = (
    "{% for message in messages %}<|{{ message.role }}|>\n{{ message.content }}{{ eos_token }}\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)
"""A template for models that have none. It is saved with the model, so that a server uses the same format."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that, with the data, determine the result of a run."""

    model: str
    full: bool = False
    """Train all weights in full precision. Otherwise train a LoRA on every linear layer."""
    rank: int = 64
    alpha: int = 16
    dropout: float = 0.05
    learning_rate: float = 1e-5
    batch: int = 32
    epochs: int = 3
    length: int = 8192
    share: int = 8
    """The most examples that share one common beginning."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Pacing:
    """Settings that change the speed of a run and what it saves, but not its result."""

    checkpointing: bool = True
    save_every: int = 100


@dataclass(frozen=True, slots=True)
class Trained:
    """How a run ended."""

    output: Path
    steps: int
    examples: int
    too_long: int
    loss: float
    leads: bool
    """Whether this process writes and reports. Only one of several does."""


def train(
    settings: Settings,
    data: Path,
    output: Path,
    pacing: Pacing | None = None,
    *,
    resume: bool = False,
    report: Callable[[dict[str, Any]], None] = lambda _: None,
) -> Trained:
    """Train to the end, from the start or the last checkpoint. `report` receives each line of the log."""
    pacing, group = pacing or Pacing(), join()
    examples = open_examples(data)
    if group.rank == 0:
        _begin(settings, examples, output, resume)
    group.wait()
    tokenizer = load_tokenizer(settings.model)
    model = prepare(load_model(settings.model, settings.full, group.device), settings, pacing.checkpointing)
    run = _Run(settings, examples, output, group, model, tokenizer)
    if resume:
        run.go_on()
    for line in run.steps():
        if group.rank == 0:
            _append(output / LOG, line)
            report(line)
        if run.step % pacing.save_every == 0 and run.step < run.last:
            run.save_checkpoint()
    if run.too_long == settings.epochs * len(examples.offsets):
        raise FabulaError(f"every example is longer than {settings.length} tokens: give a larger --length")
    if group.rank == 0:
        model.save_pretrained(output)
        tokenizer.save_pretrained(output)
        for old in _checkpoints(output):
            shutil.rmtree(old)
    group.wait()
    return Trained(output, run.step, len(examples.offsets), run.too_long, run.loss, group.rank == 0)


def merge_lora(output: Path) -> Path:
    """Merge a LoRA into the weights it was trained on, for servers that load whole models."""
    base = json.loads((output / "adapter_config.json").read_text(encoding="utf-8"))["base_model_name_or_path"]
    merged = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(base, dtype="auto"), str(output))
    folder = output / "merged"
    merged.merge_and_unload().save_pretrained(folder)
    load_tokenizer(str(output)).save_pretrained(folder)
    return folder


def load_tokenizer(name: str) -> Any:
    """The model's tokenizer, with a plain chat template if it has none."""
    try:
        tokenizer = AutoTokenizer.from_pretrained(name)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"--model {name} has no tokenizer that can be loaded: {_first_line(error)}"
        ) from None
    if tokenizer.chat_template is None:
        tokenizer.chat_template = _PLAIN_CHAT
    return tokenizer


def load_model(name: str, full: bool, device: torch.device) -> Any:
    """Load the weights in full precision for full training, else in bf16 if the device supports it."""
    low = device.type == "cuda" and torch.cuda.is_bf16_supported() and not full
    try:
        model = AutoModelForCausalLM.from_pretrained(
            name, dtype=torch.bfloat16 if low else torch.float32, attn_implementation="sdpa"
        )
    except (OSError, ValueError) as error:
        raise UsageError(
            f"--model {name} cannot be loaded as a causal language model: {_first_line(error)}"
        ) from None
    return model.to(device)


def prepare(model: Any, settings: Settings, checkpointing: bool) -> Any:
    """Prepare the model for training. Adds LoRA to every linear layer unless all weights are trained."""
    torch.manual_seed(settings.seed)
    if checkpointing:
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    if not settings.full:
        lora = LoraConfig(
            r=settings.rank,
            lora_alpha=settings.alpha,
            lora_dropout=settings.dropout,
            target_modules="all-linear",
            task_type="CAUSAL_LM",
        )
        model = get_peft_model(model, lora)
    return model.train()


def encode(tokenizer: Any, messages: list[Message]) -> Encoded:
    """A training example in tokens: the question as a server would put it, and the answer up to its end."""
    question = _tokens(tokenizer, messages[:-1], add_generation_prompt=True)
    whole = _tokens(tokenizer, messages, add_generation_prompt=False)
    if whole[: len(question)] == question:
        return Encoded(question, whole[len(question) :])
    answer = tokenizer(messages[-1]["content"], add_special_tokens=False)["input_ids"]
    return Encoded(question, [*answer, tokenizer.eos_token_id])


def _tokens(tokenizer: Any, messages: list[Message], *, add_generation_prompt: bool) -> list[int]:
    text = tokenizer.apply_chat_template(
        messages, tokenize=False, add_generation_prompt=add_generation_prompt
    )
    tokens: list[int] = tokenizer(text, add_special_tokens=False)["input_ids"]
    return tokens


def pack_loss(model: Any, row: Pack, device: torch.device) -> torch.Tensor:
    """The summed loss of a pack's answers."""
    row = row.padded()
    trees, branches = torch.tensor(row.trees, device=device), torch.tensor(row.branches, device=device)
    sees = (trees[:, None] == trees) & ((branches == 0) | (branches[:, None] == branches))
    answers = torch.tensor(row.answers, device=device)
    tokens = torch.tensor([row.tokens], device=device)
    low = device.type == "cuda" and torch.cuda.is_bf16_supported()
    with torch.autocast(device.type, dtype=torch.bfloat16, enabled=low):
        logits = model(
            input_ids=tokens,
            position_ids=torch.tensor([row.positions], device=device),
            attention_mask=sees.tril()[None, None],
            logits_to_keep=answers - 1,
            use_cache=False,
        ).logits[0]
    return torch.nn.functional.cross_entropy(logits.float(), tokens[0, answers], reduction="sum")


def learn(
    model: Any,
    trained: Sequence[torch.nn.Parameter],
    optimiser: torch.optim.Optimizer,
    packs: Sequence[Pack],
    group: ProcessGroup,
) -> float:
    """One step: every process takes its share of the packs. Returns the mean loss per learned token."""
    tokens = sum(len(each.answers) for each in packs)
    loss = 0.0
    for each in packs[group.rank :: group.size]:
        share = pack_loss(model, each, group.device) / tokens
        share.backward()
        loss += float(share.detach())
    group.add_up(trained)
    torch.nn.utils.clip_grad_norm_(trained, 1.0)
    optimiser.step()
    optimiser.zero_grad()
    return group.total(loss)


class _Run:
    """A run in progress."""

    def __init__(
        self,
        settings: Settings,
        examples: ExampleFile,
        output: Path,
        group: ProcessGroup,
        model: Any,
        tokenizer: Any,
    ) -> None:
        self.settings, self.examples, self.output = settings, examples, output
        self.group, self.model, self.tokenizer = group, model, tokenizer
        self.trained = {name: each for name, each in model.named_parameters() if each.requires_grad}
        self.optimiser = torch.optim.AdamW(self.trained.values(), lr=settings.learning_rate, weight_decay=0.0)
        self.last = settings.epochs * math.ceil(len(examples.offsets) / settings.batch)
        self.step, self.too_long, self.loss = 0, 0, math.nan

    def steps(self) -> Iterator[dict[str, Any]]:
        """Take the remaining steps and log one line for each."""
        for epoch, places in islice(self._plan(), self.step, None):
            started = time.monotonic()
            read = [encode(self.tokenizer, messages) for messages in self.examples.read(places)]
            packs, too_long = pack(read, self.examples.prefix_of[places].tolist(), self.settings.length)
            self.step += 1
            self.too_long += too_long
            torch.manual_seed(self.settings.seed * 1_000_003 + self.step)
            rate = self._rate()
            if packs:
                self.loss = learn(self.model, list(self.trained.values()), self.optimiser, packs, self.group)
            if packs and not math.isfinite(self.loss):
                raise FabulaError(
                    f"the loss is {self.loss} at step {self.step}: a lower --learning-rate may help"
                )
            seconds = time.monotonic() - started
            yield {
                "step": self.step,
                "of": self.last,
                "epoch": epoch + 1,
                "loss": round(self.loss, 5),
                "learning_rate": rate,
                "examples": len(places) - too_long,
                "too_long": too_long,
                "tokens": sum(len(each.question) + len(each.answer) for each in read),
                "tokens_computed": sum(len(each.tokens) for each in packs),
                "seconds": round(seconds, 3),
            }

    def go_on(self) -> None:
        """Continue from the newest checkpoint, and cut the log back to it."""
        for folder in _checkpoints(self.output)[-1:]:
            try:
                state = torch.load(folder / "state.pt", map_location=self.group.device, weights_only=True)
            except (OSError, RuntimeError, EOFError, ValueError) as error:
                raise FabulaError(
                    f"{folder} is damaged ({_first_line(error)}): delete it to continue from the one before"
                ) from None
            with torch.no_grad():
                for name, parameter in self.trained.items():
                    parameter.copy_(state["weights"][name])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step, self.too_long = state["step"], state["too_long"]
        if self.group.rank == 0:
            _cut_log(self.output / LOG, self.step)
        self.group.wait()

    def save_checkpoint(self) -> None:
        """Save everything needed to continue. The write is atomic."""
        if self.group.rank == 0:
            folder = self.output / f"checkpoint-{self.step:07d}"
            beside = folder.with_suffix(".part")
            shutil.rmtree(beside, ignore_errors=True)
            beside.mkdir()
            state = {
                "step": self.step,
                "too_long": self.too_long,
                "weights": {name: each.detach() for name, each in self.trained.items()},
                "optimiser": self.optimiser.state_dict(),
            }
            torch.save(state, beside / "state.pt")
            beside.rename(folder)
            for old in _checkpoints(self.output)[:-_KEPT]:
                shutil.rmtree(old)
        self.group.wait()

    def _plan(self) -> Iterator[tuple[int, list[int]]]:
        own = self.settings
        for epoch in range(own.epochs):
            for places in steps(self.examples.prefix_of, own.batch, own.share, own.seed, epoch):
                yield epoch, places

    def _rate(self) -> float:
        """The learning rate: a short warm-up, then cosine decay."""
        rise = max(1, round(_WARM_UP * self.last))
        done = (self.step - rise) / max(1, self.last - rise)
        share = self.step / rise if self.step <= rise else 0.5 * (1 + math.cos(math.pi * done))
        rate = self.settings.learning_rate * share
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        return rate


def _begin(settings: Settings, examples: ExampleFile, output: Path, resume: bool) -> None:
    """Save the settings, or check that they match those of the existing run."""
    file = output / RUN
    saved = {**asdict(settings), "data": examples.path.name, "data_digest": examples.digest}
    if file.is_file():
        if not resume:
            raise UsageError(
                f"{output} already contains a run: continue it with --resume, or choose another --output"
            )
        begun = json.loads(file.read_text(encoding="utf-8"))
        differ = [name for name in saved if begun.get(name) != saved[name]]
        if differ:
            raise UsageError(
                f"{output} contains a run with other settings ({differ[0]} was {begun.get(differ[0])!r}, "
                f"now {saved[differ[0]]!r}): use the same settings, or choose another --output"
            )
        if any(output.glob("*.safetensors")):
            raise UsageError(f"the run in {output} is finished: there is nothing to resume")
        return
    if resume:
        raise UsageError(f"{output} contains no run to resume")
    output.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(saved, indent=2) + "\n", encoding="utf-8")


def _checkpoints(output: Path) -> list[Path]:
    return sorted(each for each in output.glob("checkpoint-*") if each.is_dir() and not each.suffix)


def _append(log: Path, line: dict[str, Any]) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def _cut_log(log: Path, step: int) -> None:
    """Cut the log back: steps after the checkpoint are repeated, and a kill may have left half a line."""
    if log.is_file():
        lines = log.read_text(encoding="utf-8").split("\n")[:step]
        log.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
