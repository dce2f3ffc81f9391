"""An audience decides between two drafts: shares by aspect, intervals, flips, reasons; and the nearest past that it is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from commands import fabula
from fabula.personas.nearest import nearest, telling_words
from fabula.personas.profiles import NOBODY, PastChoice, PastReview, Profile
from fabula.personas.reasons import grouped
from judging.critics import asked
from loopback import Loopback
from personas.scripted_readers import fenced


def table(folder: Path, readers: int = 24) -> Path:
    """Readers of sea stories: each has judged six, in words that name the reader."""
    rows = [
        {"reader": f"r{who:02}", "item": f"s{n}", "plot": f"A boat {n} is lost in a {'storm' if n % 2 else 'calm'}.",
         "review": f"Said by r{who:02}.", "score": 4 + (who + n) % 5}
        for who in range(readers)
        for n in range(6)
    ]  # fmt: skip
    path = folder / "ratings.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def compared(loopback: Loopback, folder: Path, *more: str, json_wanted: bool = True) -> Any:
    for name, text in (
        ("short", "A boat comes home."),
        ("long", "A boat comes home, and a storm follows it."),
    ):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    found = fabula(
        "persona", "compare", folder / "short.txt", folder / "long.txt", "--ratings", table(folder), "--format", "mpst",
        "--audience", "kind", "--readers", "12", "--model", "custom/judge", "--base-url", loopback.url,
        *(("--json",) if json_wanted else ()), *more, COLUMNS="80",
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout) if json_wanted else found.stdout


def judge(body: dict[str, Any]) -> dict[str, Any]:
    """Everyone prefers the ending with the storm; for surprise, everyone takes what stands first."""
    if "Surprise" in body["messages"][0]["content"]:
        return {"reason": "The first one caught me.", "choice": "A"}
    side = "A" if "storm" in fenced(body)[-2] else "B"
    return {"reason": "This one keeps its tension to the last line.", "choice": side}


def test_an_audience_prefers_a_draft_by_a_share_with_its_interval_and_flips_are_undecided(
    loopback: Loopback, tmp_path: Path
) -> None:
    loopback.answer = judge
    document = compared(loopback, tmp_path, "--audience", "strict")
    everyone, strict = document["audiences"]
    assert everyone["name"] == "kind" and everyone["readers"] == strict["readers"] == 8
    assert len(document["readers"]) == 16
    found = {each["aspect"]: each for each in everyone["aspects"]}
    ending, surprise = found["ending"], found["surprise"]
    assert ending["B"]["share"] == 1 and 0.6 < ending["B"]["low"] < 1 and ending["favours"] == "B"
    assert ending["p"] < 0.05 and ending["readers"] == 8
    assert surprise["undecided"]["share"] == 1 and surprise["favours"] is None and surprise["p"] == 1
    (reason,) = ending["reasons"]
    assert len(reason["readers"]) == 8 and "tension" in reason["words"] and reason["side"] == "B"


def test_what_is_printed_cuts_no_figure_at_80_columns(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge
    shown = compared(loopback, tmp_path, json_wanted=False)
    assert max(map(len, shown.splitlines()[:-1])) <= 80 and "…" not in shown
    assert "100% (68 to 100)" in shown and "for B, 8 readers say" in shown


def test_the_nearest_past_is_shown_in_place_of_a_random_one(loopback: Loopback, tmp_path: Path) -> None:
    loopback.answer = judge
    compared(loopback, tmp_path, "--pick-past", "nearest", "--past", "3")
    prompts = [asked(request.body) for request in loopback.requests]
    assert prompts and all(each.count("is lost in a storm.") == 3 for each in prompts)
    assert not any("is lost in a calm." in each for each in prompts)


def test_the_nearest_stories_share_telling_words_with_the_story_asked_about() -> None:
    reviews = tuple(
        PastReview(name, text, "", 5)
        for name, text in (
            ("sea", "The whale sank the ship."),
            ("law", "A lawyer lost the case."),
            ("boat", "A ship hunts a whale."),
        )
    )
    choices = (PastChoice("", "A ship of whale hunters", "A whale and a ship", {"ending": "A"}),)
    found = nearest(
        Profile("Ada", reviews=reviews, choices=choices), ["The captain hunts the whale from a ship."], 3
    )
    assert [each.item for each in found.reviews] == ["sea", "boat"] and found.choices == choices
    assert nearest(NOBODY, ["x"], 3) is NOBODY


def test_reasons_are_grouped_by_words_that_the_question_does_not_use() -> None:
    reasons = {
        "a": "The slow pace of this plot bored me.",
        "b": "I love the pace.",
        "c": "Its hero is brave.",
        "d": "This hero!",
        "e": "Nothing like it.",
    }
    found = grouped(reasons, ["The hero is dull."], "Which plot has the better pace of events?")
    assert [(each.words[0], each.readers, each.example) for each in found] == [
        ("hero", ("c", "d"), "This hero!")
    ]
    assert grouped({}, ["anything"], "question") == ()
    zh = grouped({"甲": "结局很有力量。", "乙": "我喜欢这个结局。"}, [], "哪一个故事更好？")
    assert zh[0].readers == ("甲", "乙") and "结局" in zh[0].words


def test_telling_words_leave_out_function_words() -> None:
    assert set(telling_words("The whale of the sea")) == {"whale", "sea"}


def test_ratings_alone_use_the_whole_past(tmp_path: Path) -> None:
    story = tmp_path / "a.txt"
    story.write_text("A boat comes home.", encoding="utf-8")
    found = fabula(
        "persona", "rate", story, "--ratings", table(tmp_path), "--format", "mpst", "--audience", "kind",
        "--pick-past", "nearest",
    )  # fmt: skip
    assert found.returncode == 2 and "--pick-past nearest picks what a model is shown" in found.stderr
