"""Embedders: MiniLM without torch, a server's, and what is said where one is missing."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.errors import FabulaError, UsageError
from fabula.models.vectors import embeddings, minilm
from fabula.models.vectors.embeddings import RemoteEmbedder, default_embedder, embedder
from loopback import Behaviour, Loopback, busy, html_page, in_trouble, key_refused, no_such_model, reset

RECORDED = Path(__file__).parent / "minilm_vectors.json"
needs_weights = pytest.mark.skipif(
    not minilm.is_installed(), reason="the MiniLM weights are not installed (fabula models fetch minilm)"
)


@pytest.fixture(scope="module")
def mini() -> minilm.MiniLM:
    return minilm.MiniLM()


@needs_weights
def test_minilm_gives_the_vectors_of_sentence_transformers(mini: minilm.MiniLM) -> None:
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    theirs = np.array(recorded["vectors"])
    ours = mini.embed(recorded["texts"])
    cosine = (ours * theirs).sum(axis=1) / np.linalg.norm(theirs, axis=1)
    assert ours.dtype == np.float32
    assert np.allclose(np.linalg.norm(ours, axis=1), 1, atol=1e-5)
    assert cosine.min() > 0.999
    assert np.abs(ours - theirs).max() < 1e-3


@needs_weights
def test_a_vector_does_not_depend_on_its_neighbours(mini: minilm.MiniLM) -> None:
    texts = ["Rain.", "The lamp went out before anyone could see who held it. " * 9, "灯灭了。", "", "Rain."]
    together = mini.embed(texts)
    alone = np.concatenate([mini.embed([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-5)
    assert mini.embed([]).shape == (0, 384)


@needs_weights
def test_a_damaged_graph_in_the_cache_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "user_cache_path", lambda name: tmp_path / name)
    first = minilm.MiniLM().embed(["Rain."])
    (graph,) = (tmp_path / "fabula").iterdir()
    graph.write_bytes(graph.read_bytes()[:1000])
    assert np.array_equal(minilm.MiniLM().embed(["Rain."]), first)
    assert [each.name for each in (tmp_path / "fabula").iterdir()] == [graph.name]
    assert graph.stat().st_size > 80_000_000


@needs_weights
def test_weights_that_are_not_the_pinned_ones_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minilm, "_package_files", lambda: tmp_path)
    with pytest.raises(FabulaError, match="fetch minilm"):
        minilm.MiniLM()
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(FabulaError, match="SHA-256 differs"):
        minilm.MiniLM()


@given(st.lists(st.integers(1, minilm.LONGEST)))
def test_batches_hold_every_text_once_and_keep_to_their_size(lengths: list[int]) -> None:
    batches = list(minilm._batches(lengths))
    assert sorted(index for batch in batches for index in batch) == list(range(len(lengths)))
    for batch in batches:
        assert max(lengths[index] for index in batch) * len(batch) <= minilm._BATCH_PIECES


def test_absent_weights_name_their_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "PACKAGE", "a-package-that-nobody-installed")
    embeddings._minilm.cache_clear()
    with pytest.raises(FabulaError, match="fabula models fetch minilm"):
        embedder("minilm")
    found, warning = default_embedder("en")
    assert found is None
    assert warning is not None
    assert "fetch minilm" in str(warning)


def test_chinese_is_searched_by_words_alone_and_says_so() -> None:
    found, warning = default_embedder("zh")
    assert found is None
    assert warning is not None
    assert "BM25" in str(warning)


def test_an_embedder_is_named_as_the_message_says() -> None:
    assert embedder("none") is None
    for wrong in ("word2vec", "hub/", "openai/", "unknown/name"):
        with pytest.raises(UsageError, match="minilm, none, hub/OWNER/NAME"):
            embedder(wrong)


def test_a_servers_vectors_come_in_batches_and_are_never_paid_for_twice(
    loopback: Loopback, tmp_path: Path
) -> None:
    texts = [f"line {number}" for number in range(300)] + ["line 7"]
    remote = RemoteEmbedder("custom/embed", loopback.url, tmp_path / "vectors.sqlite")
    vectors = remote.embed(texts)
    assert vectors.shape == (301, 16)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.array_equal(vectors[7], vectors[300])
    assert [len(each.body["input"]) for each in loopback.requests] == [128, 128, 44]

    again = RemoteEmbedder("custom/embed", loopback.url, tmp_path / "vectors.sqlite")
    assert np.array_equal(again.embed(texts[::-1]), vectors[::-1])
    again.embed([*texts, "a new line"])
    assert loopback.requests[-1].body["input"] == ["a new line"]
    assert loopback.count == 4


def test_another_model_is_another_vector(loopback: Loopback, tmp_path: Path) -> None:
    for name in ("custom/one", "custom/two"):
        RemoteEmbedder(name, loopback.url, tmp_path / "vectors.sqlite").embed(["line"])
    assert [each.body["model"] for each in loopback.requests] == ["one", "two"]


@pytest.mark.parametrize(
    ("behaviour", "said"),
    [
        (key_refused("secret-key-1234"), "the key was refused"),
        (no_such_model(), "no embedder 'embed'"),
        (html_page(), "not a list of vectors"),
        (Behaviour(body='{"data": []}'), "0 vectors came back|not a list of vectors"),
        (Behaviour(body='{"data": [{"index": 0, "embedding": [0.0, 0.0]}]}'), "without a length"),
    ],
)
def test_a_server_that_does_not_embed_is_one_line(
    loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behaviour: Behaviour, said: str
) -> None:
    monkeypatch.setenv("FABULA_API_KEY", "secret-key-1234")
    loopback.script(behaviour)
    remote = RemoteEmbedder("custom/embed", loopback.url, tmp_path / "vectors.sqlite")
    with pytest.raises(FabulaError, match=said) as error:
        remote.embed(["line"])
    assert "secret-key" not in str(error.value)
    assert "\n" not in str(error.value)


def test_what_was_embedded_before_a_failure_is_kept(loopback: Loopback, tmp_path: Path) -> None:
    texts = [f"line {number}" for number in range(200)]
    remote = RemoteEmbedder("custom/embed", loopback.url, tmp_path / "vectors.sqlite")
    remote.embed(texts[:128])
    loopback.script(key_refused())
    with pytest.raises(FabulaError):
        remote.embed(texts)
    remote.embed(texts)
    assert [len(each.body["input"]) for each in loopback.requests] == [128, 72, 72]


def test_a_damaged_cache_of_vectors_is_named(tmp_path: Path) -> None:
    cache = tmp_path / "vectors.sqlite"
    cache.write_bytes(b"not a database, but long enough to be looked at as one" * 40)
    with pytest.raises(FabulaError, match=r"vectors\.sqlite cannot be used"):
        RemoteEmbedder("custom/embed", "http://127.0.0.1:9/v1", cache)


def test_a_busy_server_is_asked_again_after_the_pause_it_asks_for(
    loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(embeddings.time, "sleep", waits.append)
    loopback.keeps_waiting = True
    loopback.script(busy("7"), busy("900"), in_trouble(), reset())
    remote = RemoteEmbedder("custom/embed", loopback.url, tmp_path / "vectors.sqlite")
    assert remote.embed(["line"]).shape == (1, 16)
    assert waits == [7, 60, 2, 4]


def test_a_server_that_stays_in_trouble_is_one_line(
    loopback: Loopback, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embeddings.time, "sleep", lambda _: None)
    loopback.script(*[in_trouble()] * 6)
    remote = RemoteEmbedder("custom/embed", loopback.url, tmp_path / "vectors.sqlite")
    with pytest.raises(FabulaError, match="answered 500 to every try"):
        remote.embed(["line"])
    assert loopback.count == 6
