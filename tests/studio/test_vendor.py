"""What was made elsewhere is here as it was made: checked by its hash, with its licence beside it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from fabula.samples import NOVELLA, sample

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
STUDIO = ROOT / "src" / "fabula" / "studio"
PLACES = (STUDIO / "static" / "vendor", HERE / "vendor")
BESIDE = {"README.md", "SHA256SUMS"}


@pytest.mark.parametrize("place", PLACES, ids=("studio", "tests"))
def test_a_vendored_file_is_what_its_maker_published(place: Path) -> None:
    said = dict(reversed(line.split()) for line in (place / "SHA256SUMS").read_text().splitlines())
    found = {
        each.name: sha256(each.read_bytes()).hexdigest()
        for each in place.iterdir()
        if each.name not in BESIDE and each.suffix != ".LICENSE"
    }
    assert found == said
    for name in said:
        assert (place / f"{name.partition('.')[0]}.LICENSE").stat().st_size > 500
        assert name.partition(".")[0] in (place / "README.md").read_text()


def test_the_sample_on_the_shelf_is_the_sample_of_the_examples() -> None:
    assert sample(NOVELLA) == (ROOT / "examples" / NOVELLA).read_bytes()


def test_pages_ask_nothing_of_other_machines() -> None:
    own = [*(STUDIO / "templates").rglob("*.j2"), *(STUDIO / "static").glob("*.*")]
    assert own
    for file in own:
        text = (
            file.read_text(encoding="utf-8")
            .replace("http://www.w3.org/", "")
            .replace("http://localhost:8000/", "")
        )
        assert "http://" not in text, file.name
        assert "https://" not in text, file.name
