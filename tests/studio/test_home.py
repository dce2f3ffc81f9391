"""The studio's folder: whatever a file is called, it lies where we say and comes back as it was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from fabula.errors import UsageError
from fabula.studio.home import (
    Home,
    all_stored,
    checked,
    keep,
    kept,
    open_home,
    remove_stored,
    safe_name,
    store_text,
)
from fabula.studio.refusals import NotFound

NAMES = st.one_of(
    st.text(max_size=300),
    st.text(st.sampled_from("./\\ \0\n%~:.‮名著x"), max_size=40),
    st.builds("{}.{}".format, st.text(max_size=300), st.sampled_from(["epub", "txt", "docx", "e" * 40, ""])),
)


async def chunks(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return open_home(tmp_path / "studio")


@given(NAMES)
@example("名" * 300)
@example("名" * 300 + ".epub")
@example("𠮷" * 300 + "." + "𠮷" * 12)
def test_any_name_becomes_the_name_of_one_file(name: str) -> None:
    safe = safe_name(name)
    assert safe
    assert not set(safe) & set('/\\\0\n\r<>:"|?*')
    assert safe not in (".", "..")
    assert not safe.startswith(".")
    assert len(safe.encode()) <= 255
    assert safe_name(safe) == safe


@given(st.sampled_from(["epub", "txt", "docx", "pdf", "md"]), st.text("名著 ab", min_size=1, max_size=300))
def test_the_ending_by_which_a_format_is_known_stays(ending: str, stem: str) -> None:
    assert safe_name(f"x{stem}x.{ending}").endswith(f".{ending}")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(NAMES, st.binary(min_size=1, max_size=200))
def test_what_is_handed_in_comes_back(home: Home, name: str, content: bytes) -> None:
    found = asyncio.run(keep(home, "books", name, chunks(content[:3], content[3:])))
    again = kept(home, "books", found.id)
    assert again.file.read_bytes() == content
    assert again.file.resolve().is_relative_to(home.root / "books" / found.id)
    assert found.id in {each.id for each in all_stored(home, "books")}
    assert {place.name for place in home.root.iterdir()} <= {"books", "jobs"}


@given(
    st.text(max_size=40).filter(lambda text: not (len(text) == 16 and set(text) <= set("0123456789abcdef")))
)
def test_only_our_own_ids_are_ids(text: str) -> None:
    with pytest.raises(NotFound):
        checked(text)


def test_the_same_file_twice_is_one(home: Home) -> None:
    first = asyncio.run(keep(home, "books", "a.txt", chunks(b"the same")))
    second = asyncio.run(keep(home, "books", "b.txt", chunks(b"the ", b"same")))
    assert (first.id, first.name) == (second.id, second.name)
    remove_stored(home, "books", first.id)
    assert all_stored(home, "books") == []


def test_an_upload_that_breaks_off_leaves_nothing(home: Home) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield b"half of it"
        raise ConnectionError

    with pytest.raises(ConnectionError):
        asyncio.run(keep(home, "books", "a.txt", broken()))
    assert list((home.root / "books").iterdir()) == []


def test_what_a_crash_left_half_made_is_not_shown(home: Home) -> None:
    asyncio.run(keep(home, "books", "a.txt", chunks(b"whole")))
    (home.root / "books" / ("0" * 16) / "file").mkdir(parents=True)
    (home.root / "books" / ".coming-0123").write_bytes(b"half")
    assert [each.name for each in all_stored(home, "books")] == ["a.txt"]


def test_what_is_empty_is_said(home: Home) -> None:
    with pytest.raises(UsageError, match=r"a\.txt is empty"):
        asyncio.run(keep(home, "books", "a.txt", chunks()))
    with pytest.raises(UsageError, match="no text yet"):
        store_text(home, "summaries", "s.txt", " \n ")


def test_only_the_owner_reads_the_folder(home: Home) -> None:
    home.secret()
    assert home.root.stat().st_mode & 0o077 == 0
    assert (home.root / "secret").stat().st_mode & 0o077 == 0
    assert home.secret() == home.secret()
