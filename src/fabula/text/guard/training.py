"""Learns how lines for a judge are worded, from such lines and from novels that hold none:

    python -m fabula.text.guard.training examples/guard/lines.tsv NOVELS -o src/fabula/text/guard/shipped/wording.json

NOVELS is a folder of text files. The lines stand in a table of kind and line; kind `story` marks a line that only sounds so.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from fabula.text.encoding import decode
from fabula.text.guard.learned import features
from fabula.text.language import detect
from fabula.text.sentences import sentences

Floats = NDArray[np.float64]
STORY = "story"
_PENALTY = 1 / 0.3
_LEAST = 0.05
"""Smaller weights are left out."""
_AS_MANY = 20
"""How many sentences of a novel one line counts for that only sounds like an order."""


def fit(planted: Sequence[str], innocent: Sequence[str]) -> tuple[float, dict[str, float]]:
    """The bias and the weight of each feature under which both kinds of sentences are likeliest."""
    held = [features(each) for each in (*planted, *innocent)]
    counts = Counter(feature for each in held for feature in each)
    names = sorted(feature for feature, count in counts.items() if count > 1)
    columns = {name: place for place, name in enumerate(names)}
    found = [[columns[one] for one in sorted(each) if one in columns] for each in held]
    starts = np.cumsum([0, *map(len, found)])
    flat = np.array([one for each in found for one in each], dtype=np.int32)
    rows = csr_matrix((np.ones(len(flat)), flat, starts), shape=(len(held), len(names)))
    signs = np.r_[np.ones(len(planted)), -np.ones(len(innocent))]

    def loss(vector: Floats) -> tuple[float, Floats]:
        margins = signs * (rows @ vector[1:] + vector[0])
        slope = -signs / (1 + np.exp(np.minimum(margins, 500)))
        total = float(np.logaddexp(0, -margins).sum() + _PENALTY / 2 * vector @ vector)
        return total, np.r_[slope.sum(), rows.T @ slope] + _PENALTY * vector

    vector = minimize(loss, np.zeros(len(names) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    kept = {name: round(float(weight), 3) for name, weight in zip(names, vector[1:], strict=True)}
    return round(float(vector[0]), 3), {name: weight for name, weight in kept.items() if abs(weight) > _LEAST}


def lines_of(table: Path) -> tuple[list[str], list[str]]:
    """The planted lines of a table, and those that only sound so."""
    rows = [line.split("\t", 1) for line in table.read_text(encoding="utf-8").split("\n") if "\t" in line]
    said = [(kind, text.replace("\\n", "\n")) for kind, text in rows]
    return [text for kind, text in said if kind != STORY], [text for kind, text in said if kind == STORY]


def sentences_of(folder: Path) -> list[str]:
    """Every sentence of the novels of a folder, in a fixed order."""
    found: list[str] = []
    for path in sorted(folder.rglob("*.txt")):
        text = decode(path.read_bytes(), path.name).text
        found += [text[start:end] for start, end in sentences(text, detect(text))]
    return found


def main() -> None:
    """Write the weights to a file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lines", type=Path)
    parser.add_argument("novels", type=Path)
    parser.add_argument("-o", "--out", type=Path, required=True)
    told = parser.parse_args()
    planted, innocent = lines_of(told.lines)
    bias, weights = fit(planted, [*sentences_of(told.novels), *innocent * _AS_MANY])
    document = {"bias": bias, "weights": weights}
    told.out.write_text(json.dumps(document, ensure_ascii=False, sort_keys=True, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
