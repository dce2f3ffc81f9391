"""The sample that comes with fabula: a novella of our own (CC0), and a synopsis of it with faults on purpose."""

from __future__ import annotations

from importlib.resources import files

NOVELLA = "the-tide-house.epub"
FAULTY_SYNOPSIS = "the-tide-house.faulty-synopsis.txt"


def sample(name: str) -> bytes:
    """The bytes of one of the samples."""
    return (files("fabula.samples") / name).read_bytes()
