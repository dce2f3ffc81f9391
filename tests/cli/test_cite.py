"""How to cite: every entry is whole BibTeX, and CITATION.cff says the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from commands import fabula
from fabula.citations import OWN, citations

CFF = Path(__file__).parents[2] / "CITATION.cff"


def test_all_are_cited_unless_one_is_named() -> None:
    keys = re.findall(r"^@\w+\{([\w-]+),$", fabula("cite").stdout, re.MULTILINE)
    assert keys == [each.key for each in citations().values()]
    assert fabula("cite", "lfed").stdout.startswith("@inproceedings{yu-etal-2024-lfed,")


@pytest.mark.parametrize("name", citations())
def test_an_entry_is_whole(name: str) -> None:
    entry = citations()[name].bibtex()
    assert entry.count("{") == entry.count("}")
    assert {"title", "author", "year"} <= set(re.findall(r"^  (\w+) = ", entry, re.MULTILINE))


def test_a_work_that_is_not_known_is_named_with_those_that_are() -> None:
    failed = fabula("cite", "finnegans")
    assert failed.returncode == 2
    assert "longstoryeval" in failed.stderr


def test_one_line_a_work_for_a_list_of_references() -> None:
    lines = fabula("cite", "perse", "lfed", "--form", "text").stdout.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("Linhao Yu, Qun Liu and Deyi Xiong. 2024. LFED")


def test_the_citation_file_says_the_same() -> None:
    said = CFF.read_text(encoding="utf-8")
    for each in citations().values():
        if each.name == OWN:
            continue
        assert f'title: "{each.title}"' in said
        assert f'url: "{each.fields["url"]}"' in said
        for author in each.authors:
            family, given = author.split(", ")
            assert f"{{family-names: {family}, given-names: {given}}}" in said
