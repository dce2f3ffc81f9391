"""Embedders by name: on this machine without torch, at a server, or from the Hugging Face hub."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from platformdirs import user_cache_path

from fabula.digests import digest, digest_of_path
from fabula.errors import FabulaError, UsageError
from fabula.extras import extra
from fabula.languages import ENGLISH, Language
from fabula.models.addresses import address, api_key
from fabula.models.chat import Embedder
from fabula.models.config import load_config
from fabula.models.failures import retry_after
from fabula.models.ledger.sqlite_file import connect
from fabula.models.protocols.chat import headers
from fabula.models.providers import providers, without_credentials
from fabula.models.vectors.minilm import MiniLM, engine_is_installed, is_installed
from fabula.notices import Notice

if TYPE_CHECKING:
    from fabula.models.transport import Reply

_TEXTS_A_REQUEST = 128
_LETTERS_A_REQUEST = 200_000
_TRIES = 6
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 60.0
_TIMEOUT = 120.0


def embedder(
    name: str = "minilm", base_url: str | None = None, main: Sequence[str] | None = None
) -> Embedder | None:
    """`minilm`, `none` (no vectors: None), `hub/BAAI/bge-m3`, or PROVIDER/NAME at a server's /embeddings.

    `main` are the models of --model, where some are asked too: `base_url` and FABULA_API_KEY are theirs.
    """
    if name == "none":
        return None
    if name == "minilm":
        return _minilm()
    kind, slash, model = name.partition("/")
    if kind == "hub" and model:
        return HubEmbedder(model)
    if kind == "local":
        raise UsageError(
            f"--embedder {name}: a file that runs in this process answers questions; write minilm or none"
        )
    if name in load_config().models or (slash and model and kind in providers()):
        return RemoteEmbedder(name, base_url, main=main)
    known = ", ".join(providers())
    raise UsageError(
        f"--embedder {name}: write minilm, none, hub/OWNER/NAME, or PROVIDER/NAME with one of {known}"
    )


def default_embedder(language: str) -> tuple[Embedder | None, Notice | None]:
    """What retrieval uses where the user names nothing, and what to tell them where that is BM25 alone."""
    if Language(language) != ENGLISH:
        return None, Notice.of("models.minilm-english-only")
    if not engine_is_installed():
        return None, Notice.of("models.vectors-missing")
    if not is_installed():
        return None, Notice.of("models.minilm-missing")
    return _minilm(), None


@cache
def _minilm() -> MiniLM:
    """One for the whole process: its weights take 0.7 s and 170 MB to load."""
    return MiniLM()


class RemoteEmbedder:
    """Vectors from a server's /embeddings. The user's cache keeps each one, so nothing is paid for twice."""

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        cache: Path | None = None,
        main: Sequence[str] | None = None,
    ) -> None:
        config = load_config()
        where = address(name, base_url, config, main)
        self.name = where.name
        self._where = where
        self._place = without_credentials(where.base_url)
        self._key = api_key(where, config)
        self._cache = VectorCache(cache or user_cache_path("fabula") / "vectors.sqlite")

    @property
    def identity(self) -> str:
        """Its name, and a digest of the server's address: two servers may give one name to two models."""
        return f"{self.name}@{digest(self._place)}"

    def embed(self, texts: Sequence[str]) -> Any:
        """One row a text. Texts that any run embedded before are not sent again."""
        keys = [self._key_of(text) for text in texts]
        known = self._cache.find(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        for batch in _batches(missing):
            found = dict(zip(batch, self._asked([missing[key] for key in batch]), strict=True))
            self._cache.save(found)
            known |= found
        if not texts:
            return np.empty((0, 0), dtype=np.float32)
        return np.stack([known[key] for key in keys])

    def _key_of(self, text: str) -> bytes:
        return sha256(
            "\0".join((self._place, self._where.model, text)).encode("utf-8", "surrogatepass")
        ).digest()

    def _asked(self, texts: Sequence[str]) -> list[Any]:
        # A server may refuse an empty text; a space has no meaning either.
        given = [text or " " for text in texts]
        reply = self._posted({"model": self._where.model, "input": given, "encoding_format": "float"})
        if reply.status >= 400:
            raise FabulaError(f"{self._place}/embeddings: {_cure(reply.status, self._where.model)}")
        try:
            found = sorted(json.loads(reply.text)["data"], key=lambda each: each["index"])
            rows = [np.asarray(each["embedding"], dtype=np.float32) for each in found]
            sizes = {len(row) for row in rows}
        except (ValueError, TypeError, KeyError):
            raise FabulaError(f"{self._place}/embeddings: the answer is not a list of vectors") from None
        if len(rows) != len(texts) or len(sizes) != 1:
            raise FabulaError(
                f"{self._place}/embeddings: {len(texts)} texts were sent and {len(rows)} vectors came back"
            )
        return [_unit(row, self._place) for row in rows]

    def _posted(self, document: Mapping[str, Any]) -> Reply:
        """The server's reply. A busy server or a broken connection is retried a few times."""
        from fabula.models.transport import BodyTooLong, ConnectionCut, Moved, NoConnection, Stalled, post

        for further in reversed(range(_TRIES)):
            try:
                reply = post(self._where, headers(self._where, self._key), "embeddings", document, _TIMEOUT)
            except BodyTooLong:
                raise FabulaError(f"{self._place}/embeddings: its answer is far too long") from None
            except Moved as moved:
                raise FabulaError(f"{self._place} has moved to {moved.to}: give that address") from None
            except (NoConnection, ConnectionCut, Stalled):
                if not further:
                    raise FabulaError(
                        f"{self._place}/embeddings: no connection; is the server running?"
                    ) from None
                pause = None
            else:
                if not further or not (reply.status in (408, 409, 429) or reply.status >= 500):
                    return reply
                pause = retry_after(reply.headers)
            usual = _FIRST_WAIT * 2 ** (_TRIES - 1 - further)
            time.sleep(usual if pause is None else min(_LONGEST_WAIT, pause))
        raise AssertionError("the last try returns or raises")


class HubEmbedder:
    """A model of the Hugging Face hub, or of a folder, by sentence-transformers (`fabula[hub]`)."""

    def __init__(self, model: str) -> None:
        with extra("hub", f"hub/{model}"):
            from sentence_transformers import SentenceTransformer
        self.name = f"hub/{model}"
        try:
            self._model = SentenceTransformer(model)
        except (OSError, ValueError) as error:
            first = str(error).strip().partition("\n")[0]
            raise FabulaError(f"hub/{model} cannot be loaded: {first}") from None

    @property
    def identity(self) -> str:
        """Its name, and what tells this version from others: the hub's commit, or a digest of the folder's files."""
        folder = Path(self.name.removeprefix("hub/"))
        if folder.is_dir():
            return f"hub/{folder.name}@{digest_of_path(folder)}"
        commit = getattr(getattr(self._model[0], "auto_model", None), "config", None)
        revision = str(getattr(commit, "_commit_hash", None) or "")[:12]
        return f"{self.name}@{revision}" if revision else self.name

    def embed(self, texts: Sequence[str]) -> Any:
        """One unit vector a text."""
        rows = self._model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)
        return np.asarray(rows, dtype=np.float32)


class VectorCache:
    """Vectors by the hash of server, model and text, in one SQLite file that programs may share."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = connect(path)
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID"
            )
        except (sqlite3.Error, OSError) as error:
            raise self._failure(error) from None

    def find(self, keys: Sequence[bytes]) -> dict[bytes, Any]:
        try:
            rows = [
                self._connection.execute("SELECT * FROM vectors WHERE key = ?", (key,)).fetchone()
                for key in keys
            ]
        except sqlite3.Error as error:
            raise self._failure(error) from None
        return {row[0]: np.frombuffer(row[1], dtype="<f4") for row in rows if row}

    def save(self, vectors: dict[bytes, Any]) -> None:
        rows = [(key, vector.astype("<f4").tobytes()) for key, vector in vectors.items()]
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._failure(error) from None

    def _failure(self, error: Exception) -> FabulaError:
        return FabulaError(
            f"the vectors in {self._path} cannot be used ({error}): repair or delete that file"
        )


def _batches(missing: dict[bytes, str]) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    letters = 0
    for key, text in missing.items():
        if batch and (len(batch) == _TEXTS_A_REQUEST or letters + len(text) > _LETTERS_A_REQUEST):
            yield batch
            batch, letters = [], 0
        batch.append(key)
        letters += len(text)
    if batch:
        yield batch


def _unit(row: Any, place: str) -> Any:
    length = float(np.linalg.norm(row))
    if not np.isfinite(length) or length == 0:
        raise FabulaError(f"{place}/embeddings: a vector without a length came back")
    return row / length


def _cure(status: int, model: str) -> str:
    """What a status means to the user. The server's own text is left out: it may repeat the key."""
    if status in (401, 403):
        return f"the key was refused ({status}): set FABULA_API_KEY or the provider's own variable"
    if status == 404:
        return f"the server has no embedder {model!r} (404)"
    if status == 429:
        return "too many requests, or the quota is spent (429); what was embedded so far is kept"
    return f"the server answered {status} to every try; what was embedded so far is kept"
