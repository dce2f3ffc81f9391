"""The samples that come with fabula, of our own (CC0): a novella, a Chinese story, and a synopsis with faults on purpose."""

from __future__ import annotations

from importlib.resources import files

NOVELLA = "the-tide-house.epub"
STORIES = {"en": NOVELLA, "zh": "seven-keys.zh.txt"}
"""What the demo judges, by language."""
FAULTY_SYNOPSIS = "the-tide-house.faulty-synopsis.txt"


def sample(name: str) -> bytes:
    """The bytes of one of the samples."""
    return (files("fabula.samples") / name).read_bytes()
