"""A real classifier, trained on the spot on planted errors and saved as ONNX with its tokenizer.

It has one feature, the share of the sentence's tokens that stand in the passage, and a logistic regression on it.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from sklearn.linear_model import LogisticRegression
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

from facts.keyed import novella, synopsis
from facts.planting import other_name

PEOPLE = ["Nell", "Ruth", "Walter", "Kit", "Ida", "Amos"]


def saved(folder: Path, labels: list[str] | None = None) -> Path:
    """Train it and save it: `model.onnx`, `tokenizer.json` and, with labels, `config.json`."""
    folder.mkdir()
    text = "\n".join(chapter.text for chapter in novella().chapters)
    tokenizer = _tokenizer(text)
    weight, bias = _trained(tokenizer, text)
    onnx.save(_model(weight, bias), str(folder / "model.onnx"))
    tokenizer.save(str(folder / "tokenizer.json"))
    if labels is not None:
        (folder / "config.json").write_text(json.dumps({"id2label": dict(enumerate(labels))}))
    return folder


def _tokenizer(text: str) -> Tokenizer:
    tokenizer = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.WordLevelTrainer(special_tokens=["[PAD]", "[UNK]", "[SEP]"])
    tokenizer.train_from_iterator([text], trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A", pair="$A:0 [SEP]:0 $B:1", special_tokens=[("[SEP]", 2)]
    )
    return tokenizer


def _trained(tokenizer: Tokenizer, text: str) -> tuple[float, float]:
    chance = random.Random(3)
    true = [one.text for one in synopsis("synopsis").sentences]
    false = [spoilt for one in true if (spoilt := other_name(one, PEOPLE, "en", chance))]
    known = set(tokenizer.encode(text).ids) - {1}
    shares = [np.mean([token in known for token in tokenizer.encode(one).ids]) for one in [*true, *false]]
    fitted = LogisticRegression(C=1e4).fit(
        np.array(shares).reshape(-1, 1), [1] * len(true) + [0] * len(false)
    )
    return float(fitted.coef_[0, 0]), float(fitted.intercept_[0])


def _model(weight: float, bias: float) -> onnx.ModelProto:
    """Two outputs: the first is 0, the second grows with the share of tokens found in the passage."""
    constants = {
        "one": np.array(1, np.int64), "unknown": np.array(1, np.int64), "last": np.array([2], np.int64),
        "middle": np.array([1], np.int64), "weight": np.array([[0.0, weight]], np.float32),
        "bias": np.array([[0.0, bias]], np.float32),
    }  # fmt: skip
    steps = [
        ("Equal", ["token_type_ids", "one"], "in_claim"), ("Not", ["in_claim"], "in_passage"),
        ("Equal", ["input_ids", "unknown"], "is_unknown"), ("Not", ["is_unknown"], "is_known"),
        ("And", ["in_passage", "is_known"], "usable"),
        ("Unsqueeze", ["input_ids", "last"], "rows"), ("Unsqueeze", ["input_ids", "middle"], "columns"),
        ("Equal", ["rows", "columns"], "same"), ("Unsqueeze", ["usable", "middle"], "usable_columns"),
        ("And", ["same", "usable_columns"], "found"),
    ]  # fmt: skip
    nodes = [helper.make_node(kind, given, [made]) for kind, given, made in steps]
    nodes += [
        helper.make_node("Cast", ["found"], ["found_f"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMax", ["found_f"], ["any"], axes=[2], keepdims=0),
        helper.make_node("Cast", ["in_claim"], ["claim_f"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["any", "claim_f"], ["hits"]),
        helper.make_node("ReduceSum", ["hits", "middle"], ["hit_sum"], keepdims=1),
        helper.make_node("ReduceSum", ["claim_f", "middle"], ["claim_sum"], keepdims=1),
        helper.make_node("Div", ["hit_sum", "claim_sum"], ["share"]),
        helper.make_node("MatMul", ["share", "weight"], ["scaled"]),
        helper.make_node("Add", ["scaled", "bias"], ["logits"]),
    ]
    ids = [helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "length"]) for name in ("input_ids", "token_type_ids")]  # fmt: skip
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", 2])
    initial = [numpy_helper.from_array(value, name) for name, value in constants.items()]
    graph = helper.make_graph(nodes, "share", ids, [logits], initial)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def saved_writer(folder: Path) -> Path:
    """A sequence-to-sequence checker: it writes 1 where the claim follows from the passage, which it takes to be so unless Zebulon is named."""
    folder.mkdir()
    tokenizer = Tokenizer(
        models.WordLevel({"<pad>": 0, "[UNK]": 1, "0": 2, "1": 3, "Zebulon": 4}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(json.dumps({"is_encoder_decoder": True, "decoder_start_token_id": 0}))
    ids, mask, first = (
        helper.make_tensor_value_info(name, TensorProto.INT64, ["n", length])
        for name, length in (
            ("input_ids", "length"),
            ("attention_mask", "length"),
            ("encoder_attention_mask", "length"),
        )
    )
    states = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["n", "length", 1]) for name in ("last_hidden_state", "encoder_hidden_states")]  # fmt: skip
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", 1, 5])
    encoder = [
        helper.make_node("Equal", ["input_ids", "name"], ["named"]),
        helper.make_node("Cast", ["named"], ["as_number"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["as_number", "last"], ["last_hidden_state"]),
    ]
    decoder = [
        helper.make_node("ReduceMax", ["encoder_hidden_states"], ["named"], axes=[1], keepdims=1),
        helper.make_node("MatMul", ["named", "weight"], ["scaled"]),
        helper.make_node("Add", ["scaled", "bias"], ["logits"]),
    ]
    constants = {"name": np.array(4, np.int64), "last": np.array([2], np.int64), "weight": np.array([[0, 0, 4, 0, 0]], np.float32), "bias": np.array([0, 0, 0, 2, 0], np.float32)}  # fmt: skip
    parts = (
        ("encoder", encoder, [ids, mask], states[0]),
        ("decoder", decoder, [ids, states[1], first], logits),
    )
    for name, nodes, given, made in parts:
        used = {each for node in nodes for each in node.input}
        initial = [numpy_helper.from_array(value, key) for key, value in constants.items() if key in used]
        graph = helper.make_graph(nodes, name, given, [made], initial)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.save(model, str(folder / f"{name}_model.onnx"))
    return folder
