"""Chat models of a few kilobytes with random weights, made on the spot: for real servers that need a model, any model.

Every byte is a token, so every text can be read and written. A few weights are not random: they make the model write
short words and come to an end, so that an answer takes a second.

`python tests/models/tiny_models.py serve FILE.gguf` serves one with llama.cpp and prints the address.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

SPECIAL = ("<s>", "</s>", "<|user|>", "<|assistant|>", "<|system|>")
TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
CONSONANTS, VOWELS = "bcdfghjklmnprstvw", "aeiou"
WIDTH, HEADS, INNER, CONTEXT = 32, 2, 64, 65_536


def letters() -> list[str]:
    """The letter that stands for each byte in a vocabulary of bytes, as GPT-2 has them."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return [chr(byte if byte in shown else 256 + hidden.index(byte)) for byte in range(256)]


def kind(token: str) -> int:
    """Which component of the hidden state a token raises: it decides what the model likes to write next."""
    if token in ("<|assistant|>", "[", "{"):
        return {"<|assistant|>": 4, "[": 3, "{": 0}[token]
    return 2 if token in VOWELS else 1 if token in CONSONANTS else 0


def leaning(token: str) -> tuple[float, ...]:
    """How much each kind of token before it speaks for a token: strings of two letters, lists of one item, then the end."""
    if token in CONSONANTS:
        return (0.6, 0, 0, 0, 1)
    if token in VOWELS:
        return (0, 1, 0, 0, 0)
    liked = {"</s>": (0.8, 0, 0, 0, 0), '"': (0, 0, 1, 0.8, 0), "{": (0, 0, 0, 1, 0), "]": (0.5, 0, 0, 0, 0), "}": (0.5, 0, 0, 0, 0)}  # fmt: skip
    plain = 32 < ord(token[0]) < 127 and token not in SPECIAL
    return liked.get(token, (0, 0, 0, 0, 0) if plain else (-1, -1, -1, -1, -1))


def weights(tokens: list[str]) -> dict[str, Any]:
    """Random matrices, but for the five components by which one token likes another."""
    import numpy as np

    chance = np.random.default_rng(1)

    def matrix(*shape: int) -> Any:
        return (chance.standard_normal(shape) * 0.1).astype(np.float32)

    embedding, output = matrix(len(tokens), WIDTH), matrix(len(tokens), WIDTH)
    embedding[:, :5] = [[4.0 * (kind(token) == each) for each in range(5)] for token in tokens]
    output[:, :5] = [leaning(token) for token in tokens]
    square = {name: matrix(WIDTH, WIDTH) for name in ("q", "k", "v", "o")}
    feed = {"gate": matrix(INNER, WIDTH), "up": matrix(INNER, WIDTH), "down": matrix(WIDTH, INNER)}
    return {"embedding": embedding, "output": output, **feed, **square}


def llama_file(path: Path) -> Path:
    """A GGUF file for llama.cpp."""
    import gguf
    import numpy as np

    tokens = [*SPECIAL, *letters(), "th"]
    made = weights(tokens)
    file = gguf.GGUFWriter(str(path), "llama")
    file.add_name("tiny")
    file.add_context_length(CONTEXT)
    file.add_embedding_length(WIDTH)
    file.add_block_count(1)
    file.add_feed_forward_length(INNER)
    file.add_head_count(HEADS)
    file.add_head_count_kv(HEADS)
    file.add_layer_norm_rms_eps(1e-5)
    file.add_rope_dimension_count(WIDTH // HEADS)
    file.add_vocab_size(len(tokens))
    file.add_tokenizer_model("gpt2")
    file.add_tokenizer_pre("gpt-2")
    file.add_token_list(tokens)
    file.add_token_types([3] * len(SPECIAL) + [1] * 257)
    file.add_token_merges(["t h"])
    file.add_bos_token_id(0)
    file.add_eos_token_id(1)
    file.add_chat_template(TEMPLATE)
    names = {"embedding": "token_embd", "output": "output", "gate": "blk.0.ffn_gate", "up": "blk.0.ffn_up", "down": "blk.0.ffn_down", "q": "blk.0.attn_q", "k": "blk.0.attn_k", "v": "blk.0.attn_v", "o": "blk.0.attn_output"}  # fmt: skip
    for name, place in names.items():
        file.add_tensor(f"{place}.weight", made[name])
    for place in ("output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"):
        file.add_tensor(f"{place}.weight", np.ones(WIDTH, np.float32))
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()
    return path


def transformers_folder(folder: Path) -> Path:
    """The same model as a folder for transformers."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    tokens = [*SPECIAL, *letters()]
    reader = Tokenizer(models.BPE(vocab={token: index for index, token in enumerate(tokens)}, merges=[]))
    reader.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    reader.decoder = decoders.ByteLevel()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=reader, bos_token="<s>", eos_token="</s>", pad_token="</s>"
    )
    tokenizer.add_special_tokens({"additional_special_tokens": list(SPECIAL[2:])})
    tokenizer.chat_template = TEMPLATE
    config = LlamaConfig(
        vocab_size=len(tokens),
        hidden_size=WIDTH,
        intermediate_size=INNER,
        num_hidden_layers=1,
        num_attention_heads=HEADS,
        num_key_value_heads=HEADS,
        max_position_embeddings=CONTEXT,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=1,
    )
    model = LlamaForCausalLM(config)
    made = {name: torch.from_numpy(each) for name, each in weights(tokens).items()}
    layer = "model.layers.0."
    state = model.state_dict()
    state |= {"model.embed_tokens.weight": made["embedding"], "lm_head.weight": made["output"]}
    state |= {f"{layer}self_attn.{name}_proj.weight": made[name] for name in "qkvo"}
    state |= {f"{layer}mlp.{name}_proj.weight": made[name] for name in ("gate", "up", "down")}
    model.load_state_dict(state)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def serve(path: Path) -> None:
    """llama.cpp's own server over one file, until killed."""
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.n_ctx = CONTEXT
    settings.n_parallel = 2
    settings.cpuparams.n_threads = 1
    settings.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(settings)
    print(server.listening_address, flush=True)
    while True:
        time.sleep(60)


if __name__ == "__main__":
    serve(Path(sys.argv[2]))
