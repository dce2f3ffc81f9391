"""How scores are spread over a scale: where readers love a story, where they dislike it, and what the middle is."""

from __future__ import annotations

import pytest

from fabula.personas.distribution import Answer, by_story, cold_to, loved_from
from fabula.personas.profiles import PastReview, Profile
from fabula.rubrics.rubric import parse_scale


@pytest.mark.parametrize(("scale", "cold", "loved"), [("1-10", 5, 8), ("1-5", 2, 4), ("0-100", 40, 80)])
def test_the_zones_begin_at_steps_of_the_scale(scale: str, cold: float, loved: float) -> None:
    assert cold_to(parse_scale(scale)) == pytest.approx(cold)
    assert loved_from(parse_scale(scale)) == pytest.approx(loved)


def test_every_reader_is_in_the_zone_of_their_nearest_step_and_in_the_order_of_their_scores() -> None:
    scale = parse_scale("1-10")
    scores = {"a": 9.0, "b": 7.5, "c": 7.4, "d": 5.5, "e": 5.6, "f": 2.0, "g": None}
    profiles = [Profile(name, reviews=(PastReview("x", "x", "", 6),)) for name in scores]
    answers = [
        Answer("Tale", name, score, None if score is None else 0.5, () if score is None else [0.1] * 10)
        for name, score in scores.items()
    ]
    (story,) = by_story(answers, {"all": profiles}, scale)
    (group,) = story.groups
    would = {each.reader: each.would for each in group.by_reader}
    assert would == {
        "a": "love", "b": "between", "c": "between", "d": "cold", "e": "between", "f": "cold", "g": None,
    }  # fmt: skip
    assert [each.reader for each in group.by_reader] == ["a", "b", "c", "e", "d", "f", "g"]
    assert group.readers == 7 and group.without_answer == 1
    assert group.mean == pytest.approx(sum(score for score in scores.values() if score) / 6)
    assert group.would_love == pytest.approx(0.3) and group.would_not == pytest.approx(0.5)
    assert group.by_reader[0].usual == 6 and group.usual[5].share == 1
