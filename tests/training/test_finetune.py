"""Training a judge, proved on a tiny random Llama: data, loss, resumption after a kill, several processes, answers."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from commands import Completed, fabula
from fabula.judging.critique_form import PROMPT, STARS, Subject, answer, question
from fabula.judging.prose import score_at_end
from fabula.models.prompts import load_prompt
from fabula.training.critique_examples import chat_row

torch = pytest.importorskip("torch", reason="training needs fabula[train]")
pytest.importorskip("peft", reason="training needs fabula[train]")

pytestmark = pytest.mark.extras

QUICK = ("--rank", "8", "--batch", "4", "--length", "1024", "--learning-rate", "0.02")


def examples(count: int = 12) -> list[dict[str, Any]]:
    prompt = load_prompt(*PROMPT, "en")
    rows = []
    for number in range(count):
        book = Subject(f"Book {number % 3}", "She comes home and reads the letter. " * (2 + number % 3))
        stars = 2 + number % 3
        said = answer({"Plot": f"The plot of book {number % 3} holds."}, "Good.", stars, "en")
        rows.append(chat_row(question(prompt, book, ["Plot"]), said, book=book.title))
    return rows


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("data") / "examples.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in examples()), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random Llama of some 100,000 weights, and a tokenizer trained on the examples."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=500, special_tokens=["<s>", "</s>"], initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    tokenizer.train_from_iterator(
        (said["content"] for row in examples() for said in row["messages"]), trainer
    )
    folder = tmp_path_factory.mktemp("tiny")
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>").save_pretrained(
        folder
    )
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=500,
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        bos_token_id=0,
        eos_token_id=1,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def command(tiny: Path, data: Path, output: Path, *more: str) -> list[str]:
    words = ["train", "critique", "--model", str(tiny), "--data", str(data), "-o", str(output), *QUICK, *more]
    return [sys.executable, "-m", "fabula", *words]


def run(words: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    alone = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1", **environment}
    return subprocess.run(words, capture_output=True, text=True, env=alone, check=False)


def refused(words: list[str], **environment: str) -> Completed:
    """A command that ends before it trains, without a process that loads everything again."""
    return fabula(*words[3:], CUDA_VISIBLE_DEVICES="", **environment)


def log(output: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (output / "log.jsonl").read_text(encoding="utf-8").splitlines()]


def weights(output: Path) -> dict[str, Any]:
    from safetensors.torch import load_file

    found: dict[str, Any] = load_file(output / "adapter_model.safetensors")
    return found


@pytest.fixture(scope="module")
def whole(tiny: Path, data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody disturbed."""
    output = tmp_path_factory.mktemp("whole") / "critic"
    done = run(command(tiny, data, output, "--epochs", "6"))
    assert done.returncode == 0, done.stderr
    return output


def alike(first: Path, second: Path, tolerance: float) -> bool:
    one, other = weights(first), weights(second)
    return one.keys() == other.keys() and all(
        torch.allclose(one[name], other[name], atol=tolerance) for name in one
    )


def test_examples_in_a_tree_teach_what_they_teach_one_by_one(tiny: Path, data: Path) -> None:
    from fabula.training.example_packs import open_examples, pack
    from fabula.training.finetune import encode, load_model, load_tokenizer, pack_loss

    cpu = torch.device("cpu")
    tokenizer, file = load_tokenizer(str(tiny)), open_examples(data)
    places = sorted(range(12), key=lambda place: file.prefix_of[place])
    read = [encode(tokenizer, messages) for messages in file.read(places)]
    assert tokenizer.decode(read[0].answer).strip().endswith("</s>")

    def taught(rows: list[Any]) -> tuple[float, list[Any]]:
        model = load_model(str(tiny), True, cpu).train()
        loss = sum(pack_loss(model, row, cpu) for row in rows)
        loss.backward()
        return float(loss.detach()), [weight.grad for weight in model.parameters()]

    together, _ = pack(read, file.prefix_of[places].tolist(), 4096)
    apart = [pack([example], [0], 4096)[0][0] for example in read]
    assert sum(len(row.tokens) for row in together) < 0.6 * sum(len(row.tokens) for row in apart)
    (loss, gradients), (plain_loss, plain_gradients) = taught(together), taught(apart)
    assert loss == pytest.approx(plain_loss, rel=1e-5)
    for one, other in zip(gradients, plain_gradients, strict=True):
        assert torch.allclose(one, other, atol=2e-4, rtol=1e-3)


def test_the_loss_falls_and_every_step_is_in_the_log(whole: Path) -> None:
    lines = log(whole)
    assert [line["step"] for line in lines] == list(range(1, 19))
    assert lines[-1]["loss"] < lines[0]["loss"] - 0.5
    assert all(line["tokens_computed"] < line["tokens"] for line in lines)
    assert not list(whole.glob("checkpoint-*"))


@pytest.mark.long
def test_a_killed_run_goes_on_to_the_same_weights(
    tiny: Path, data: Path, whole: Path, tmp_path: Path
) -> None:
    output = tmp_path / "critic"
    words = command(tiny, data, output, "--epochs", "6", "--save-every", "2")
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1"}
    with subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        for line in running.stderr:
            if line.startswith("step 7"):
                running.send_signal(signal.SIGKILL)
                break
    assert not (output / "adapter_model.safetensors").exists()
    assert refused(words).returncode == 2
    assert "was 8, now 9" in refused([*words, "--resume", "--rank", "9"]).stderr
    done = run([*words, "--resume"])
    assert done.returncode == 0, done.stderr
    assert [line["step"] for line in log(output)] == list(range(1, 19))
    assert "step 1 of" not in done.stderr
    assert alike(whole, output, 1e-6)
    assert "is finished" in refused([*words, "--resume"]).stderr


@pytest.mark.long
def test_two_processes_share_each_step(tiny: Path, data: Path, whole: Path, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    words = command(tiny, data, tmp_path / "critic", "--epochs", "6")
    shared = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1", "WORLD_SIZE": "2"}
    shared |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    both = [
        subprocess.Popen(
            words, env={**shared, "RANK": rank, "LOCAL_RANK": rank}, stderr=subprocess.PIPE, text=True
        )
        for rank in ("0", "1")
    ]
    for each in both:
        said = each.communicate(timeout=300)[1]
        assert each.returncode == 0, said
    first, last = log(tmp_path / "critic")[0], log(tmp_path / "critic")[-1]
    assert first["loss"] == pytest.approx(log(whole)[0]["loss"], abs=0.05)
    assert last["loss"] == pytest.approx(log(whole)[-1]["loss"], abs=0.2)


def test_what_was_trained_is_loaded_answers_in_its_form_and_is_read(
    tiny: Path, data: Path, tmp_path: Path
) -> None:
    from transformers import AutoModelForCausalLM

    from fabula.training.finetune import load_tokenizer

    output = tmp_path / "critic"
    done = run(command(tiny, data, output, "--full", "--epochs", "40", "--learning-rate", "0.004"))
    assert done.returncode == 0, done.stderr
    tokenizer, model = load_tokenizer(str(output)), AutoModelForCausalLM.from_pretrained(output)
    messages = examples()[1]["messages"]
    text = tokenizer.apply_chat_template(messages[:-1], tokenize=False, add_generation_prompt=True)
    asked = tokenizer(text, add_special_tokens=False, return_tensors="pt")["input_ids"]
    said = tokenizer.decode(model.generate(asked, max_new_tokens=80, do_sample=False)[0, asked.shape[1] :])
    assert said.startswith("## Plot"), said
    assert score_at_end(said.removesuffix("</s>"), STARS) is not None, said


def test_a_lora_is_folded_into_its_model(tiny: Path, data: Path, tmp_path: Path) -> None:
    from transformers import AutoModelForCausalLM

    done = run(command(tiny, data, tmp_path / "critic", "--epochs", "1", "--merge", "--json"))
    assert done.returncode == 0, done.stderr
    folder = Path(json.loads(done.stdout)["output"])
    merged, base = (AutoModelForCausalLM.from_pretrained(each) for each in (folder, tiny))
    changed = [
        name
        for name, weight in merged.named_parameters()
        if not torch.equal(weight, base.get_parameter(name))
    ]
    assert len(changed) == 14, "every linear layer of two blocks"


def test_what_is_no_model_and_lessons_too_long_are_said(tiny: Path, data: Path, tmp_path: Path) -> None:
    done = refused(command(tmp_path, data, tmp_path / "one"), HF_HUB_OFFLINE="1")
    assert done.returncode == 2 and "tokenizer" in done.stderr and "Traceback" not in done.stderr
    done = refused(command(tiny, data, tmp_path / "two", "--epochs", "1", "--length", "64"))
    assert done.returncode == 1 and "longer than 64" in done.stderr
