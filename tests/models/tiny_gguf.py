"""A language model of random numbers in a GGUF file: two layers, one token a byte, ChatML turns. It knows nothing.

What it writes is noise, so a valid answer is the grammar's work. A few tokens are made likelier than others, or its
sentences would have no end.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from gguf import GGUFWriter, TokenType
from tiny_models import letters

_WIDTH, _HEADS, _LAYERS, _INNER = 64, 4, 2, 128
_MATRICES = (
    *((name, _WIDTH, _WIDTH) for name in ("attn_q", "attn_k", "attn_v", "attn_output")),
    ("ffn_gate", _INNER, _WIDTH),
    ("ffn_up", _INNER, _WIDTH),
    ("ffn_down", _WIDTH, _INNER),
)
_USUAL = 'abcdefghijklmnopqrstuvwxyz "}],'
_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] | trim }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
WITHOUT_SYSTEM = (
    "{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    + _TEMPLATE
)
_CONTROL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")


def tiny_gguf(path: Path, *, context: int = 131_072, seed: int = 7, template: str | None = _TEMPLATE) -> Path:
    """Write the file. Another seed gives another model."""
    path.parent.mkdir(parents=True, exist_ok=True)
    tokens = [*letters(), *_CONTROL, "th"]
    writer = GGUFWriter(path, "llama")
    writer.add_name("tiny")
    writer.add_context_length(context)
    writer.add_embedding_length(_WIDTH)
    writer.add_block_count(_LAYERS)
    writer.add_feed_forward_length(_INNER)
    writer.add_head_count(_HEADS)
    writer.add_head_count_kv(_HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(_WIDTH // _HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("default")
    writer.add_token_list(tokens)
    writer.add_token_types([TokenType.CONTROL if each in _CONTROL else TokenType.NORMAL for each in tokens])
    writer.add_token_merges(["t h"])
    writer.add_bos_token_id(256)
    writer.add_eos_token_id(258)
    writer.add_add_bos_token(False)
    if template is not None:
        writer.add_chat_template(template)
    for name, weights in _weights(len(tokens), np.random.default_rng(seed)).items():
        writer.add_tensor(name, weights.astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _weights(words: int, chance: np.random.Generator) -> dict[str, np.ndarray]:
    embedding, output = chance.normal(0, 0.1, (words, _WIDTH)), chance.normal(0, 0.15, (words, _WIDTH))
    embedding[:, 0] = (
        1.0  # the same for every token: what the output takes from it is how likely a token is anywhere
    )
    output[:, 0] = -1.5
    output[[ord(each) for each in _USUAL], 0] = 0.0
    output[[ord('"'), ord("]")], 0] = 0.2
    output[words - 2, 0] = 0.3
    weights = {"token_embd.weight": embedding, "output.weight": output, "output_norm.weight": np.ones(_WIDTH)}
    for layer in range(_LAYERS):
        block = f"blk.{layer}"
        weights |= {f"{block}.{name}.weight": np.ones(_WIDTH) for name in ("attn_norm", "ffn_norm")}
        for name, rows, columns in _MATRICES:
            matrix = chance.normal(0, 0.05, (rows, columns))
            matrix[0], matrix[:, 0] = 0.0, 0.0  # the first number passes through unchanged
            weights[f"{block}.{name}.weight"] = matrix
    return weights
