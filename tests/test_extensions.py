"""A package installed beside fabula adds a provider, a checker, a rubric, a benchmark and a language."""

import json
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import Completed, fabula
from fabula import extensions
from fabula.languages import language, patterns

EXAMPLES = Path(__file__).parents[1] / "examples"
HOUSE = EXAMPLES / "extension"


def installed(package: Path, into: Path) -> None:
    """What an installer writes: the package, its METADATA and its entry points."""
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    module = project["name"].replace("-", "_")
    shutil.copytree(package / module, into / module)
    about = into / f"{module}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in points.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n")


def forgotten() -> None:
    kept = (extensions._entries, language._added, language._module, language._rules, patterns.in_any_language)
    for found in kept:
        found.cache_clear()
    extensions._used.clear()
    for name in [each for each in sys.modules if each.split(".")[0] in ("fabula_ghosts", "fabula_broken")]:
        del sys.modules[name]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages, in front of the others."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    forgotten()
    yield site
    forgotten()


@pytest.fixture
def ghosts(place: Path) -> Path:
    installed(HOUSE, place)
    return place


@pytest.mark.usefixtures("ghosts")
def test_a_benchmark_is_listed_run_and_asked_again(tmp_path: Path) -> None:
    books = tmp_path / "books"
    books.mkdir()
    (books / "one.txt").write_text(
        "The ghost walked. A haunted house it was, and no ghost slept in it.\n" * 9
    )
    (books / "two.txt").write_text("The sun shone on the town, and everybody went to the market.\n" * 9)
    assert "How often do these books speak of ghosts?" in fabula("bench", "--help").stdout
    assert "--least" in fabula("bench", "ghosts", "--help").stdout
    ran = fabula("bench", "ghosts", books, "--least", "5", "--json")
    document = json.loads(ran.stdout)
    assert document["ghost_stories"] == 1 and document["packages"]["fabula-ghosts"] == "1.0"
    shown = fabula("bench", "ghosts", books)
    assert "one.txt" in shown.stdout and "ghost stories" in shown.stdout
    (tmp_path / "result.json").write_text(ran.stdout)
    again = fabula("rerun", tmp_path / "result.json", "--file", f"data={books}", "--json")
    assert json.loads(again.stdout)["signature"] == document["signature"], again.stderr

    from fabula import api

    assert api.function("bench_ghosts")(books).result.ghost_stories == 1


@pytest.mark.usefixtures("ghosts")
def test_a_provider_and_a_rubric() -> None:
    from fabula.models.providers import providers
    from fabula.rubrics.files import load

    assert providers()["attic"].concurrency == 4 and list(providers())[-1] == "attic"
    assert [aspect.id for aspect in load("ghost-story").aspects] == ["dread", "doubt"]
    story = EXAMPLES / "the-tide-house.txt"
    assert "attic" in fabula("evaluate", story, "--model", "attik/any").stderr
    assert "longstory, plot-preference, webnovel, webnovel-paper, ghost-story" in (
        fabula("evaluate", story, "--rubric", "ghosts", "--model", "attic/any").stderr
    )


@pytest.mark.usefixtures("ghosts")
def test_a_checker_is_signed_with_its_package(tmp_path: Path) -> None:
    story = tmp_path / "story.txt"
    story.write_text("The ghost walked through the hall. Nobody in the house dared to breathe.\n" * 9)

    def checked(checker: str) -> Completed:
        return fabula(
            "facts", "check", "--summary-text", "The ghost walked through the garden.",
            "--book", story, "--embedder", "none", "--checker", checker, "--json",
        )  # fmt: skip

    loose, strict = (json.loads(checked(each).stdout) for each in ("shared-words", "shared-words:0.9"))
    assert loose["checker"] == "added" and loose["score"] == 1 and strict["score"] == 0
    assert loose["signature"] != strict["signature"]
    assert "the package fabula-ghosts 1.0 adds shared-words" in checked("shared-words:many").stderr
    assert "nli, shared-words, onnx:FOLDER" in checked("nosuch").stderr


@pytest.mark.usefixtures("ghosts")
def test_a_language_brings_its_headings_and_words() -> None:
    assert language.Language("eo").name == "Esperanto" and language.Language("eo").is_ruled
    assert language.Language("eo").listed(["a", "b"]) == "a kaj b"
    assert language.Language("eo").words.count("unu du tri") == 3
    assert "eo" in language.each_with("headings")
    assert patterns.in_any_language("headings", "numbered").fullmatch("Ĉapitro 3")


@pytest.mark.usefixtures("ghosts")
def test_nothing_is_looked_for_while_our_own_names_suffice() -> None:
    from fabula.models.providers import providers
    from fabula.rubrics.files import load

    load("longstory"), providers()["openai"], fabula("evaluate", "--help")
    assert "fabula_ghosts" not in sys.modules


def test_a_broken_package_is_named_in_one_line(place: Path) -> None:
    broken = place.parent / "broken"
    (broken / "fabula_broken").mkdir(parents=True)
    (broken / "fabula_broken" / "__init__.py").write_text("import nosuchmodule\n")
    (broken / "fabula_broken" / "eo.py").write_text("")
    (broken / "pyproject.toml").write_text(
        '[project]\nname = "fabula-broken"\nversion = "0.3"\n'
        '[project.entry-points."fabula.benchmarks"]\nbad = "fabula_broken:BAD"\n'
        '[project.entry-points."fabula.providers"]\nbad = "fabula_broken:BAD"\n'
    )
    installed(broken, place)
    for words in (("bench", "bad"), ("evaluate", EXAMPLES / "the-tide-house.txt", "--model", "bad/x")):
        ran = fabula(*words)
        assert ran.returncode == 2 and ran.stderr.count("\n") == 1, ran.stderr
        assert "the package fabula-broken 0.3 adds bad" in ran.stderr and "nosuchmodule" in ran.stderr
    listed = fabula("bench", "--help")
    assert listed.returncode == 0 and "lfed" in listed.stdout and "bad" in listed.stdout
