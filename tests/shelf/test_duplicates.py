"""A novel that is on a shelf twice is found, however it was posted again; one that is there once is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_shelf import TRADITIONAL, chinese, edited, english, groups_of, post

from fabula.shelf.fingerprints import LANDMARKS, bands, folded, landmarks
from fabula.shelf.likeness import likeness
from fabula.text.files import read


def test_a_novel_posted_again_under_another_title_and_other_headings(tmp_path: Path) -> None:
    novel = english(1)
    for seed in range(2, 8):
        post(tmp_path / "shelf" / f"other{seed}.txt", english(seed), "Chapter {}")
    post(tmp_path / "shelf" / "The Lantern.txt", novel, "Chapter {}")
    post(tmp_path / "shelf" / "A Winter Letter.txt", edited(novel, 0.05, 3), "{}. The next part")
    (group,) = groups_of(tmp_path / "shelf", tmp_path / "out")
    assert {group.kept, group.copies[0].name} == {"The Lantern.txt", "A Winter Letter.txt"}
    assert group.copies[0].kind == "copy"
    assert group.copies[0].ratio is not None
    assert group.copies[0].ratio > 0.9


def test_a_chinese_novel_in_another_encoding_and_script(tmp_path: Path) -> None:
    novel = chinese(1)
    for seed in range(2, 6):
        post(tmp_path / "shelf" / f"{seed}.txt", chinese(seed), "第{}章")
    post(tmp_path / "shelf" / "简体.txt", novel, "第{}章", "gb18030")
    post(tmp_path / "shelf" / "繁體.txt", [part.translate(TRADITIONAL) for part in novel], "第{}回 重逢")
    (group,) = groups_of(tmp_path / "shelf", tmp_path / "out")
    assert {group.kept, group.copies[0].name} == {"简体.txt", "繁體.txt"}


@pytest.mark.parametrize("novel", [english(1), chinese(1)], ids=["English", "Chinese"])
@pytest.mark.parametrize("kept", [slice(0, 4), slice(5, 9)], ids=["cut short", "from the middle"])
def test_a_part_of_a_novel_is_reported_as_a_part(tmp_path: Path, novel: list[str], kept: slice) -> None:
    heading = "Chapter {}" if novel[0].isascii() else "第{}章"
    post(tmp_path / "shelf" / "whole.txt", novel, heading)
    post(tmp_path / "shelf" / "part.txt", novel[kept], heading)
    (group,) = groups_of(tmp_path / "shelf", tmp_path / "out")
    assert group.kept == "whole.txt"
    (part,) = group.copies
    assert (part.name, part.kind, part.ratio) == ("part.txt", "part", None)
    assert part.share is not None
    assert part.share > 0.9
    assert part.length == pytest.approx(1 / 3, abs=0.05)


def test_the_most_complete_of_several_copies_is_kept(tmp_path: Path) -> None:
    novel = english(1)
    post(tmp_path / "shelf" / "b.txt", novel, "Chapter {}")
    post(tmp_path / "shelf" / "a.txt", novel[:11], "Chapter {}")
    post(tmp_path / "shelf" / "c.txt", novel[:3], "Chapter {}")
    (group,) = groups_of(tmp_path / "shelf", tmp_path / "out")
    assert group.kept == "b.txt"
    assert {copy.name: copy.kind for copy in group.copies} == {"a.txt": "copy", "c.txt": "part"}


KNOWN, UNKNOWN = (
    "Read the latest chapters at NovelHub.com",
    "Come to our warm house of tales every evening, dear guest of the hub",
)


@pytest.mark.parametrize("adverts", [[KNOWN], [UNKNOWN], [KNOWN, UNKNOWN]])
@pytest.mark.parametrize("names", ["ab", "ba"])
def test_adverts_make_no_copy_fuller(tmp_path: Path, adverts: list[str], names: str) -> None:
    clean, dirty = (f"{name}.txt" for name in names)
    novel = english(1)
    posted = ["\n\n".join([adverts[0], part, *adverts]) for part in novel]
    post(tmp_path / "shelf" / clean, novel, "Chapter {}")
    post(tmp_path / "shelf" / dirty, posted, "Chapter {}")
    post(tmp_path / "shelf" / "c.txt", novel[:11], "Chapter {}")
    (group,) = groups_of(tmp_path / "shelf", tmp_path / "out")
    assert group.kept == clean


def test_a_whole_copy_with_adverts_is_kept_before_a_clean_one_that_lacks_a_chapter(tmp_path: Path) -> None:
    novel = english(1, chapters=30)
    post(tmp_path / "shelf" / "clean.txt", novel[:29], "Chapter {}")
    post(tmp_path / "shelf" / "whole.txt", [f"{part}\n\n{UNKNOWN}" for part in novel], "Chapter {}")
    (group,) = groups_of(tmp_path / "shelf", tmp_path / "out")
    assert group.kept == "whole.txt"


def test_adverts_do_not_hide_that_two_novels_are_one(tmp_path: Path) -> None:
    novel = english(1, words=60)
    for seed in range(2, 5):
        post(
            tmp_path / "shelf" / f"other{seed}.txt",
            [f"{part}\n\n{KNOWN} " * 3 for part in english(seed, words=60)],
            "Chapter {}",
        )
    post(tmp_path / "shelf" / "clean.txt", novel, "Chapter {}")
    post(
        tmp_path / "shelf" / "dirty.txt",
        [part.replace("\n\n", f"\n\n{KNOWN}, tale by tale\n\n") for part in novel],
        "Chapter {}",
    )
    (group,) = groups_of(tmp_path / "shelf", tmp_path / "out")
    assert {group.kept, *(copy.name for copy in group.copies)} == {"clean.txt", "dirty.txt"}
    assert group.copies[0].ratio == 1.0


def test_a_story_that_two_collections_share_does_not_make_them_one(tmp_path: Path) -> None:
    shared = english(1, chapters=2)
    post(tmp_path / "shelf" / "first.txt", [*shared, *english(2)], "Chapter {}")
    post(tmp_path / "shelf" / "second.txt", [*english(3), *shared], "Chapter {}")
    post(tmp_path / "shelf" / "story.txt", shared, "Chapter {}")
    (group,) = groups_of(tmp_path / "shelf", tmp_path / "out")
    assert group.kept in ("first.txt", "second.txt")
    assert [copy.name for copy in group.copies] == ["story.txt"]


def test_novels_of_one_vocabulary_are_not_copies(tmp_path: Path) -> None:
    for seed in range(12):
        post(tmp_path / "shelf" / f"en{seed}.txt", english(seed), "Chapter {}")
        post(tmp_path / "shelf" / f"zh{seed}.txt", chinese(seed), "第{}章")
    assert groups_of(tmp_path / "shelf", tmp_path / "out") == []


def test_twelve_postings_of_one_novel_are_one_group(tmp_path: Path) -> None:
    novel = english(1)
    for number in range(12):
        post(tmp_path / "shelf" / f"{number}.txt", edited(novel, 0.02, number), "Chapter {}")
    (group,) = groups_of(tmp_path / "shelf", tmp_path / "out")
    assert len(group.copies) == 11


def test_headings_and_marks_do_not_reach_the_fingerprint(tmp_path: Path) -> None:
    novel = english(1)
    one = read(post(tmp_path / "one.txt", novel, "Chapter {}"))
    two = read(post(tmp_path / "two.txt", [each.replace(".", "!") for each in novel], "{}. Elsewhere"))
    assert folded(one) == folded(two)


def test_long_texts_are_compared_by_windows_with_the_same_outcome() -> None:
    words = " ".join(english(1, chapters=160)).replace("\n\n", " ")
    changed = " ".join(edited([words], 0.04, 1))
    assert len(words) > 300_000
    assert likeness(words, changed).same
    assert likeness(words, changed[: len(changed) // 4]).part
    other = " ".join(english(2, chapters=160)).replace("\n\n", " ")
    assert not likeness(words, other).same
    assert not likeness(words, other).part


@settings(max_examples=40)
@given(st.text(alphabet="abcdefg 天地玄黄", min_size=0, max_size=400), st.sampled_from(["en", "zh"]))
def test_every_text_has_keys_that_depend_on_nothing_else(text: str, language: str) -> None:
    own = landmarks(text, language)
    assert len(own) <= LANDMARKS
    assert (own == landmarks(text, language)).all()
    assert (bands(text, language) == bands(text, language)).all()
