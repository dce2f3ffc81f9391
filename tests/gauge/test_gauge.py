"""The prose-tier gauge: what it scores, when it abstains, and that spoiled texts score lower."""

from __future__ import annotations

import dataclasses
import gzip
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fabula.errors import UsageError
from fabula.gauge.drift import common, moved
from fabula.gauge.features import Earlier, remember
from fabula.gauge.gauge import TOO_CLOSE, bars, better, dump, judge_lines, load, shipped
from fabula.gauge.halves import halves
from fabula.gauge.prose import cut
from fabula.gauge.request import GaugeRequest
from fabula.gauge.run import run
from fabula.gauge.spoiling import SPOILS, spoil
from fabula.text.files import read

ROOT = Path(__file__).parents[2]
CHAPTERS = ROOT / ".." / "shared" / "data" / "eqbench" / "longform.jsonl.gz"
SAMPLE = ROOT / "examples" / "the-tide-house.epub"


def prose() -> list[str]:
    """The sample novella's chapters."""
    return [chapter.text for chapter in read(SAMPLE).chapters]


def line(model: str, text: str, chapter: int = 1, **more: Any) -> dict[str, Any]:
    return {"model": model, "story": "one", "chapter": chapter, "text": text, **more}


def released(every: int) -> list[dict[str, Any]]:
    if not CHAPTERS.is_file():
        pytest.skip("the judged chapters are not here")
    with gzip.open(CHAPTERS, "rt", encoding="utf-8") as lines:
        return [json.loads(each) for number, each in enumerate(lines) if number % every == 0]


def test_a_line_comes_back_with_its_keys_and_three_more() -> None:
    (found,) = judge_lines([line("m", prose()[0], extra="kept")])
    assert found["extra"] == "kept"
    assert set(found) == {"model", "story", "chapter", "text", "extra", "score", "abstain", "diagnostics"}
    assert 0 <= found["score"] <= 100
    assert found["abstain"] is False
    assert found["diagnostics"]["words"] > 150


def test_lines_come_back_in_their_order_and_chapters_are_read_in_theirs() -> None:
    texts = prose()
    backwards = [line("m", text, number) for number, text in reversed(list(enumerate(texts[:3], 1)))]
    found = list(judge_lines(backwards))
    assert [each["chapter"] for each in found] == [3, 2, 1]
    assert found[2]["diagnostics"]["reused_runs"] is None, "nothing comes before the first chapter"
    assert found[0]["diagnostics"]["reused_runs"] is not None


def test_human_books_are_never_ranked() -> None:
    by_name, by_setting = judge_lines([line("human", prose()[0]), line("m", prose()[0], setting="human")])
    for found in (by_name, by_setting):
        assert (found["score"], found["abstain"]) == (None, True)
        assert "human" in found["diagnostics"]["why_no_score"]


def test_chinese_gets_repetition_and_decline_and_no_score() -> None:
    first = (
        "他推开门，看见院子里站着一个陌生人。风从山上吹下来，带着雪的味道。\n\n她没有回头，只是轻轻地叹了一口气。"
        * 3
    )
    second = first + "第二天早晨，雪停了。"
    one, two = judge_lines([line("m", first), line("m", second, 2)])
    assert (one["score"], one["abstain"]) == (None, True)
    assert one["diagnostics"]["language"] == "zh"
    assert one["diagnostics"]["repeated_sentences"] > 0.5
    assert two["diagnostics"]["reused_runs"] > 0.8
    assert two["diagnostics"]["length_change"] > 0


def test_pairs_within_five_points_are_guesses() -> None:
    assert better(50, 50 + TOO_CLOSE - 0.1) is None
    assert better(50, 56) == "second"
    same = prose()[0]
    one, two = judge_lines([line("a", same), line("b", same)])
    assert one["abstain"]
    assert two["abstain"]
    assert one["diagnostics"]["too_close_to_call"] == ["b"]


def test_a_text_far_worse_is_told_apart() -> None:
    good = prose()[0]
    words = good.split()
    random.Random(1).shuffle(words)
    one, two = judge_lines([line("a", good), line("b", " ".join(words))])
    assert one["score"] - two["score"] > TOO_CLOSE
    assert not one["abstain"]


def test_a_few_words_get_no_score() -> None:
    (found,) = judge_lines([line("m", "A short text. It ends here.")])
    assert found["score"] is None
    assert "are needed" in found["diagnostics"]["why_no_score"]
    (empty,) = judge_lines([line("m", "")])
    assert (empty["score"], empty["abstain"]) == (None, True)


def test_a_line_without_its_keys_is_told_plainly() -> None:
    with pytest.raises(UsageError, match="line 2 has no text"):
        list(judge_lines([line("m", "x"), {"model": "m", "story": "s", "chapter": 1}]))


async def test_a_file_is_judged_into_a_file(tmp_path: Path) -> None:
    stories = tmp_path / "stories.jsonl"
    texts = prose()
    stories.write_text(
        "".join(
            json.dumps(line("m", text + "\u2028", number), ensure_ascii=False) + "\n"
            for number, text in enumerate(texts, 1)
        ),
        encoding="utf-8",
    )
    found = (await run(GaugeRequest(stories, tmp_path / "deep" / "out.jsonl"))).result
    assert found.chapters == found.scored == len(texts)
    assert found.models["m"].score is not None
    written = (tmp_path / "deep" / "out.jsonl").read_text(encoding="utf-8").split("\n")
    assert len([each for each in written if each]) == len(texts)


def test_what_is_kept_is_read_back() -> None:
    again = load(dump(shipped()))
    assert again.names == shipped().names
    assert again.score(prose()[0]) == pytest.approx(shipped().score(prose()[0]), abs=0.01)


def test_the_shipped_figures_hold_the_bars_that_the_card_claims() -> None:
    figures = bars()
    assert figures["gauge"]["model_kendall"] >= 0.78
    assert figures["gauge"]["pairs_of_models"] >= 0.92
    assert figures["gauge"]["pairs_of_stories"] >= 0.92
    assert figures["gauge"]["story_kendall"] >= 0.72
    assert figures["gauge"]["slope_spearman"] >= 0.70
    assert all(share >= 0.9 for share in figures["lowered"].values())
    for dull in ("mtld_alone", "length_alone"):
        for row in ("model_kendall", "slope_spearman"):
            assert figures["gauge"][row] > figures[dull][row]


def test_only_what_changes_within_a_story_is_drift() -> None:
    opening, later = cut(prose()[0]), cut(prose()[1])
    earlier = Earlier()
    assert not moved(opening, earlier.opening).any(), "nothing has moved in a first chapter"
    remember(opening, earlier)
    assert not moved(opening, earlier.opening).any(), "nor in the same words again"
    assert moved(later, earlier.opening).any()
    remember(later, earlier)
    assert not moved(opening, earlier.opening).any(), "the opening stays the opening"


def test_a_few_lines_are_no_opening_to_measure_a_story_by() -> None:
    earlier = Earlier()
    remember(cut("A short text. It ends here."), earlier)
    assert earlier.opening is None
    remember(cut(prose()[0]), earlier)
    assert earlier.opening is not None


def test_a_story_that_keeps_its_words_scores_above_one_that_falls_into_those_of_decline() -> None:
    gauge = shipped()
    words = sorted(common(), key=lambda word: gauge.drift[common()[word]])
    opening = cut(prose()[0])
    earlier = Earlier()
    remember(opening, earlier)
    declined = cut(prose()[0] + "\n\n" + " ".join(words[:100]) + ".")
    figures_ = gauge.centre[None]
    still, fallen = (
        gauge.points(figures_, moved(each, earlier.opening)[None])[0] for each in (opening, declined)
    )
    assert fallen < still - TOO_CLOSE


def test_a_chapter_without_its_opening_is_judged_by_itself() -> None:
    (alone,) = judge_lines([line("m", prose()[1], 2)])
    assert alone["score"] == pytest.approx(shipped().score(prose()[1]), abs=0.01)
    (_, after) = judge_lines([line("m", prose()[0]), line("m", prose()[1], 2)])
    assert after["score"] != alone["score"]


def test_the_judge_tells_texts_apart_in_the_middle_and_hardly_at_the_ends() -> None:
    gauge = shipped()
    middle = np.tile(gauge.centre, (5, 1))
    still = np.zeros((5, len(gauge.drift)))
    shifted = dataclasses.replace(gauge, gates=np.zeros_like(gauge.gates), gate_intercepts=np.full(5, -50.0))
    at = [
        float(dataclasses.replace(shifted, intercept=value).points(middle, still)[0])
        for value in (-60.0, -50.0, 50.0, 60.0, 150.0, 160.0)
    ]
    assert at == sorted(at)
    assert 0 <= at[0] <= at[-1] <= 100
    assert at[3] - at[2] > 10 * max(at[1] - at[0], at[5] - at[4])


@pytest.mark.long
def test_spoiled_chapters_score_lower() -> None:
    rows = released(60)
    fallen = dict.fromkeys(SPOILS, 0)
    for number, row in enumerate(rows):
        whole = shipped().score(row["text"])
        other = next(each["text"] for each in rows[number:] + rows if each["story"] != row["story"])
        for kind in SPOILS:
            worse = spoil(kind, row["text"], other, random.Random(number))
            fallen[kind] += shipped().score(worse) < whole
    assert {kind: count >= 0.85 * len(rows) for kind, count in fallen.items()} == dict.fromkeys(SPOILS, True)


def test_two_stories_spliced_share_fewer_people_and_topics_than_one() -> None:
    texts = prose()
    other = (
        "The captain, old Brandt, cursed the reactor. Pressure climbed in the second loop; the turbines whined. "
        "Brandt tapped the gauge and told Yusuf to vent the coolant. Yusuf vented it. The reactor sighed.\n\n"
    ) * 12
    whole, spliced = halves(cut(texts[0])), halves(cut(spoil("splice", texts[0], other, random.Random(1))))
    assert spliced["halves.crossing"] < whole["halves.crossing"]
    assert spliced["halves.topics"] < whole["halves.topics"]
    assert spliced["halves.new_names"] > whole["halves.new_names"]


def test_the_common_words_and_their_weights_belong_together() -> None:
    assert len(shipped().drift) == len(common()) == 500


PURPLE = " ".join(
    f"The {time} lay upon the {place} like a {thing} upon a grave, and {who}, who had loved the {place} "
    f"before {who} loved anything that breathes, lifted {whose} eyes toward the {thing} and wept for the {time}."
    for time, place, thing, who, whose in [
        ("evening", "harbour", "velvet pall", "she", "her"), ("dawn", "orchard", "silver veil", "he", "his"),
        ("winter", "cathedral", "golden shroud", "she", "her"), ("twilight", "garden", "crimson cloak", "he", "his"),
        ("midnight", "river", "sapphire ribbon", "she", "her"), ("autumn", "mountain", "burning crown", "he", "his"),
    ]
)  # fmt: skip


def salads(text: str) -> list[str]:
    """Words in no order: shuffled, drawn by their frequency, and drawn from the vocabulary."""
    dice = random.Random(0)
    words = text.split()
    drawn = dice.choices(words, k=400), dice.choices(sorted(set(words)), k=400)
    return [" ".join(dice.sample(words, len(words))), *(" ".join(each) for each in drawn)]


def test_words_in_no_order_never_beat_coherent_prose() -> None:
    purple = shipped().score(PURPLE)
    for text in (prose()[0], "\n\n".join(each["text"] for each in released(900)[:1])):
        assert all(shipped().score(each) < min(purple, 17) for each in salads(text))


def test_paragraphs_pasted_again_do_not_raise_a_score() -> None:
    dice = random.Random(0)
    for text in prose()[:4]:
        parts = text.split("\n\n")
        pasted = list(parts)
        for part in dice.sample([each for each in parts if len(each) > 60], 6):
            pasted.insert(dice.randrange(len(pasted)), part)
        assert shipped().score("\n\n".join(pasted)) <= shipped().score(text)


def test_stories_in_one_piece_need_no_chapter_and_may_be_named_by_their_id() -> None:
    """Whoever trains a writer has lines of id, model and text."""
    text = prose()[0]
    given = [{"id": f"s{n}", "model": name, "text": text} for n in range(2) for name in ("mine", "older")]
    found = list(judge_lines(given))
    assert [(each["story"], each["chapter"]) for each in found] == [
        ("s0", 1),
        ("s0", 1),
        ("s1", 1),
        ("s1", 1),
    ]
    assert all(each["score"] is not None for each in found)
