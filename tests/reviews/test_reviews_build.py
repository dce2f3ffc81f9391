"""Raw reviews put in order by a model, and held to the reader's own words."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from fabula.cli.readers import app
from fabula.models.door_settings import DoorSettings
from fabula.models.opening import open_door, open_doors
from fabula.reviews.aspects import AspectMatch
from fabula.reviews.raw import RawReview
from fabula.reviews.recorded import read_recorded
from fabula.reviews.restructure import ask_matches, build_with, gather, replayed, restructure
from fabula.reviews.reviews import read_release
from fabula.reviews.structured import NamedAspect, StructuredReview, critiques, overlap
from loopback import Loopback, refusal

SAMPLE = (
    Path(__file__).parents[2]
    / ".."
    / "shared"
    / "data"
    / "longstoryeval"
    / "reformatted_reviews_sample.jsonl"
)
TEXT = "The plot drags in the middle, but I loved the heroine and the ending made me cry."
FAITHFUL = {
    "aspects": [
        {"name": "Pacing", "viewpoints": ["The plot drags in the middle."]},
        {"name": "Heroine", "viewpoints": ["I loved the heroine."]},
        {"name": "Ending", "viewpoints": ["The ending made me cry."]},
    ],
    "conclusion": "",
    "rating": None,
}
INVENTED = {
    "aspects": [
        {"name": "Style", "viewpoints": ["Lyrical sentences sparkle throughout every luminous page."]}
    ],
    "conclusion": "Quite magnificent.",
    "rating": 5,
}
RECORDED = """**Aspects:**
- **Character Development:**
  - The sisters are well drawn, *if* a little cliched.
  - Everyone else **matters** less.

- **Plot and Pacing:** It drags
  in the middle.

**Conclusion:**
Overall a fun read.

**Rating Scores:**
{rating}
"""


def through(server: Loopback) -> DoorSettings:
    return DoorSettings(base_url=server.url)


@pytest.mark.anyio
async def test_a_faithful_answer_is_kept_and_grouped_by_aspect(loopback: Loopback) -> None:
    loopback.answer = lambda _: FAITHFUL
    async with open_door("custom/m", through(loopback)) as door:
        build = gather(await restructure([RawReview("b", "r", TEXT, 4)], door))
    assert build.outcomes == {"kept": 1}
    assert build.rows[0]["aspects"] == ["plot", "characters"]
    assert build.rows[0]["reviews"][0] == "The plot drags in the middle. The ending made me cry."
    assert build.rows[0]["sub_aspects"][0] == ["development", "ending"]


@pytest.mark.anyio
async def test_an_answer_that_leaves_the_readers_words_goes_to_the_second_model(loopback: Loopback) -> None:
    def answer(body: dict[str, Any]) -> Any:
        return FAITHFUL if body["model"] == "better" else INVENTED

    loopback.answer = answer
    raw = [RawReview("b", "r", TEXT, 4)]
    async with open_doors(through(loopback)) as doors:
        saved = await build_with(doors, "custom/m", raw, "custom/better")
        lost = await build_with(doors, "custom/m", raw, "custom/other")
        alone = await build_with(doors, "custom/m", raw, None)
    assert saved.outcomes == {"kept from the second model": 1}
    assert lost.outcomes == alone.outcomes == {"left out: not the reader's words": 1}
    assert lost.rows == []


@pytest.mark.anyio
async def test_a_refusal_is_counted_and_never_filled_in(loopback: Loopback) -> None:
    loopback.answer = lambda _: refusal()
    async with open_door("custom/m", through(loopback)) as door:
        rebuilt = await restructure([RawReview("b", "r", TEXT)], door)
    assert rebuilt[0].outcome == "left out: no answer" and "refusal" in str(rebuilt[0].why)


@pytest.mark.anyio
async def test_a_chinese_review_is_asked_in_chinese(loopback: Loopback) -> None:
    loopback.answer = lambda _: {
        "aspects": [{"name": "文笔", "viewpoints": ["文笔很好。"]}],
        "conclusion": "",
    }
    async with open_door("custom/m", through(loopback)) as door:
        build = gather(await restructure([RawReview("b", "r", "这本书文笔很好，就是结局太仓促。", 4)], door))
    assert build.outcomes == {"kept": 1} and build.rows[0]["aspects"] == ["writing"]
    assert "书评" in loopback.requests[0].question


@pytest.mark.anyio
async def test_a_model_may_place_unknown_names_but_not_invent_aspects(loopback: Loopback) -> None:
    loopback.answer = lambda _: {
        "places": [
            {"name": "Zorblax", "aspect": "world"},
            {"name": "Quux", "aspect": "quuxness"},
            {"name": "Unasked", "aspect": "plot"},
        ]
    }
    async with open_door("custom/m", through(loopback)) as door:
        found = await ask_matches(["Zorblax", "Quux"], door)
    assert found == {"Zorblax": (AspectMatch("world"),)}


def test_overlap_is_the_share_of_the_answers_words_that_are_the_readers() -> None:
    assert overlap("The plot drags", TEXT, "en") == 1
    assert overlap("Luminous pages sparkle", TEXT, "en") == 0
    assert overlap("", TEXT, "en") == 0
    assert overlap("文笔很好", "这本书文笔很好", "zh") == 1


def test_viewpoints_of_one_aspect_stand_together_and_unknown_names_keep_theirs() -> None:
    review = StructuredReview(
        aspects=[
            NamedAspect(name="Pacing", viewpoints=["Slow.", " "]),
            NamedAspect(name="Zorblax", viewpoints=["Odd."]),
            NamedAspect(name="Ending", viewpoints=["Sad."]),
            NamedAspect(name="Writing", viewpoints=[]),
        ]
    )
    assert [(each.name, each.text) for each in critiques(review)] == [
        ("plot", "Slow. Sad."),
        ("Zorblax", "Odd."),
    ]
    matched = critiques(review, {"Zorblax": (AspectMatch("world"),)})
    assert [each.name for each in matched] == ["plot", "world"]


def test_a_recorded_output_is_read_with_its_stress_and_its_broken_lines() -> None:
    found = read_recorded(RECORDED.format(rating="3.5 stars"))
    assert [aspect.name for aspect in found.aspects] == ["Character Development", "Plot and Pacing"]
    assert found.aspects[0].viewpoints[1] == "Everyone else **matters** less."
    assert found.aspects[1].viewpoints == ["It drags in the middle."]
    assert (found.conclusion, found.rating) == ("Overall a fun read.", 3.5)


@pytest.mark.parametrize(
    ("written", "stars"),
    [
        ("4/5", 4.0),
        ("8/10", 4.0),
        ("3.75 Stars", 3.75),
        ("4½ stars", 4.5),
        ("⭐️⭐️⭐️⭐️", 4.0),
        ("⭐ ⭐ ⭐ (and a half)", 3.5),
        ("3.5 (rounded up)", 3.5),
        ("3.5 stars (rounded up to 4 stars)", 3.5),
        ("- Initial rating: 3 stars\n- Final rating: 4 stars", 4.0),
        ("四星半，4.5星", 4.5),
        ("No specific rating scores mentioned in the review.", None),
        ("(No explicit rating, but the tone suggests 5 stars)", None),
        ("4 to 5 stars", None),
        ("- Plot: 3 stars\n- Writing: 4 stars", None),
        ("I can’t give it 5 stars", None),
        ("10000000/10", None),
        ("7/5 stars", None),
        ("DNF", None),
        ("", None),
    ],
)
def test_stars_are_taken_only_where_the_reader_gives_them(written: str, stars: float | None) -> None:
    assert read_recorded(RECORDED.format(rating=written)).rating == stars


def test_a_recording_beside_its_review_is_held_to_the_readers_words() -> None:
    output = RECORDED.format(rating="")
    found = replayed([RawReview("b", "r", TEXT, 4, output), RawReview("b", "r", "", 4, output)])
    assert [each.outcome for each in found] == ["left out: not the reader's words", "read from a recording"]
    assert replayed([RawReview("b", "r", "", 4, "nothing of use")])[0].outcome == "left out: no answer"


@pytest.mark.skipif(not SAMPLE.is_file(), reason="the recorded outputs are not here")
def test_every_recorded_output_of_the_release_has_aspects_and_a_conclusion() -> None:
    texts = [json.loads(line)["text"] for line in SAMPLE.read_text(encoding="utf-8").splitlines()]
    found = [read_recorded(text) for text in texts]
    assert len(found) == 400 and all(each.aspects and each.conclusion for each in found)
    for text, each in zip(texts, found, strict=True):
        assert len(each.text) > 0.7 * len(text.partition("**Rating Scores")[0]) - 200
    build = gather(replayed([RawReview("", "", "", None, text) for text in texts]))
    matched = sum(len(row["aspects"]) for row in build.rows)
    assert build.unknown_names.total() < 0.03 * matched


def test_the_command_writes_what_the_other_commands_read(tmp_path: Path) -> None:
    rows = [
        {"book": "b", "reviewer": "r", "rating": 4, "text": RECORDED.format(rating="")},
        {"book": "b", "reviewer": "q", "text": RECORDED.format(rating="2 stars")},
        {"book": "b", "text": ""},
    ]
    (tmp_path / "raw.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    out = tmp_path / "made" / "reviews.jsonl"
    done = CliRunner().invoke(
        app, ["build", str(tmp_path / "raw.jsonl"), "--recorded", "-o", str(out), "--json"]
    )
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["outcomes"] == {"read from a recording": 2} and len(document["skipped"]) == 1
    release = read_release(tmp_path / "none.jsonl", out)
    assert [review.stars for review in release.reviews] == [4, 2]
    assert release.reviews[0].aspects == {"characters", "plot"}
