"""What the outputs of a classifier mean: support, contradict or other. Read from its config, or given by the user."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from fabula.errors import UsageError
from fabula.facts.by_passages import Support

Meaning = Literal["support", "contradict", "other"]
_CONTRADICTS = re.compile(r"contra|refut|den(?:y|ies)", re.I)
_OTHER = re.compile(
    r"neutral|other|^(?:not?|un|in|non)(?:[\W_]|support|entail|consist|faith)|^no$|^false$|^0$|halluc", re.I
)
_SUPPORTS = re.compile(r"entail|support|consist|faith|^yes$|^true$|^1$", re.I)
_NAMELESS = re.compile(r"label_\d+", re.I)


def meanings(names: Sequence[str], given: str | None, what: str) -> tuple[Meaning, ...]:
    """What each output means. Two outputs without names are MiniCheck's: the second supports."""
    if given is not None:
        names = [name.strip() for name in given.split(",")]
    elif len(names) == 1:
        return ("support",)
    elif len(names) == 2 and all(map(_NAMELESS.fullmatch, names)):
        return ("other", "support")
    found = tuple(map(_meaning, names))
    if found.count("support") != 1 or None in found:
        example = "other,support" if len(names) == 2 else "contradict,other,support"
        said = "its outputs are" if given is None else "--labels says"
        raise UsageError(
            f"{what}: {said} {', '.join(names)}; say in order what they mean, with support once, such as --labels {example}"
        )
    return tuple(each for each in found if each is not None)


def writes(folder: Path) -> bool:
    """Whether a model writes its answer, as flan-t5 does. As a classifier it would answer with weights drawn by chance."""
    return bool(model_config(folder).get("is_encoder_decoder"))


def config_names(folder: Path) -> list[str]:
    """The names of the outputs in a model's config.json, in order. None without a config."""
    named: Mapping[str, str] = model_config(folder).get("id2label", {})
    return [str(named[key]) for key in sorted(named, key=int)]


def model_config(folder: Path) -> Mapping[str, Any]:
    """A model's config.json. Empty without one."""
    path = folder / "config.json"
    if not path.is_file():
        return {}
    read: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def supports(logits: Any, meaning: Sequence[Meaning]) -> list[Support]:
    """Rows of outputs as shares. One output alone is a probability's logit."""
    values = np.asarray(logits, dtype=np.float64)
    if values.shape[1] == 1:
        return [Support(float(1 / (1 + np.exp(-row[0])))) for row in values]
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    shares = powers / powers.sum(axis=1, keepdims=True)
    yes = meaning.index("support")
    no = [place for place, each in enumerate(meaning) if each == "contradict"]
    return [Support(float(row[yes]), float(sum(row[place] for place in no))) for row in shares]


def _meaning(name: str) -> Meaning | None:
    if _CONTRADICTS.search(name):
        return "contradict"
    if _OTHER.search(name):
        return "other"
    return "support" if _SUPPORTS.search(name) else None
