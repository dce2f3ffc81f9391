"""Which file `local/...` means, what is known of it before it is loaded, and what is refused."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from gguf_head import gguf_head

from commands import fabula
from fabula.errors import UsageError
from fabula.models.addresses import address
from fabula.models.config import Config, load_config
from fabula.models.local.files import find_file, models_folder
from fabula.models.local.grammar import grammar_of
from fabula.models.local.worth import small_model
from fabula.models.prices import FREE, context_of, price_of
from fabula.models.vectors.embeddings import embedder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return gguf_head(tmp_path / "models" / "house.gguf")


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def test_the_head_is_read_without_llama_cpp(file: Path) -> None:
    found = find_file(str(file))
    assert (found.head.context, found.head.parameters) == (4_096, 1_000_000)
    where = address(f"local/{file}", None, Config())
    assert where.name == f"local/{found.name}" and where.free and where.on_this_machine
    assert price_of(where, Config()) == FREE and context_of(where, Config()) == 4_096


def test_a_file_is_known_by_its_content_wherever_it_stands(file: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere" / "house.gguf"
    moved.parent.mkdir()
    shutil.copy(file, moved)
    assert find_file(str(moved)).name == find_file(str(file)).name
    changed = gguf_head(tmp_path / "house.gguf", context=8_192)
    assert find_file(str(changed)).name != find_file(str(file)).name


@pytest.mark.parametrize("place", [0, 20_000_000, 39_960_000])
def test_of_a_large_file_slices_are_read_all_over(file: Path, place: int) -> None:
    head = file.stat().st_size
    with file.open("ab") as content:
        content.write(bytes(40_000_000))
    before = find_file(str(file)).name
    with file.open("r+b") as content:
        content.seek(head + place)
        content.write(b"\1" * 40_000)
    assert find_file(str(file)).name != before


def test_a_fetched_model_is_found_by_its_name_and_by_a_saved_result() -> None:
    fetched = gguf_head(models_folder() / "Qwen3-4B-Instruct-2507-Q4_K_M.gguf")
    found = find_file("qwen3-4b")
    assert found.path == fetched.resolve()
    assert find_file(found.name) == found
    with pytest.raises(UsageError, match="is another file now"):
        find_file("Qwen3-4B-Instruct-2507-Q4_K_M@000000000000")


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("qwen3-8b", "`fabula models fetch qwen3-8b` gets it"),
        (
            "nowhere.gguf",
            "there is no such file; give the path of a GGUF file, or fetch one of qwen3-4b, phi4-mini, qwen3-8b",
        ),
    ],
)
def test_what_is_not_here_is_said_in_one_line(named: str, said: str) -> None:
    with pytest.raises(UsageError, match=said) as raised:
        find_file(named)
    assert "\n" not in str(raised.value)


def test_files_that_are_no_models_are_refused(tmp_path: Path) -> None:
    prose, bare = tmp_path / "prose.gguf", gguf_head(tmp_path / "bare.gguf", template=False)
    prose.write_text("Once upon a time.", encoding="utf-8")
    for path, said in (
        (prose, "not a GGUF file"),
        (bare, "no chat template"),
        (gguf_head(tmp_path / "image.gguf", context=None), "holds no language model"),
    ):
        with pytest.raises(UsageError, match=said):
            find_file(str(path))
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(bare.read_bytes()[:60])
    with pytest.raises(UsageError, match="not a GGUF file"):
        find_file(str(cut))


def test_what_is_for_servers_is_refused(file: Path, own_home: Path) -> None:
    (own_home / "fabula.toml").write_text(
        f'[models.house]\nname = "local/{file}"\nreasoning_effort = "high"\n', encoding="utf-8"
    )
    with pytest.raises(UsageError, match="reasoning_effort is for servers"):
        address("house", None, load_config())
    with pytest.raises(UsageError, match="base_url is for servers"):
        address(f"local/{file}", "http://localhost:1", Config())
    with pytest.raises(UsageError, match="answers questions"):
        embedder(f"local/{file}")
    done = fabula("models", "check", "--model", f"local/{file}")
    assert done.returncode == 2 and "there is no server to check" in done.stderr


def test_another_models_address_does_not_concern_a_file(file: Path) -> None:
    assert address(f"local/{file}", "http://localhost:1", Config(), ["custom/mine"]).file is not None


def test_a_missing_extra_is_named_in_one_line_before_any_work(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "llama_cpp", None)
    story = tmp_path / "story.txt"
    story.write_text("She went down to the well. " * 50, encoding="utf-8")
    done = fabula("evaluate", story, "--model", f"local/{file}", "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "pip install 'fabula[local]'" in done.stderr


def test_small_models_come_with_a_word_on_their_worth() -> None:
    said = small_model("local/house@1", 4_020_000_000)
    assert said is not None and "4.0 billion" in str(said)
    assert small_model("local/house@1", 32_000_000_000) is None
    assert small_model("openai/gpt-4o", None) is None


def test_a_grammar_holds_the_bounds_that_a_schema_has() -> None:
    score = {"type": "integer", "minimum": 1, "maximum": 5}
    mark = {"type": "number", "exclusiveMinimum": 0, "maximum": 2}
    grammar = grammar_of(
        {
            "type": "object",
            "properties": {
                "scores": {"type": "array", "items": score, "minItems": 2, "maxItems": 3},
                "mark": mark,
            },
        }
    )
    assert '"1" | "2" | "3" | "4" | "5"' in grammar
    assert '"1" | "2" | "0" "." [0-9]{1,2} | "1" "." [0-9]{1,2}' in grammar
    assert "{1,2}" in grammar and "root ::= " in grammar


def test_a_grammar_follows_definitions_that_refer_to_themselves() -> None:
    node = {"type": "object", "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}}}
    grammar = grammar_of({"$ref": "#/$defs/Node", "$defs": {"Node": node}})
    assert " | null" in grammar and len(grammar.splitlines()) < 20
